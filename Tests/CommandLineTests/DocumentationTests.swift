import CommandText
import Commands
import Foundation
import GhostnoteTesting
import Rhythm
import Testing

/// Everything that the documentation asks a reader to type is typed.
@Suite(.waiting) struct DocumentationTests {
  @Test func `the README is short, and its links lead somewhere`() throws {
    let readme = try #require(DocumentationPage(name: "README.md"))
    let text = try Self.text(of: readme.name)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
    let links = text.matches(of: /\]\(([a-zA-Z\/.-]+)[)#]/).map { String($0.output.1) }
    #expect(links.count >= 12)
    for link in links {
      let isThere = FileManager.default.fileExists(atPath: "\(GhostnoteProgram.root)/\(link)")
      #expect(isThere, "\(link)")
    }
  }

  @Test func `the architecture names every target`() throws {
    let text = try Self.text(of: "docs/architecture.md")
    let targets = try FileManager.default.contentsOfDirectory(
      atPath: "\(GhostnoteProgram.root)/Sources")
    #expect(targets.count > 30)
    for target in targets { #expect(text.contains("`\(target)`"), "\(target)") }
  }

  @Test func `the glossary has at most 80 terms, each once`() throws {
    let rows = try Self.text(of: "docs/GLOSSARY.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| term ") }
      .map { $0.dropFirst(2).prefix { $0 != "|" } }
    #expect((60...80).contains(rows.count))
    #expect(Set(rows).count == rows.count)
  }

  private static func text(of page: String) throws -> String {
    try String(contentsOfFile: "\(GhostnoteProgram.root)/\(page)", encoding: .utf8)
  }

  @Test(arguments: DocumentationPage.all.filter { !$0.shellLines.isEmpty })
  func `every line that starts with ghostnote does what it says`(page: DocumentationPage) throws {
    let fixture = try DocumentationFixture()
    var session: Spawned?
    if page.shellLines.contains(where: { $0.hasPrefix("ghostnote ctl") }) {
      let program = try fixture.start("ghostnote run rock --audio silent --midi none")
      #expect(eventually { program.errors.contains("ready: ") })
      session = program
    }
    for line in page.shellLines {
      let program = try fixture.start(Self.shortened(line))
      let outcome =
        line.hasPrefix("ghostnote run") || line.hasPrefix("ghostnote clock monitor")
        ? Self.stopped(program, isSession: line.hasPrefix("ghostnote run")) : Self.ended(program)
      #expect(
        Self.expectedStatus(of: line).contains(outcome.status), "\(line)\n\(outcome.errors)")
    }
    session?.signal(SIGTERM)
    if let session { #expect(session.finish(within: 180).status == 0) }
  }

  @Test(arguments: DocumentationPage.all.filter { !$0.lines(of: "sh running").isEmpty })
  func `every line that goes on until Ctrl-C begins and ends cleanly`(
    page: DocumentationPage
  ) throws {
    let fixture = try DocumentationFixture()
    let session = try fixture.start("ghostnote run rock --play --audio silent --midi none")
    #expect(eventually(within: 120) { session.errors.contains("ready: ") })
    for line in page.lines(of: "sh running") where line.hasPrefix("ghostnote ") {
      let words = String(line.prefix { $0 != "#" })
      if let pipe = words.firstIndex(of: "|") {
        // What the other program would get: a tenth of a second of sound.
        let program = try fixture.start("\(words[..<pipe]) | head -c 19200 | wc -c")
        let outcome = program.finish(within: 120)
        #expect(outcome.output.contains("19200"), "\(line)\n\(outcome.errors)")
        continue
      }
      let program = try fixture.start(words)
      let hasBegun = { !program.output.isEmpty || program.errors.contains("page: ") }
      #expect(eventually(within: 120) { hasBegun() || program.hasEnded }, "\(line)")
      #expect(!program.hasEnded, "\(line)\n\(program.errors)")
      program.signal(SIGINT)
      let outcome = program.finish(within: 120)
      #expect([0, 130].contains(outcome.status), "\(line): \(outcome.status)\n\(outcome.errors)")
    }
    session.signal(SIGTERM)
    #expect(session.finish(within: 180).status == 0)
  }

  @Test func `every line for a session with MIDI holds commands that can be read`() throws {
    let lines = DocumentationPage.all.flatMap { $0.lines(of: "sh midi") }
    #expect(!lines.isEmpty)
    let fixture = try DocumentationFixture()
    for line in lines {
      let prefix = "ghostnote ctl "
      #expect(line.hasPrefix(prefix), "\(line)")
      // The shell takes its quotes and its comment.
      let words = line.dropFirst(prefix.count)
      let command = try fixture.start("printf '%s ' \(words)").finish(within: 60).output
      #expect(throws: Never.self, "\(line)") { try CommandReader.command(command) }
    }
  }

  @Test func `no line that starts with ghostnote stands where no test runs it`() {
    let run: Set = ["sh", "sh running", "sh midi"]
    for page in DocumentationPage.all {
      let lines = page.blocks.filter { !run.contains($0.kind) }.flatMap(\.lines)
      let left = lines.filter { $0.hasPrefix("ghostnote ") }
      #expect(left == [], "\(page.name)")
    }
  }

  @Test(arguments: DocumentationPage.all.filter { !$0.lines(of: "control").isEmpty })
  func `every command is carried out`(page: DocumentationPage) throws {
    let fixture = try DocumentationFixture()
    for block in page.blocks where block.kind == "control" {
      let program = try fixture.start(
        "ghostnote run empty --audio silent --midi none --control stdin")
      for line in block.lines + ["quit"] { program.type(line) }
      let outcome = program.finish(within: 180)
      #expect(outcome.status == 0, "\(block.lines.joined(separator: "; "))\n\(outcome.errors)")
    }
  }

  @Test(arguments: DocumentationPage.all.filter { !$0.tabledCommands.isEmpty })
  func `every command in a table can be read`(page: DocumentationPage) throws {
    for command in page.tabledCommands {
      #expect(throws: Never.self, "\(command)") { try CommandReader.command(command) }
    }
  }

  @Test func `every command for a session with MIDI can be read`() throws {
    let commands = DocumentationPage.all.flatMap { $0.lines(of: "control midi") }
    #expect(!commands.isEmpty)
    for command in commands {
      #expect(throws: Never.self, "\(command)") { try CommandReader.command(command) }
    }
  }

  @Test func `the patterns that are shown can be read`() throws {
    let patterns = DocumentationPage.all.flatMap(\.blocks).filter { $0.kind == "pattern" }
    #expect(!patterns.isEmpty)
    for pattern in patterns {
      #expect(throws: Never.self) {
        try PatternNotation.pattern(pattern.lines.joined(separator: "\n"))
      }
    }
  }

