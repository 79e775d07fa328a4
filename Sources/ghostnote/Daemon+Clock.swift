import ALSAGate
import ALSASequencer
import Control
import Foundation
import Logging
import MusicalTime
import Sequencing

extension Daemon {
  /// Connects what the options ask for, and says which clock leads.
  func startClock() {
    let setup = options.clock.setup
    clockPorts.begin(setup, jack: audio.jack)
    do throws(CommandError) { try clockPorts.check(setup) } catch { log.warning("clock: \(error)") }
    log.info("clock: \(words(for: setup))")
  }

  private func words(for setup: ClockSetup) -> String {
    let places = clockPorts.inputs(ofOnePort: setup.port != nil)
      .formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
    let midi = "MIDI clock" + (places.isEmpty ? "" : " on \(places)")
    switch setup.source {
    case .internal: return "our own tempo leads"
    case .midi: return "follows \(midi)"
    case .port(let pattern): return "follows \(midi) from '\(pattern.text)'"
    case .jack: return "follows JACK transport"
    case .auto: return "follows \(midi), else JACK transport, else our own tempo leads"
    }
  }

  /// Tells when another clock leads, or the one that does is lost or back, and keeps the outputs
  /// awake for it.
  mutating func watchClock(_ found: Machine.Attention) {
    leaderName.follow(found.leader)
    if let line = clockNews.line(about: named(found.clock), at: .now()) {
      log.info("clock: \(line)")
    }
    guard found.needsDevices != isActive else { return }
    isActive = found.needsDevices
    sequencer?.setActive(isActive)
  }

  /// The clock's status with its device's name.
  func named(_ clock: ClockStatus) -> ClockStatus {
    var clock = clock
    clock.device = clock.leader == .midi ? leaderName.text : nil
    return clock
  }
}
