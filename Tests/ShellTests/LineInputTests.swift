import Foundation
import GhostnoteTesting
import Synchronization
import Testing

@testable import Shell

@Suite struct LineInputTests {
  private final class Reading: Sendable {
    let lines = Mutex<[String]>([])
  }

  @Test func `the lines of another program come whole, the last one too, and its pipe is let go`() {
    let reading = Reading()
    weak var handle: FileHandle?
    do {
      let pipe = Pipe()
      handle = pipe.fileHandleForReading
      LineInput.follow(pipe.fileHandleForReading) { line in
        reading.lines.withLock { $0.append(line) }
      }
      for part in ["one\ntw", "o\n", "", "three"] {
        pipe.fileHandleForWriting.write(Data(part.utf8))
      }
      try? pipe.fileHandleForWriting.close()
    }
    #expect(eventually { reading.lines.withLock { $0 } == ["one", "two", "three"] })
    // Which closes it.
    #expect(eventually { handle == nil })
  }
}
