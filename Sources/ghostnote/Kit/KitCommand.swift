import ArgumentParser
import Commands
import Control
import Files
import FluidSynthesizer
import Foundation
import Rhythm
import Shell

/// `ghostnote kit …`
struct KitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kit",
    abstract: "List SoundFonts with drum kits, show one, or import a kit of Hydrogen.",
    subcommands: [List.self, Show.self, Import.self], defaultSubcommand: List.self)

  /// A SoundFont in the `--json` output.
  struct Entry: Encodable {
    struct Program: Encodable {
      /// Nil for a drum kit.
      var bank: UInt16?
      var program: UInt8
      var name: String
    }

    var path: String
    var name: String
    var bytes: Int
    var programs: [Program]

    init(_ file: SoundFontFile) {
      path = file.path
      name = file.name
      bytes = file.byteCount
      programs = file.drumPresets.map { Program(program: $0.program, name: $0.name) }
      guard programs.isEmpty else { return }
      programs = file.presets.map {
        Program(bank: $0.bank, program: $0.program, name: $0.name)
      }
    }

    var lines: [String] {
      ["\(path)  (\(name), \((bytes + 512) / 1024) KiB)"]
        + programs.map { row in
          guard let bank = row.bank else { return "  program \(row.program): \(row.name)" }
          let font = path.split(separator: "/").last?.dropLast(4) ?? ""
          return "  no drum kit: `kit \(font):\(bank):\(row.program)`, and `keymap`: \(row.name)"
        }
    }
  }

  /// `ghostnote kit list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the SoundFonts found; the first is the one that plays.",
      discussion: "EXAMPLES\n  ghostnote kit list\n  ghostnote kit list --json")

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      var found: [Entry] = []
      let search = SoundFontSearch()
      for directory in search.cutDirectories {
        let most = FolderListing.mostFiles
        write(
          "ghostnote: \(directory): more than \(most) SoundFonts; the others are found by name\n"
            .printable,
          to: STDERR_FILENO)
      }
      for result in search.all() {
        switch result {
        case .success(let file): found.append(Entry(file))
        case .failure(let error):
          write("ghostnote: \(error)\n".printable, to: STDERR_FILENO)
        }
      }
      if json { return print(ghostnote.json(found)) }
      guard !found.isEmpty else { throw CommandError("\(try noneFound())") }
      print(found.flatMap(\.lines).joined(separator: "\n"))
      let drums = Drum.all.map { "  \($0.note) \($0.name): \($0.generalMIDIName)" }
      print("drums:\n" + drums.joined(separator: "\n"))
      if let offer = FreeKit.offer { print(offer) }
    }

    private func noneFound() throws -> String {
      do { _ = try SoundFontSearch().find() } catch { return "\(error)" }
      return "no SoundFont found"
    }
  }

  /// `ghostnote kit show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a SoundFont's drum kits.",
      discussion: "EXAMPLES\n  ghostnote kit show /usr/share/sounds/sf2/default-GM.sf2")

    @Argument(
      help: "A SoundFont's path or name; without one, the one that plays.", completion: .soundFont)
    var soundFont: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let file = try SoundFontSearch(explicit: soundFont).find()
      if json { return print(ghostnote.json(Entry(file))) }
      print(Entry(file).lines.joined(separator: "\n"))
    }
  }
}

/// `value` as JSON with sorted keys; numbers that are not finite, such as a metric in a model's file, are the
/// strings “Infinity”, “-Infinity” and “NaN”.
func json(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  // The values here can always be encoded: their keys are strings.
  return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self).printableJSON
}
