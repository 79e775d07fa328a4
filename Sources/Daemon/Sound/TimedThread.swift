import ALSASequencer
import JACKClient
import RealTime

/// A thread with a deadline: the priority it asked for, and the one it was given.
struct TimedThread {
  var name: String
  var wanted: Int32
  var given: ThreadStanding.Priority

  /// Those of the session.
  static func all(_ audio: AudioSwitch, _ sequencer: SequencerClient?) -> [TimedThread] {
    var threads: [TimedThread] = []
    if let (wanted, given) = audio.priority {
      threads.append(TimedThread(name: "audio", wanted: wanted, given: given))
    }
    if let sequencer {
      threads.append(
        TimedThread(name: "MIDI", wanted: audio.midiPriority, given: sequencer.priority))
    }
    return threads
  }

  /// A warning if any of `threads` was given a lower priority than it asked for.
  static func warning(about threads: [Self]) -> String? {
    let worst = threads.filter(\.isShort).min { $0.priority < $1.priority }
    guard let worst else { return nil }
    let found =
      worst.priority == 0
      ? "no real-time priority here"
      : "real-time priority \(worst.priority) here, where \(worst.wanted) is wanted"
    return "\(found): \(worst.name) may be late; `ghostnote doctor` explains how to fix it"
  }

  private var priority: Int32 {
    if case .realTime(let priority) = given { priority } else { 0 }
  }

  private var isShort: Bool { given != .unknown && priority < wanted }
}

extension AudioSwitch {
  /// MIDI's thread stays below JACK's when JACK runs the engine.
  var midiPriority: Int32 {
    guard let server = jack?.clientPriority else { return ThreadPriority.midi }
    return ThreadPriority.midi(belowServerOf: server)
  }
}
