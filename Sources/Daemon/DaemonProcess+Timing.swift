import ALSAGate
import ALSASequencer
import Control
import JACKClient
import Logging
import MusicalTime
import RealTime

extension DaemonProcess {
  /// A thread with a deadline: the priority it asked for, and the one it was given.
  struct TimedThread {
    var name: String
    var wanted: Int32
    var given: ThreadStanding.Priority
  }

  private var timedThreads: [TimedThread] {
    var threads: [TimedThread] = []
    if let (wanted, given) = audio.priority {
      threads.append(TimedThread(name: "audio", wanted: wanted, given: given))
    }
    if let sequencer {
      threads.append(TimedThread(name: "MIDI", wanted: midiPriority, given: sequencer.priority))
    }
    return threads
  }

  /// MIDI's thread stays below JACK's when JACK runs the engine.
  private var midiPriority: Int32 {
    guard let server = audio.jack?.clientPriority else { return ThreadPriority.midi }
    return ThreadPriority.midi(belowServerOf: server)
  }

  /// Adapts the MIDI thread's priority to the current audio driver.
  func fitMIDIPriority() { sequencer?.setPriority(midiPriority) }

  /// Logs once if a priority is missing; `status` shows all of them.
  mutating func reportPriority() {
    guard !hasSaidPriority else { return }
    let threads = timedThreads
    // A thread that has not started yet is checked again with the next tick.
    guard threads.allSatisfy({ $0.given != .unknown }) else { return }
    hasSaidPriority = true
    guard let warning = TimedThread.warning(about: threads) else { return }
    log.warning("\(warning)")
  }

  /// Logs each kind of loss when it first occurs; `status` shows the counts.
  mutating func reportLosses(_ losses: [Loss: Int64]) {
    let now = HostTime.now()
    let all = losses.merging([.xruns: Int64(audio.xruns)]) { $1 }
    for loss in Loss.allCases {
      guard let line = lossNews.line(about: loss, total: all[loss] ?? 0, at: now) else { continue }
      log.warning("\(line)")
    }
  }

  /// The priorities and memory locking for `status`; nil without threads that have deadlines.
  var timing: String? {
    let threads = timedThreads.compactMap { thread in
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

extension DaemonProcess.TimedThread {
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

extension SequencerEvent.Loss {
  /// What was lost, `count` times, and why.
  func words(count: Int) -> String {
    switch self {
    case .sysEx:
      "\(count.counted("System Exclusive message")) dropped: they are not used"
    case .inputFull: "\(count.counted("message")) dropped: the engine was too slow"
    case .overrun:
      "messages dropped, \(count == 1 ? "once" : "\(count) times"): ALSA's input pool overflowed"
    case .output: "\(count.counted("message")) dropped: ALSA's output pool was full"
    }
  }
}
