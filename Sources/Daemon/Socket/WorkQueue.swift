import Dispatch

/// Runs an actor's jobs on a thread beside the pool of tasks: on one core that pool has one thread, which the
/// main loop needs.
final class WorkQueue: SerialExecutor {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: "ghostnote-\(name)", qos: .utility) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    queue.async { [self] in
      // The job may let go of the actor, and so of this executor, before it has ended.
      withExtendedLifetime(self) { unsafe job.runSynchronously(on: executor) }
    }
  }
}
