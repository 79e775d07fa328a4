import Foundation
import Testing

@testable import RealTime

/// A thread that passes on what hands do has a real-time priority while it uses little.
@Suite struct HandPriorityTests {
  /// What is permitted after each of these steps of time, in ms that are used and that pass.
  private func permitted(_ steps: [(used: Int64, passed: Int64)]) -> [Bool] {
    var budget = ProcessorBudget()
    var (used, time): (Int64, Int64) = (0, 0)
    _ = budget.permits(0, at: 0)
    return steps.map { step in
      used += step.used * 1_000_000
      time += step.passed * 1_000_000
      return budget.permits(used, at: time)
    }
  }

  @Test func `a fifth of a core may be used for ever`() {
    #expect(permitted(Array(repeating: (1, 5), count: 1_000)).allSatisfy { $0 })
  }

  @Test func `two milliseconds may be used at once, and what was used up is earned as a whole`() {
    #expect(permitted([(2, 2), (1, 1), (0, 7), (0, 5)]) == [true, false, false, true])
  }

  @Test func `a long rest allows no more at once than a short one`() {
    #expect(permitted([(0, 60_000), (2, 2), (2, 2)]) == [true, true, false])
  }

  @Test func `after a flood of any length it is permitted again in a ninth of a second`() {
    for length in [30, 3_000] as [Int64] {
      #expect(permitted([(length, length), (0, 100), (0, 10)]) == [false, false, true])
    }
  }

  @Test func `what would be long uses it up before it begins`() {
    var budget = ProcessorBudget()
    var found = [budget.permits(0, at: 0)]
    budget.spend()
    for time in [0, 9_000_000, 11_000_000] { found.append(budget.permits(0, at: Int64(time))) }
    #expect(found == [true, false, false, true])
  }

  @Test(.enabled(if: ThreadPriority.trial(ThreadPriority.hands) != nil))
  func
    `a thread has the lowest real-time priority, but not while it reads something long`()
  {
    let found = Found()
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      var priority = HandPriority()
      found.note()
      priority.settle()
      found.note()
      usleep(50_000)
      priority.settle(before: HandPriority.longest + 1)
      found.note()
      usleep(50_000)
      priority.settle(before: HandPriority.longest)
      found.note()
      hasEnded.signal()
    }.start()
    hasEnded.wait()
    #expect(found.priorities == [0, 1, 0, 1])
  }

  @Test
  func `what hands do comes after a client of JACK and all our threads of sound`() {
    #expect(ThreadPriority.hands < ThreadPriority.midi(belowServerOf: 5))
    #expect(ThreadPriority.hands < ThreadPriority.pace)
  }

  /// The priorities of the thread that notes them; 0 is normal scheduling. Read once that thread has ended.
  private final class Found: @unchecked Sendable {
    private(set) var priorities: [Int32] = []

    func note() {
      var parameters = sched_param()
      _ = unsafe sched_getparam(0, &parameters)
      priorities.append(parameters.sched_priority)
    }
  }
}
