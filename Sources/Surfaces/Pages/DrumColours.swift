import Rhythm

extension Drum {
  /// The colour of its family, as the page has it.
  var colour: LightColour {
    switch self {
    case .kick, .kick2: .orange
    case .snare, .snare2, .sideStick, .clap: .yellow
    case .closedHat, .openHat, .pedalHat: .cyan
    case .tom1, .tom2, .tom3, .tom4, .tom5, .tom6: .purple
    case .crash, .crash2, .china, .splash, .ride, .ride2, .rideBell: .blue
    default: .green
    }
  }
}

extension LightLevel {
  /// Brighter the louder.
  init(velocity: Velocity) {
    self = velocity.value <= 50 ? .dim : velocity.value <= 90 ? .half : .full
  }
}
