import Clock
import Commands
import Foundation
import GhostnoteTesting
import JACKClient
import MIDI
import MusicalTime
import Ports
import Synchronization
import Testing

/// Tests that need a real jackd; run one at a time, because libjack supports one server per
/// process. `Scripts/test` gives those of each file a process, and runs eight at once.
///
/// Skipped if jackd is not installed, unless `GHOSTNOTE_REQUIRE_JACK` is set: then they fail.
@Suite(
  .serialized, .againIfJACKStalls,
  .enabled(if: canUseJACK, "jackd is not installed: apt install jackd2"))
struct JACKTests {
  /// Those that start the daemon.
  @Suite struct DaemonTests {}
}

private let isJACKRequired =
  ProcessInfo.processInfo.environment["GHOSTNOTE_REQUIRE_JACK"] != nil
let canUseJACK = JACKServer.path != nil || isJACKRequired

/// A session with a test's handler, and its recorded events.
@safe final class Bench {
  let session: JACKSession
  let log: Locked<[JACKEvent]>
  private let server: JACKServer
  private let notes: UnsafeMutablePointer<Notes>

  /// The handler called in each cycle.
  enum Part { case echo, merge, disorder, flood }

  /// The recorded output.
  struct Notes: ~Copyable {
    let part: Part
    let cycles = Atomic<Int>(0)
    let refusals = Atomic<Int>(0)
    let acceptances = Atomic<Int>(0)
    let began = Atomic<Int64>(0)
    let heard = Atomic<Int64>(0)
    let transport = TransportLog()
  }

  init(
    _ server: JACKServer, playing part: Part = .echo,
    _ change: (inout JACKConfiguration) -> Void = { _ in }
  ) {
    var configuration = JACKConfiguration()
    configuration.serverName = server.name
    change(&configuration)
    let log = Locked<[JACKEvent]>([])
    let notes = UnsafeMutablePointer<Notes>.allocate(capacity: 1)
    unsafe notes.initialize(to: Notes(part: part))
    unsafe self.notes = unsafe notes
    self.log = log
    self.server = server
    session = unsafe JACKSession(configuration, context: notes, handler: play) { event in
      log.change { $0.append(event) }
    }
  }

  deinit {
    session.stop()
    unsafe notes.deinitialize(count: 1)
    unsafe notes.deallocate()
  }

  var cycles: Int { unsafe notes.pointee.cycles.load(ordering: .relaxed) }
  var refusals: Int { unsafe notes.pointee.refusals.load(ordering: .relaxed) }
  var acceptances: Int { unsafe notes.pointee.acceptances.load(ordering: .relaxed) }
  var began: Int64 { unsafe notes.pointee.began.load(ordering: .relaxed) }
  var latency: Int64 { unsafe notes.pointee.heard.load(ordering: .relaxed) - began }

  /// The transport reports of the cycles, oldest first.
  var reports: [TransportReport] { unsafe notes.pointee.transport.all }
  var clockDelay: Int32 { unsafe notes.pointee.transport.clockDelay }
  var notesDelay: Int32 { unsafe notes.pointee.transport.notesDelay }
  func setTempo(_ tempo: Tempo) { unsafe notes.pointee.transport.setTempo(tempo) }

  /// The number of times the session connected.
  var ups: Int {
    log.value.count { event in
      if case .up = event { true } else { false }
    }
  }
  var downs: Int {
    log.value.count { event in
      if case .down = event { true } else { false }
    }
  }
}

@_noLocks private func play(_ context: UnsafeMutableRawPointer, _ pointer: UnsafeRawPointer) {
  let cycle = unsafe JACKCycle.at(pointer)
  let notes = unsafe context.assumingMemoryBound(to: Bench.Notes.self)
  unsafe notes.pointee.began.store(cycle.began.nanoseconds, ordering: .relaxed)
  unsafe notes.pointee.heard.store(cycle.heard.nanoseconds, ordering: .relaxed)
  for output in 0..<cycle.audioCount {
    unsafe cycle.audio(output).update(repeating: 0, count: cycle.frames)
  }
  switch unsafe notes.pointee.part {
  case .echo: echo(cycle)
  case .merge: unsafe merge(cycle, notes)
  case .disorder: unsafe disorder(cycle, notes)
  case .flood: unsafe flood(cycle, notes)
  }
  unsafe notes.pointee.transport.write(cycle)
  unsafe notes.pointee.cycles.add(1, ordering: .relaxed)
}

/// Echoes each message at its frame, sends a clock beside it, and plays an impulse for each note.
@_noLocks private func echo(_ cycle: JACKCycle) {
  for index in 0..<cycle.midiEventCount {
    guard let (offset, message) = cycle.midiEvent(at: index) else { continue }
    cycle.write(message, to: .notes, offset: offset)
    cycle.write(.timingClock, to: .clock, offset: offset)
    if message.kind == 0x90 { unsafe cycle.audio(0)[offset] = Float(message.data2) / 127 }
  }
}

/// Echoes the messages of both inputs, clock messages on the clock port too.
@_noLocks private func merge(_ cycle: JACKCycle, _ notes: UnsafeMutablePointer<Bench.Notes>) {
  var arrivals = cycle.arrivals
  while let (offset, message, source) = arrivals.next() {
    let isWritten = cycle.write(message, to: .notes, offset: offset)
    unsafe notes.pointee.refusals.add(isWritten ? 0 : 1, ordering: .relaxed)
    if source.isClockInput { cycle.write(message, to: .clock, offset: offset) }
  }
}

/// Writes one message in order, one too early, one too late, one invalid, and one more in order.
@_noLocks private func disorder(_ cycle: JACKCycle, _ notes: UnsafeMutablePointer<Bench.Notes>) {
  let first = cycle.write(.start, to: .notes, offset: 10)
  let early = cycle.write(.start, to: .notes, offset: 9)
  let late = cycle.write(.start, to: .notes, offset: cycle.frames)
  let nonsense = cycle.write(ShortMessage(status: 0xF7), to: .notes, offset: 10)
  let again = cycle.write(.stop, to: .notes, offset: 10)
  let other = cycle.write(.stop, to: .clock, offset: 0)
  unsafe notes.pointee.refusals.add((early ? 0 : 1) + (late ? 0 : 1), ordering: .relaxed)
  unsafe notes.pointee.refusals.add(nonsense ? 0 : 1, ordering: .relaxed)
  unsafe notes.pointee.acceptances.add((first ? 1 : 0) + (again ? 1 : 0), ordering: .relaxed)
  unsafe notes.pointee.acceptances.add(other ? 1 : 0, ordering: .relaxed)
}

/// Writes more clocks than a buffer can hold.
@_noLocks private func flood(_ cycle: JACKCycle, _ notes: UnsafeMutablePointer<Bench.Notes>) {
  for _ in 0..<10_000 where !cycle.write(.timingClock, to: .clock, offset: 0) {
    unsafe notes.pointee.refusals.add(1, ordering: .relaxed)
  }
}
