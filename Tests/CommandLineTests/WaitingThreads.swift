import Foundation
import Testing

/// Threads for tests that wait for other programs, so that those that only compute keep the threads that
/// all tests share, of which there is one a core.
struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
  /// Tests of child suites and their cases come here, too.
  let isRecursive = true
  private static let executor = Executor()

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.executor) { try await function() }
  }

  /// A few threads, each of which a test may block.
  private final class Executor: TaskExecutor {
    private let queue = OperationQueue()

    init() {
      // More would only load the machine, and what the tests wait for has to run as well.
      queue.maxConcurrentOperationCount = 6
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == WaitingThreads {
  /// Runs tests that wait for other programs on threads of their own.
  static var waiting: Self { WaitingThreads() }
}
