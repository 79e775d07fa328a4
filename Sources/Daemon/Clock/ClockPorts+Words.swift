import Commands
import Control
import Foundation
import Logging
import Ports

extension ClockPorts {
  /// What of the clock that `setup` asks for this session has, in words.
  func words(for setup: ClockSetup) -> String {
    guard (try? check(.source(setup.source))) != nil else { return "our own tempo leads" }
    let places = inputs(ofOnePort: setup.port != nil)
      .formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
    let midi = "MIDI clock" + (places.isEmpty ? "" : " on \(places)")
    switch setup.source {
    case .internal: return "our own tempo leads"
    case .midi: return "follows \(midi)"
    case .port(let pattern): return "follows \(midi) from '\(pattern.text)'"
    case .jack:
      return "follows JACK transport"
        + (hasTransport ? "" : " when JACK appears; until then our own tempo leads")
    case .link: return "follows Ableton Link by ghostnote-link; until then our own tempo leads"
    case .auto: return "follows \(midi), else JACK transport, else our own tempo leads"
    }
  }
}
