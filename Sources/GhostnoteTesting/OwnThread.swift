import Dispatch

/// Runs a task, and the actors that it calls, on a thread of its own: what blocks there takes no thread
/// from the tests that run beside it.
///
/// `Task(executorPreference: OwnThread()) { … }`
public final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "test.own-thread")

  public init() {}

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedTaskExecutor()
    queue.async { unsafe job.runSynchronously(on: executor) }
  }
}
