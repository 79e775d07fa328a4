import Foundation
import RealTime
import Synchronization
import Testing

@Suite struct NamedThreadTests {
  private final class Names: Sendable {
    let found = Mutex<[String]>([])
    let hasEnded = DispatchSemaphore(value: 0)

    /// Notes the name that the kernel has of the calling thread.
    func note() {
      let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      found.withLock { $0.append(name ?? "") }
      hasEnded.signal()
    }
  }

  @Test func `a thread has its name from its first instruction on, of 15 bytes at most`() {
    let names = Names()
    // A name that is set from outside is lost in one of many.
    for number in 100..<300 {
      #expect(NamedThread.start("ghostnote-\(number)-and-more") { names.note() })
      names.hasEnded.wait()
    }
    #expect(names.found.withLock { $0 } == (100..<300).map { "ghostnote-\($0)-a\n" })
  }

  @Test(arguments: [
    ("ghostnote-äöü", "ghostnote-äö"), ("ghostnote-aäöü", "ghostnote-aäö"),
    ("ghostnote-🥁🥁", "ghostnote-🥁"), ("ghostnote-e\u{301}e\u{301}", "ghostnote-e\u{301}"),
  ])
  func `no character of a name is cut in two`(name: String, kept: String) {
    let names = Names()
    #expect(NamedThread.start(name) { names.note() })
    names.hasEnded.wait()
    #expect(names.found.withLock { $0 } == [kept + "\n"])
  }

  @Test func `a thread that is not ours can be renamed`() {
    let names = Names()
    let other = OtherThread {
      NamedThread.rename("elsewhere")
      names.note()
    }
    other.join()
    #expect(names.found.withLock { $0 } == ["elsewhere\n"])
  }
}
