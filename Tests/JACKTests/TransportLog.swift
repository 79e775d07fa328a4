import Clock
import Commands
import GhostnoteTesting
import JACKClient
import MusicalTime
import Synchronization

/// The transport reports of all cycles, written by the audio thread, read by the test.
@safe struct TransportLog: ~Copyable {
  private static var capacity: Int { @_noLocks get { 1 << 15 } }

  private let reports: UnsafeMutablePointer<TransportReport?>
  private let count = Atomic<Int>(0)
  private let microbpm = Atomic<Int64>(120_000_000)
  private let delay = Atomic<Int32>(0)
  private let delayOfNotes = Atomic<Int32>(0)

  init() {
    unsafe reports = .allocate(capacity: Self.capacity)
    unsafe reports.initialize(repeating: nil, count: Self.capacity)
  }

  deinit { unsafe reports.deallocate() }

  /// The reports, oldest first.
  var all: [TransportReport] {
    (0..<count.load(ordering: .acquiring)).compactMap { unsafe reports[$0] }
  }

  var clockDelay: Int32 { delay.load(ordering: .relaxed) }
  var notesDelay: Int32 { delayOfNotes.load(ordering: .relaxed) }

  private let waltz = Meter(count: 3, unit: 4) ?? .fourFour

  /// The tempo that bars and beats are given at from now on, where they are ours.
  func setTempo(_ tempo: Tempo) { microbpm.store(tempo.microbpm, ordering: .relaxed) }

  @_noLocks func write(_ cycle: JACKCycle) {
    delay.store(cycle.clockDelay, ordering: .relaxed)
    delayOfNotes.store(cycle.notesDelay, ordering: .relaxed)
    cycle.setTimebase(
      tempo: Tempo(measuredMicrobpm: microbpm.load(ordering: .relaxed)), meter: waltz, bar: nil)
    let index = count.load(ordering: .relaxed)
    guard index < Self.capacity else { return }
    unsafe reports[index] = cycle.transport
    count.store(index + 1, ordering: .releasing)
  }
}

extension Bench {
  /// The last `count` reports of a transport that rolls without a break, once there are enough.
  func rolling(_ count: Int, from frame: Int64 = 0) -> [TransportReport] {
    var found: [TransportReport] = []
    _ = eventually {
      let all = self.reports
      let start = all.lastIndex { $0.motion != .rolling }.map { $0 + 1 } ?? 0
      found = Array(all[start...].drop { $0.frame < frame })
      return found.count >= count
    }
    return found
  }

  /// The reports of the next `count` cycles; current ones may still have the old state.
  func coming(_ count: Int) -> [TransportReport] {
    let first = reports.count + 4
    _ = eventually { self.reports.count >= first + count }
    return Array(reports.dropFirst(first))
  }
}
