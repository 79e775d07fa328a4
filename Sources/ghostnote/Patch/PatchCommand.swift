import ArgumentParser
import Commands
import Foundation
import Instrument
import MusicalTime
import PatchFiles
import Rhythm
import Shell

/// `ghostnote patch …`
struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Check, show or list patches, and convert them from and to other files.",
    subcommands: [Check.self, Show.self, List.self, Import.self, Export.self],
    defaultSubcommand: List.self)

  /// `ghostnote patch check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check patch files for errors.",
      discussion: """
        EXAMPLES
          ghostnote patch check my.json
          ghostnote patch check Patches/*.json
          ghostnote patch check my.json --json
        """)

    @Argument(help: "Patch files or factory patches.", completion: .patch)
    var patches: [String]

    @Flag(help: "Print JSON, errors too.")
    var json = false

    /// A patch in the `--json` output.
    private struct Entry: Encodable {
      /// Its file, or what was asked for where there is none.
      var path: String
      /// The steps and lanes of its pattern; nil where it cannot be read.
      var steps: Int?
      var lanes: Int?
      /// What is wrong; empty for a good patch.
      var errors: [String]

      init(_ name: String) {
        do throws(PatchError) {
          let (patch, path) = try PatchFiles().load(name)
          self.path = path
          (steps, lanes) = (patch.pattern.stepCount, patch.pattern.lanes.count)
          errors = Check.missingSounds(of: patch, at: path)
        } catch {
          (path, errors) = (name, ["\(error)"])
        }
      }
    }

    func run() throws {
      var entries: [Entry] = []
      for name in patches {
        let entry = Entry(name)
        entries.append(entry)
        if !json { Self.show(entry) }
      }
      if json { print(ghostnote.json(entries)) }
      if entries.contains(where: { !$0.errors.isEmpty }) { throw ExitCode.failure }
    }

    private static func show(_ entry: Entry) {
      for error in entry.errors {
        write("ghostnote: error: \(error)\n".printable, to: STDERR_FILENO)
      }
      guard entry.errors.isEmpty, let steps = entry.steps, let lanes = entry.lanes else { return }
      print("\(entry.path): good: \(steps.counted("step")), \(lanes.counted("lane"))")
    }

    /// What is wrong with the SoundFonts that a patch names.
    private static func missingSounds(of patch: Patch, at path: String) -> [String] {
      let fonts = [patch.kit.soundFont].compactMap { $0 } + patch.kit.sources.values.map(\.font)
      return Set(fonts).sorted().compactMap { font -> String? in
        do {
          _ = try KitLibrary.font(font, of: path)
          return nil
        } catch {
          return "\(path): its kit: \(error)"
        }
      }
    }
  }

  /// `ghostnote patch show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw a patch's grid, and write its patterns as text.",
      discussion:
        "EXAMPLES\n  ghostnote patch show samba\n  ghostnote patch show samba --text\n"
        + "  ghostnote patch show my.json --json")

    @Argument(help: "A patch file or a factory patch.", completion: .patch)
    var patch: String

    @Flag(help: "Print the patch as it would be saved.")
    var json = false

    @Flag(help: "Print only the patterns as text, as `paste pattern` reads them.")
    var text = false

    func run() throws {
      let (patch, path) = try PatchFiles().load(patch)
      if json { return print(patch.json.printableJSON, terminator: "") }
      if text { return print(notation(of: patch)) }
      let pattern = patch.pattern
      print(
        "\(patch.name)  \(patch.tempo.bpm) bpm  \(pattern.stepCount.counted("step"))  (\(path))")
      let drawing = PatternGrid.drawing(of: pattern, columns: PatternGrid.usualColumns)
      print(drawing + "\n\n" + notation(of: patch))
    }

    /// Every pattern as text, separated by blank lines; a single one without its name, which is the
    /// patch's.
    private func notation(of patch: Patch) -> String {
      guard patch.patterns.count == 1 else {
        return patch.patterns.map { PatternNotation.text($0) }.joined(separator: "\n\n")
      }
      var pattern = patch.pattern
      pattern.name = ""
      return PatternNotation.text(pattern)
    }
  }

  /// `ghostnote patch list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the factory patches.",
      discussion: "EXAMPLES\n  ghostnote patch list\n  ghostnote patch list --json")

    @Flag(help: "Print JSON.")
    var json = false

    /// A patch in the `--json` output.
    private struct Entry: Encodable {
      var name: String
    }

    func run() throws {
      let names = PatchFiles().factoryNames
      if json { return print(ghostnote.json(names.map(Entry.init))) }
      for name in names { print(name) }
    }
  }
}
