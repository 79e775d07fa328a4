import ArgumentParser
import Control
import Foundation
import MusicalTime
import Rhythm

/// `ghostnote patch …`
struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Check, show or list patches, and turn them from and to MIDI files.",
    subcommands: [Check.self, Show.self, List.self, Import.self, Export.self],
    defaultSubcommand: List.self)

  /// `ghostnote patch check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say what is wrong with patch files, if anything.",
      discussion:
        "EXAMPLES\n  ghostnote patch check my.json\n  ghostnote patch check Patches/*.json")

    @Argument(help: "Patch files or factory patches.", completion: .file(extensions: ["json"]))
    var patches: [String]

    func run() throws {
      var failures = 0
      for name in patches {
        do throws(CommandError) {
          let (patch, path) = try PatchFiles().load(name)
          let lanes = patch.pattern.lanes.count
          print("\(path): good: \(patch.pattern.stepCount) steps, \(lanes) lanes")
        } catch {
          failures += 1
          FileHandle.standardError.write(Data("ghostnote: error: \(error)\n".utf8))
        }
      }
      if failures > 0 { throw ExitCode.failure }
    }
  }

  /// `ghostnote patch show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw a patch's grid as text.",
      discussion: "EXAMPLES\n  ghostnote patch show samba\n  ghostnote patch show my.json --json")

    @Argument(help: "A patch file or a factory patch.", completion: .file(extensions: ["json"]))
    var patch: String

    @Flag(help: "Print the patch as it would be saved.")
    var json = false

    func run() throws {
      let (patch, path) = try PatchFiles().load(patch)
      if json { return print(patch.json, terminator: "") }
      let pattern = patch.pattern
      print("\(patch.name)  \(patch.tempo.bpm) bpm  \(pattern.stepCount) steps  (\(path))")
      print(PatternGrid.drawing(of: pattern))
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
