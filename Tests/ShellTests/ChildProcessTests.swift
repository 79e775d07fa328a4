import Foundation
import GhostnoteTesting
import Synchronization
import Testing

@testable import Shell

@Suite struct ChildProcessTests {
  @Test func `what a program says ends with it, whatever is started at the same moment`() throws {
    // With Foundation's `Process` and `Pipe` each fiftieth of these ended with the sleeper.
    let sleepers = Mutex<[ChildProcess]>([])
    defer { for sleeper in sleepers.withLock({ $0 }) { sleeper.end() } }
    for index in 0..<40 {
      let starter = Thread {
        guard let sleeper = try? ChildProcess("/bin/sleep", ["600"]) else { return }
        sleepers.withLock { $0.append(sleeper) }
      }
      starter.start()
      usleep(UInt32(index % 20) * 50)
      let words = try ProgramPipe()
      let program = try ChildProcess(
        "/bin/true", [], streams: ChildProcess.Streams(output: words.writing.fileDescriptor))
      try words.writing.close()
      #expect(program.waitUntilEnd() == 0)
      var end = pollfd(fd: words.reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&end, 1, 10_000) == 1)
    }
    #expect(eventually { sleepers.withLock { $0.count } == 40 })
  }

  @Test func `it gets no file but its streams`() throws {
    // One that is not closed on exec.
    let file = unsafe open("/dev/null", O_RDONLY)
    defer { close(file) }
    #expect(file > 2)
    let (status, said) = try ChildProcess.run("/bin/sh", ["-c", "ls /proc/$$/fd; exit 5"])
    #expect(status == 5)
    #expect(said == Data("0\n1\n2\n".utf8))
  }

  @Test func `how it ended is reported, and it can be asked and ended meanwhile`() throws {
    #expect(try ChildProcess("/bin/sh", ["-c", "exit 3"]).waitUntilEnd() == 3)
    let sleeper = try ChildProcess("/bin/sleep", ["600"])
    let thread = Thread {
      usleep(20_000)
      #expect(!sleeper.hasEnded)
      sleeper.send(SIGTERM)
    }
    thread.start()
    #expect(sleeper.waitUntilEnd() == 128 + SIGTERM)
    #expect(sleeper.hasEnded)
    // Its id may be another's by now.
    sleeper.send(SIGKILL)
    #expect {
      try ChildProcess("/no/such/program", [])
    } throws: { "\($0)" == "cannot start /no/such/program: No such file or directory" }
  }

  @Test func `it reads nothing and has a group of its own where that is asked for`() throws {
    let words = try ProgramPipe()
    var streams = ChildProcess.Streams(output: words.writing.fileDescriptor)
    (streams.isInputEmpty, streams.hasOwnGroup) = (true, true)
    let shell = try ChildProcess(
      "/bin/sh", ["-c", "cat; cut -d ' ' -f 5 /proc/$$/stat"], streams: streams)
    try words.writing.close()
    #expect(try words.reading.readToEnd() == Data("\(shell.id)\n".utf8))
    #expect(shell.waitUntilEnd() == 0)
  }
}