  @Test func `the patches that are shown are good patches`() throws {
    let place = try Workplace()
    let patches = DocumentationPage.all.flatMap(\.blocks).filter { $0.kind == "json" }
    #expect(!patches.isEmpty)
    for (index, patch) in patches.enumerated() {
      let file = try place.write("\(index).json", patch.lines.joined(separator: "\n"))
      let outcome = try GhostnoteProgram.run("patch", "check", file)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test func `the page of commands is the table of commands`() throws {
    #expect(try Self.text(of: "docs/commands.md") == CommandManual.markdown)
  }

  /// A training is cut to one epoch, or to seconds; everything else runs as it is written.
  private static func shortened(_ line: String) -> String {
    let command = String(line.prefix { $0 != "#" })
    if command.contains("--minutes 2") {
      return String(command.replacing("--minutes 2", with: "--minutes 0.02"))
    }
    return command.hasPrefix("ghostnote train") ? "\(command) --epochs 1" : command
  }

  /// A clock monitor that heard no clock, and a port list or a doctor without a sequencer, say so with 1.
  private static func expectedStatus(of line: String) -> Set<Int32> {
    let mayFail = ["ghostnote clock monitor", "ghostnote ports", "ghostnote doctor"]
    return mayFail.contains { line.hasPrefix($0) } ? [0, 1] : [0]
  }

  private static func ended(_ program: Spawned) -> Spawned.Outcome {
    program.closeInput()
    return program.finish(within: 180)
  }

  /// Ends a program that runs until it is stopped, as Ctrl-C does, once it is ready.
  private static func stopped(_ program: Spawned, isSession: Bool) -> Spawned.Outcome {
    let isReady = { program.errors.contains("ready: ") || program.hasEnded }
    // Only a session says that it is ready.
    if eventually(within: isSession ? 120 : 5, isReady) || !program.hasEnded {
      program.signal(SIGINT)
    }
    return program.finish(within: 180)
  }
}
