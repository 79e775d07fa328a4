import Foundation
import Synchronization
import Testing

@testable import ControlSocket

@Suite struct ControlClientTests {
  /// Closed twice, it would close what another thread has opened in between.
  @Test func `a connection that fails closes its descriptor once`() {
    let isOver = Atomic<Bool>(false)
    let lost = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 {
        for _ in 0..<30_000 { _ = try? ControlClient(path: "/nonexistent/socket") }
        isOver.store(true, ordering: .relaxed)
      } else {
        while !isOver.load(ordering: .relaxed) {
          let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
          for _ in 0..<16 { _ = fcntl(file, F_GETFD) }
          if close(file) != 0 { lost.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(lost.load(ordering: .relaxed) == 0)
  }
}
