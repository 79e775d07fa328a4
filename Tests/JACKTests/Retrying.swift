import GhostnoteTesting
import JACKClient
import Synchronization
import Testing

/// Runs a test again, on another server, if it failed while its jackd stood still, unless the test itself had frozen
/// that: then nothing was learnt about Ghostnote. Three such runs are a failure.
struct Retrying: SuiteTrait, TestTrait, TestScoping {
  /// For each test of a suite.
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 1...3 where try await !hasStalled(in: function) { return }
    Issue.record("jackd stood still in each of three runs")
  }

  /// Runs `function`; its issues count only if no server stands still at the first of them.
  private func hasStalled(in function: @Sendable () async throws -> Void) async throws -> Bool {
    let verdict = Mutex<Bool?>(nil)
    try await withKnownIssue("jackd stands still", isIntermittent: true) {
      try await function()
    } matching: { issue in
      verdict.withLock { verdict in
        // A server that does not let the test's own client in stands still too.
        let isRefused = issue.error as? JACKError == .noAnswer(call: "jack_client_open")
        let hasStalled = verdict ?? (isRefused || JACKServer.isAnyStalled())
        verdict = hasStalled
        return hasStalled
      }
    }
    if verdict.withLock({ $0 }) == true { print("jackd stood still: another run") }
    return verdict.withLock { $0 } ?? false
  }
}

extension Trait where Self == Retrying {
  /// Runs a test again if it failed while its jackd stood still.
  static var againIfJACKStalls: Self { Retrying() }
}
