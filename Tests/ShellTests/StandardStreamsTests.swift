import Foundation
import Testing

@testable import Shell

@Suite struct StandardStreamsTests {
  @Test func `a full disk or a closed descriptor is not an error`() throws {
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    #expect(full >= 0)
    StandardStreams.write("lost\n", to: full)
    StandardStreams.write("lost\n", to: -1)
    let pipe = Pipe()
    StandardStreams.write("kept\n", to: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("kept\n".utf8))
  }
}
