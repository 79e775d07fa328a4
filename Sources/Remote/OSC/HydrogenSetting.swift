import Rhythm

/// Something that Hydrogen's addresses change from what it is: by an amount, or to the other of two.
enum HydrogenSetting: Sendable, Hashable {
  case tempo
  /// The beat that is heard.
  case beat
  /// Switches: 1 is on.
  case playing, recording, metronome
  case muted(Drum)
  case soloed(Drum)
  /// dB.
  case masterLevel
  case level(Drum)
  case pan(Drum)
  /// Percent.
  case swing16
  /// Milliseconds, and velocity, of the lane with that voice.
  case looseTime(String)
  case looseVelocity(String)

  /// What the session shows of it.
  func value(in session: SessionPicture, at time: Int64) -> Double {
    switch self {
    case .tempo: session.tempo
    case .beat: session.beat(at: time) ?? 0
    case .playing: session.isRolling || session.isCountingIn ? 1 : 0
    case .recording: session.isRecording ? 1 : 0
    case .metronome: session.isMetronomeOn ? 1 : 0
    case .muted(let drum): session.lane(drum, is: "mute") ? 1 : 0
    case .soloed(let drum): session.lane(drum, is: "solo") ? 1 : 0
    case .masterLevel: session.level
    case .level(let drum): session.sound(drum, .level)
    case .pan(let drum): session.sound(drum, .pan)
    case .swing16: session.swing16
    case .looseTime(let voice): session.looseness(ofLane: voice).milliseconds
    case .looseVelocity(let voice): Double(session.looseness(ofLane: voice).velocity)
    }
  }

  /// How far from what was asked for the session's value may be, to be that.
  var tolerance: Double {
    // A jump takes until the engine's next block, and until that is heard.
    self == .beat ? 0.25 : 0.002
  }
}
