import CommandText
import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDIFiles
import MusicalTime
import Rhythm
import Testing

/// No surface can make an ill-formed command: what any of them has goes through the table.
@Suite struct CommandCheckingTests {
  static let strange: [ArgumentValue] = [
    .number(.nan), .number(.infinity), .number(-.infinity), .number(1e300), .number(-1e300),
    .number(1e19), .number(-1), .number(0.5), .number(99_999_999), .text(""), .text("1/0"),
    .text("-9223372036854775808"), .text("-9223372036854775808/1"),
    .text("64@-9223372036854775808"),
    .text("x&0:0"), .text("\u{1B}[2J"), .flag(true),
  ]

  /// Every row's example with one of its arguments made strange.
  static let attacks: [(path: String, arguments: [ArgumentValue])] = CommandTable.all.flatMap {
    spec in
    spec.examples.flatMap { example -> [(String, [ArgumentValue])] in
      let words = example.split(separator: " ").map(String.init)
      let given = words.dropFirst(spec.path.split(separator: " ").count).map(ArgumentValue.text)
      return given.indices.flatMap { place in
        strange.map { value in
          var attack = Array(given)
          attack[place - given.startIndex] = value
          return (spec.path, attack)
        }
      }
    }
  }

  @Test func `a command made of strange values is refused, or is one that a line could give`()
    async throws
  {
    #expect(Self.attacks.count > 1_000)
    for (path, arguments) in Self.attacks {
      guard let command = try? CommandTable.command(path, arguments) else { continue }
      // What is let through reads back as itself, so its values are in their ranges.
      let again = try CommandReader.command(command.line)
      #expect(again == command, "\(command.line)")
    }
  }

  @Test func `what is let through does no harm, and what fails changes nothing`() async throws {
    let desk = Desk(Patch(name: "whole", pattern: try Pattern(rows: "kick X... X...")))
    for (path, arguments) in Self.attacks {
      guard let command = try? CommandTable.command(path, arguments), isHarmless(command) else {
        continue
      }
      let before = await desk.machine.document
      do { _ = try await desk.machine.perform(command) } catch {
        #expect(await desk.machine.document == before, "\(command.line)")
      }
      desk.play()
      _ = await desk.machine.attend()
    }
  }

  /// Whether it leaves the disk alone, and asks for no drummer's bars at the end of time.
  private func isHarmless(_ command: Command) -> Bool {
    switch command.action {
    case .midiFile, .drummer, .file(.save), .quit, .transport(.locate): false
    case .groove(.extract(.file, _, _)): false
    default: true
    }
  }

  @Test(arguments: ["watch state hits", "watch", "listen", "oneshot kick 9"])
  func `what concerns a client's connection is nothing for the machine`(line: String) async throws {
    let desk = Desk(Patch(name: "whole", pattern: try Pattern(rows: "kick X... X...")))
    let command = try #require(try CommandReader.command(line))
    let before = await desk.machine.document
    await #expect(throws: CommandError.needsConnection(command.spec.path)) {
      _ = try await desk.machine.perform(command)
    }
    #expect(await desk.machine.document == before)
  }

  @Test func `what lines ask for at the ends of their ranges is let through`() async throws {
    let desk = Desk(Patch(name: "whole", pattern: try Pattern(rows: "kick X... X...")))
    for line in [
      "locate 1", "level -60", "level 12", "level kick 12", "pan kick -1", "tuning kick 1200",
      "kit 127", "step kick 8", "drummer on", "drummer density 1", "drummer rest 1024",
      "drummer lock 16", "drummer fill every off", "drummer answer off", "countin 4",
      "record quantise off", "record quantise 100%", "undo", "redo", "rotate 255",
      "mutegroup 8", "clock offset -1", "lane kick turn -255",
    ] {
      do { try await desk.perform(line) } catch {
        // Refused by what is there, perhaps; by its range never.
        #expect(!"\(error)".contains("expected"), "\(line): \(error)")
      }
    }
  }
}
