import Foundation
import GhostnoteTesting
import Testing

@testable import Daemon

/// Lines that are read and not edited.
@Suite struct PlainLinesTests {
  private let events = DaemonEvents()
  private let overtaking = Locked<[String]>([])

  /// Reads the lines of `file`, of which `stop` is urgent.
  private func read(_ file: Int32) {
    events.readPlainLines(from: file) { [overtaking] line in
      guard line == "stop" else { return false }
      overtaking.change { $0.append(line) }
      return true
    }
  }

  /// The lines that wait for their turn: `most` of them, or those before another event.
  private func waiting(_ most: Int = .max) async -> [String] {
    var lines: [String] = []
    for await event in events.stream {
      guard case .line(let line) = event else { break }
      events.lineDone()
      lines.append(line)
      if lines.count == most { break }
    }
    return lines
  }

  @Test func `urgent lines that are typed overtake, and the others wait for their turn`()
    async throws
  {
    let terminal = try PseudoTerminal()
    let file = unsafe open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(file >= 0)
    // The thread that reads lines has a descriptor of its own.
    defer { close(file) }
    read(file)
    terminal.type("load big\nstop\nstatus\n")
    #expect(await waiting(2) == ["load big", "status"])
    #expect(overtaking.value == ["stop"])
    withExtendedLifetime(terminal) {}
  }

  @Test func `the lines of a script stay in order, urgent or not`() async throws {
    let script = Pipe()
    try script.fileHandleForWriting.write(contentsOf: Data("tempo 97\nstop\nstatus\n".utf8))
    try script.fileHandleForWriting.close()
    read(script.fileHandleForReading.fileDescriptor)
    #expect(await waiting() == ["tempo 97", "stop", "status"])
    #expect(overtaking.value.isEmpty)
    withExtendedLifetime(script) {}
  }
}
