#if canImport(Glibc)
  import Glibc
#endif

/// Takes a half to the thread that alone uses it.
final class Moved<Half: ~Copyable>: @unchecked Sendable {
  var half: Half
  init(_ half: consuming Half) { self.half = half }
}

/// A dedicated second thread: the concurrency pool may have no free thread while other tests run.
struct OtherThread: ~Copyable {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  private let thread: pthread_t

  init(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { work in
        guard let work = unsafe work else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work)
    precondition(result == 0)
    self.thread = thread
  }

  /// Waits until the thread's work is done.
  consuming func join() { _ = pthread_join(thread, nil) }
}
