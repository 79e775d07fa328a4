import CVectors
import Dispatch

/// A parallel map: runs `work` for 0 ..< count on all processors and returns the results in order.
/// Denormal numbers are flushed to zero meanwhile.
///
/// `work` must not write anything for one index that it reads for another.
func parallelMap<Result>(_ count: Int, _ work: @escaping (Int) -> Result) -> [Result] {
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

/// Sendable by construction: each element is written by one thread, and the caller waits for all.
@safe private struct Task<Result>: @unchecked Sendable {
  let work: (Int) -> Result
  let results: UnsafeMutableBufferPointer<Result>

  func run(_ index: Int) { unsafe results.initializeElement(at: index, to: work(index)) }
}
