import Foundation
import RealTime
import Testing

@Suite struct ThreadPriorityTests {
  @Test(arguments: [(0, nil), (60, 60), (74, 74), (75, 75), (95, 75), (.max, 75)])
  func `the audio thread's priority is limited to what is permitted`(limit: UInt64, given: Int32?) {
    #expect(ThreadPriority.permitted(wanted: ThreadPriority.audio, limit: limit) == given)
  }

  @Test func `the wanted priority is tried first, then what the limit permits`() {
    #expect(ThreadPriority.attempts(wanted: 75, limit: 0) == [75])
    #expect(ThreadPriority.attempts(wanted: 75, limit: 60) == [75, 60])
    #expect(ThreadPriority.attempts(wanted: 75, limit: 74) == [75, 74])
    #expect(ThreadPriority.attempts(wanted: 75, limit: 95) == [75])
  }

  @Test func `the service may have every priority that its threads ask for`() throws {
    let unit = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scripts/packaging/ghostnote.service").standardized
    let limit = try String(contentsOf: unit, encoding: .utf8)
      .firstMatch(of: /LimitRTPRIO=([0-9]+)/).flatMap { UInt64($0.1) }
    for wanted in [ThreadPriority.audio, ThreadPriority.midi, ThreadPriority.pace] {
      #expect(ThreadPriority.permitted(wanted: wanted, limit: limit ?? 0) == wanted)
    }
  }

  @Test func `MIDI gets a priority below an audio server's clients`() {
    // jackd's default, PipeWire's, and a server without real-time priority.
    #expect(ThreadPriority.midi(belowServerOf: 5) == 4)
    #expect(ThreadPriority.midi(belowServerOf: 83) == ThreadPriority.midi)
    #expect(ThreadPriority.midi(belowServerOf: 0) == 1)
    #expect(ThreadPriority.midi < ThreadPriority.audio)
  }

  @Test func `memory is locked only if no limit can make an allocation fail`() {
    #expect(!MemoryLock.isPermitted(limit: 8 << 20, isPrivileged: false))
    #expect(!MemoryLock.isPermitted(limit: 1 << 40, isPrivileged: false))
    #expect(MemoryLock.isPermitted(limit: .max, isPrivileged: false))
    #expect(MemoryLock.isPermitted(limit: 0, isPrivileged: true))
  }

  @Test func `a thread's priority is unknown until the thread reports it`() {
    let standing = ThreadStanding()
    #expect(standing.value == .unknown)
    standing.set(nil)
    #expect(standing.value == .ordinary)
    standing.set(60)
    #expect(standing.value == .realTime(60))
    #expect(standing.value.words == "real-time priority 60")
  }
}
