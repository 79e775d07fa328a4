import ControlSocket
import Dispatch
import Foundation
import Rhythm
import Synchronization
import Testing

@testable import Daemon

@Suite struct LibraryReaderTests {
  /// Folders that answer once they are let.
  private final class SlowDisk: Sendable {
    let isOpen = DispatchSemaphore(value: 0)
    let readings = Atomic<Int>(0)

    func read() -> LibraryReader.Contents {
      isOpen.wait()
      let count = readings.add(1, ordering: .relaxed).newValue
      return LibraryReader.Contents(
        patches: .array([.integer(count)]), patchFolders: .array([.string("/shelf")]))
    }
  }

  private func holds(_ condition: () -> Bool) -> Bool {
    for _ in 0..<5_000 {
      if condition() { return true }
      usleep(1_000)
    }
    return false
  }

  @Test func `a disk that hangs delays nothing, and is read once at a time`() {
    let disk = SlowDisk()
    let library = LibraryReader { disk.read() }
    for _ in 0..<100 {
      library.refresh()
      #expect(library.contents == LibraryReader.Contents())
    }
    disk.isOpen.signal()
    #expect(holds { library.contents.patches == .array([.integer(1)]) })
    // None of the hundred was kept for later.
    disk.isOpen.signal()
    usleep(20_000)
    #expect(disk.readings.load(ordering: .relaxed) == 1)
    library.refresh()
    #expect(holds { library.contents.patches == .array([.integer(2)]) })
  }

  @Test func `a page's state is made of what was read, while the disk hangs`() {
    let disk = SlowDisk()
    var watchers = Watchers(library: LibraryReader { disk.read() })
    let empty = JSONNode.object([
      "kits": .array([]), "patches": .array([]), "patchFolders": .array([]),
      "styles": .array([.string("funk")]),
    ])
    #expect(watchers.library(styles: ["funk"]) == empty)
    disk.isOpen.signal()
    disk.isOpen.signal()
    #expect(
      holds {
        watchers.library(styles: ["funk"])
          == .object([
            "kits": .array([]), "patches": .array([.integer(1)]),
            "patchFolders": .array([.string("/shelf")]), "styles": .array([.string("funk")]),
          ])
      })
  }

  @Test func `what an actor does on a queue of its own takes no thread from the tasks`() async {
    actor Renderer {
      private let queue = WorkQueue("test")
      nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe queue.asUnownedSerialExecutor()
      }
      func wait(_ semaphore: Gate) { semaphore.wait() }
    }
    final class Gate: Sendable {
      private let semaphore = DispatchSemaphore(value: 0)
      func wait() { semaphore.wait() }
      func open() { semaphore.signal() }
    }
    // More of them than there are threads for tasks: the test could not go on.
    let gate = Gate()
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
    let waiting = (0..<count).map { _ in
      let renderer = Renderer()
      return Task { await renderer.wait(gate) }
    }
    for _ in 0..<1_000 { await Task.yield() }
    for _ in 0..<count { gate.open() }
    for task in waiting { await task.value }
    #expect(waiting.count == count)
  }
}
