import Glibc
import Testing

@testable import JACKClient

/// libjack's threads may be cancelled at any instruction, and are when a client is closed.
@Suite struct CancellationTests {
  @Test func `a thread that is cancelled while it passes on a message holds no lock`() throws {
    // Made before: the thread itself may hold no lock of malloc's where it can be cancelled.
    let message = unsafe strdup("no answer")
    defer { unsafe free(message) }
    for _ in 0..<500 {
      try unsafe cancelThread(
        running: { message in
          let text = unsafe message?.assumingMemoryBound(to: CChar.self)
          pthread_setcanceltype(CInt(PTHREAD_CANCEL_ASYNCHRONOUS), nil)
          while true { unsafe keepMessage(text) }
        }, argument: message, onceThat: { !LibraryMessages.last.isEmpty })
      // A lock of a thread that is gone ends the process here.
      LibraryMessages.forget()
    }
    #expect(LibraryMessages.last.isEmpty)
  }

  @Test func `a thread that is cancelled while it notifies holds no lock`() throws {
    let shared = unsafe SharedState(audioCount: 0, handler: { _, _ in }, context: nowhere)
    let callbacks = ClientCallbacks(of: shared)
    for _ in 0..<500 {
      var hasNotified = false
      try unsafe cancelThread(
        running: { argument in
          pthread_setcanceltype(CInt(PTHREAD_CANCEL_ASYNCHRONOUS), nil)
          while true { unsafe portsConnected(1, 2, 1, argument) }
        }, argument: Unmanaged.passUnretained(callbacks).toOpaque(),
        onceThat: {
          hasNotified = hasNotified || shared.collectNotifications().isGraphChanged
          return hasNotified
        })
      _ = shared.collectNotifications()
      shared.wake.drain()
    }
    #expect(!shared.collectNotifications().isGraphChanged)
  }

  private var nowhere: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(bitPattern: 16)! }

  /// Starts a thread, waits until `hasBegun`, cancels it as libjack does, and waits for its end.
  private func cancelThread(
    running body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    argument: UnsafeMutableRawPointer?, onceThat hasBegun: () -> Bool
  ) throws {
    var thread = pthread_t()
    try #require(unsafe pthread_create(&thread, nil, body, argument) == 0)
    let deadline = ContinuousClock.now + .seconds(60)
    var isBegun = hasBegun()
    while !isBegun, ContinuousClock.now < deadline {
      sched_yield()
      isBegun = hasBegun()
    }
    pthread_cancel(thread)
    pthread_join(thread, nil)
    try #require(isBegun, "the thread did nothing")
  }
}
