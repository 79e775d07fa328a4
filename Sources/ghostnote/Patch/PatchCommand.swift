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
      discussion:
        "EXAMPLES\n  ghostnote patch check my.json\n  ghostnote patch check Patches/*.json")

    @Argument(help: "Patch files or factory patches.", completion: .patch)
    var patches: [String]

    func run() throws {
      var failures = 0
      for name in patches {
        do throws(PatchError) {
          let (patch, path) = try PatchFiles().load(name)
          let lanes = patch.pattern.lanes.count.counted("lane")
          guard Self.hasSounds(patch, at: path) else {
            failures += 1
            continue
          }
          print("\(path): good: \(patch.pattern.stepCount.counted("step")), \(lanes)")
        } catch {
          failures += 1
          write("ghostnote: error: \(error)\n".printable, to: STDERR_FILENO)
        }
      }
      if failures > 0 { throw ExitCode.failure }
    }

    /// Whether the SoundFonts that a patch names are there; says which are not.
    private static func hasSounds(_ patch: Patch, at path: String) -> Bool {
      let fonts = [patch.kit.soundFont].compactMap { $0 } + patch.kit.sources.values.map(\.font)
      var areThere = true
      for font in Set(fonts).sorted() {
        do {
          _ = try KitLibrary.font(font, of: path)
        } catch {
          areThere = false
          write("ghostnote: error: \(path): its kit: \(error)\n".printable, to: STDERR_FILENO)
        }
      }
      return areThere
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
    static let configuration = CommandConfiguration(abstract: "List the factory patches.")

    func run() throws {
      for name in PatchFiles().factoryNames { print(name) }
    }
  }
}
