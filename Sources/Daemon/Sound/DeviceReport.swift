import ALSASequencer
import Commands
import FluidSynthesizer
import Instrument
import JACKClient
import MusicalTime
import RealTime

/// What the devices know, for statuses that the machine gives without it.
struct DeviceReport {
  let audio: AudioSwitch
  let sequencer: SequencerClient?
  let kits: KitLibrary
  let surface: JACKSurface
  let isMemoryLocked: Bool
  let clock: FollowedClock
  let xruns: RecentXruns

  /// The reply with what the devices know.
  func completed(_ reply: Reply) -> Reply {
    switch reply {
    case .status(let status): .status(completed(status))
    case .clock(let clock): .clock(self.clock.named(clock))
    default: reply
    }
  }

  /// The status with what the devices know.
  func completed(_ status: MachineStatus) -> MachineStatus {
    var status = status
    status.devices = devices
    status.clock = clock.named(status.clock)
    return status
  }

  private var devices: [String: String] {
    var devices = ["audio": "\(audio.description), \(audio.losses)"]
    if let sequencer {
      let counts = sequencer.statistics
      devices["ALSA MIDI"] =
        "client \(sequencer.number), \(counts.received) in, \(counts.sent) out, "
        + "\(counts.inputDropped + counts.outputDropped + counts.sysExDropped) dropped"
    }
    if let jack = audio.jack, let name = jack.clientName {
      devices["JACK"] = Self.jackLine(
        name, dropped: jack.droppedEvents + jack.refusedMessages, forControllers: surface.dropped)
    }
    if let timing { devices["timing"] = timing }
    devices["synthesizer"] = "at most \(kits.polyphony) voices"
    return devices
  }

  /// Our client of JACK, with the messages that were dropped, among them those for controllers with lights.
  static func jackLine(_ name: String, dropped: Int, forControllers lights: Int) -> String {
    "client \(name), \(dropped + lights) messages dropped"
      + (lights > 0 ? ", \(lights) of them for controllers" : "")
  }

  /// The priorities and memory locking; nil without threads that have deadlines.
  private var timing: String? {
    let threads = TimedThread.all(audio, sequencer).compactMap { thread in
      thread.given.words.map { "\(thread.name): \($0)" }
    }
    let onJACK = audio.jack?.clientPriority.map {
      "audio on JACK: " + ($0 > 0 ? "real-time priority \($0)" : "no real-time priority")
    }
    let all = [onJACK].compactMap { $0 } + threads
    guard !all.isEmpty else { return nil }
    return (all + [isMemoryLocked ? "memory locked" : "memory not locked"])
      .joined(separator: ", ")
  }
}
