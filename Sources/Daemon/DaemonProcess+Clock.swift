import ALSAGate
import ALSASequencer
import Commands
import Control
import Foundation
import Logging
import MusicalTime
import Ports

extension DaemonProcess {
  /// Connects clock sources as configured, and logs the clock master.
  func startClock() {
    let setup = options.clock
    clockPorts.begin(setup, jack: audio.jack)
    for reason in clockPorts.missing(for: setup) { log.warning("clock: \(reason)") }
    let canFollow = (try? clockPorts.check(.source(setup.source))) != nil
    log.info("clock: \(canFollow ? words(for: setup) : "our own tempo leads")")
  }

  private func words(for setup: ClockSetup) -> String {
    let places = clockPorts.inputs(ofOnePort: setup.port != nil)
      .formatted(.list(type: .and).locale(Locale(identifier: "en_GB")))
    let midi = "MIDI clock" + (places.isEmpty ? "" : " on \(places)")
    switch setup.source {
    case .internal: return "our own tempo leads"
    case .midi: return "follows \(midi)"
    case .port(let pattern): return "follows \(midi) from '\(pattern.text)'"
    case .jack:
      return "follows JACK transport"
        + (clockPorts.hasTransport ? "" : " when JACK appears; until then our own tempo leads")
    case .link: return "follows Ableton Link by ghostnote-link; until then our own tempo leads"
    case .auto: return "follows \(midi), else JACK transport, else our own tempo leads"
    }
  }

  /// Logs when the clock master changes, is lost or returns, and keeps the outputs responsive for
  /// it.
  mutating func watchClock(_ found: Machine.PollResult) {
    leaderName.follow(found.leader)
    if let line = clockNews.line(about: named(found.clock), at: .now()) {
      log.info("clock: \(line)")
    }
    guard found.needsDevices != isActive else { return }
    isActive = found.needsDevices
    sequencer?.setActive(isActive)
  }

  /// The clock's status with device names.
  func named(_ clock: ClockStatus) -> ClockStatus {
    var clock = clock
    clock.device = clock.leader == .midi ? leaderName.text : nil
    clock.isTimebaseOurs = clock.settings.isTimebase ? isTimebaseOurs : nil
    return clock
  }
}
