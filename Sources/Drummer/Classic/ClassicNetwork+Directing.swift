import Foundation
import Rhythm

extension ClassicNetwork {
  /// The probabilities of what comes next: wildness is the temperature (0.5 to 1.5), density
  /// favours short or long waits, and drums that may not play are left out.
  func directed(by settings: DrummerSettings) -> (drums: [Float], waits: [Float]) {
    let design = model.design
    var logits = logits()
    for (index, drum) in design.drums.enumerated() where !settings.allows(drum) {
      logits[index] = -.infinity
    }
    if !design.drums.contains(where: settings.allows) {
      // Nothing may sound, yet the music goes on.
      for index in design.drums.indices { logits[index] = 0 }
    }
    let tilt = Float(settings.density - 0.5) * 3
    for index in design.waits.indices where tilt != 0 {
      let sixteenths = Float(4 * design.waits[index]) / Float(design.ticksPerBeat)
      logits[design.drums.count + index] -= tilt * log1p(sixteenths)
    }
    let temperature = Float(0.5 + settings.wildness)
    return (
      Self.probabilities(logits[..<design.drums.count], temperature: temperature),
      Self.probabilities(logits[design.drums.count...], temperature: temperature)
    )
  }
}

extension DrummerSettings {
  func allows(_ drum: Drum) -> Bool { drums?.contains(drum) ?? true }
}

extension TempoFeel {
  /// By how much the drummer's own beats are stretched on the song's: `up`/`down`.
  var stretch: (up: Int64, down: Int64) {
    switch self {
    case .half: (2, 1)
    case .normal: (1, 1)
    case .double: (1, 2)
    }
  }
}
