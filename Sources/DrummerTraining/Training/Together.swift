import CVectors
import Dispatch

/// Does `work` for 0 ..< count, on as many threads as there are processors for, and answers what it
/// answered, in order. Numbers too small to be normal count as 0 meanwhile.
///
/// `work` must touch nothing for one number that it changes for another.
func together<Result>(_ count: Int, _ work: @escaping (Int) -> Result) -> [Result] {
  unsafe Array(unsafeUninitializedCapacity: count) { results, filled in
    let task = unsafe Task(work: work, results: results)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let before = training_flush_tiny()
      task.run(index)
      training_restore_tiny(before)
    }
    filled = count
  }
}

/// Sendable by agreement: each number is one thread's, and the caller waits until all are done.
@safe private struct Task<Result>: @unchecked Sendable {
  let work: (Int) -> Result
  let results: UnsafeMutableBufferPointer<Result>

  func run(_ index: Int) { unsafe results.initializeElement(at: index, to: work(index)) }
}
