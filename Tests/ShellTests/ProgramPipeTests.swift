import Foundation
import Testing

@testable import Shell

@Suite struct ProgramPipeTests {
  @Test func `no program that another thread starts has it`() throws {
    let pipe = try ProgramPipe()
    for end in [pipe.reading, pipe.writing] {
      #expect(fcntl(end.fileDescriptor, F_GETFD) == FD_CLOEXEC)
    }
  }

  @Test func `a program reads and writes one`() throws {
    let (input, output) = (try ProgramPipe(), try ProgramPipe())
    let cat = try ChildProcess(
      "/bin/cat", [],
      streams: ChildProcess.Streams(
        input: input.reading.fileDescriptor, output: output.writing.fileDescriptor))
    try input.reading.close()
    try output.writing.close()
    try input.writing.write(contentsOf: Data("there and back".utf8))
    try input.writing.close()
    #expect(try output.reading.readToEnd() == Data("there and back".utf8))
    #expect(cat.waitUntilEnd() == 0)
  }
}
