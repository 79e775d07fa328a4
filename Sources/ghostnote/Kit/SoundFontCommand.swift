import ArgumentParser
import Commands
import DrumSynthesis
import Files
import Foundation
import MusicalTime
import Rhythm
import SampleKits
import SoundFonts

/// `ghostnote soundfont …`
struct SoundFontCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soundfont", abstract: "Make a SoundFont of samples, or the one of Ghostnote.",
    subcommands: [Make.self])

  /// Refuses what a SoundFont's file cannot be named.
  static func check(_ output: String) throws(ValidationError) {
    guard output.lowercased().hasSuffix(".sf2") else {
      throw ValidationError("-o \(output): expected a .sf2 file")
    }
  }

  /// `ghostnote soundfont make`
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a SoundFont of a folder of samples, or synthesise the bundled one.",
      discussion: """
        Names tell the drums: kick_1.wav … kick_4.wav are layers by loudness, snare_v2_rr1.wav a variant
        of a layer; variants take turns from velocity to velocity. A JSON map tells what names do not.
        Its choke groups have to be in the patch as well: the control lines for that are printed.
        Without --from, the bundled SoundFont is synthesised, the same bytes every time.

        EXAMPLES
          ghostnote soundfont make --from samples -o mine.sf2
          ghostnote soundfont make --from samples --map map.json -o mine.sf2
          ghostnote soundfont make --kit electronic -o machine.sf2
          ghostnote soundfont make -o kit.sf2 --readme kit.md
          ghostnote soundfont make -o SoundFonts/Ghostnote-Kit.sf2 --overwrite
        """)

    @Option(
      name: .shortAndLong,
      help: "The file to write: .sf2; without it, one here named after the folder or the kit.",
      completion: .file(extensions: ["sf2"]))
    var output: String?

    @OptionGroup var existing: OverwriteOptions

    @Option(help: "Which bundled kit: acoustic or electronic.")
    var kit: BundledKit?

    @Option(help: "A folder of WAV, FLAC, AIFF or Ogg files.", completion: .directory)
    var from: String?

    @Option(help: "A JSON map from drums to files.", completion: .file(extensions: ["json"]))
    var map: String?

    @Option(help: "The SoundFont's name; without it, the folder's.")
    var name: String?

    @Flag(help: "Mix stereo samples to mono.")
    var mono = false

    @Flag(help: "Play every sample backwards.")
    var reverse = false

    @Flag(help: "Keep silence at the ends of samples.")
    var untrimmed = false

    @Option(
      help: "Write the measurements of both bundled kits to this Markdown file.",
      completion: .file(extensions: ["md"]))
    var readme: String?

    func validate() throws {
      if let output { try SoundFontCommand.check(output) }
      guard from != nil || map == nil && name == nil && !mono && !reverse && !untrimmed else {
        throw ValidationError("--map, --name, --mono, --reverse and --untrimmed need --from FOLDER")
      }
      guard from == nil || readme == nil else {
        throw ValidationError("--readme is for the bundled SoundFont: omit it or --from")
      }
      guard from == nil || kit == nil else {
        throw ValidationError("--kit is for the bundled SoundFonts: omit it or --from")
      }
    }

    func run() throws {
      if let from { return try make(from: from) }
      let kit = kit ?? .acoustic
      let path = output ?? kit.file
      try refuseEqual([("-o", path), ("--readme", readme)])
      try existing.check(path)
      if let readme { try existing.check(readme) }
      let font = DrumSoundFont.make(kit)
      try write(Data(font.bytes), to: path)
      print("\(path): \(font.bytes.count) bytes, \(font.measurements.count) recordings")
      if let readme {
        let acoustic = kit == .acoustic ? font : DrumSoundFont.make(.acoustic)
        let electronic = kit == .electronic ? font : DrumSoundFont.make(.electronic)
        try write(Data(acoustic.readme(beside: electronic).utf8), to: readme)
        print("\(readme): levels and loudness of each")
      }
    }

    private func make(from folder: String) throws {
      var shaping = SampleFolder.Shaping()
      (shaping.trims, shaping.folds, shaping.reverses) = (!untrimmed, mono, reverse)
      // The name of `.` is that of the folder there.
      let plain = URL(fileURLWithPath: HomeFolder.expanded(folder)).standardized.lastPathComponent
      let path = output ?? "\(plain == "/" ? "Samples" : plain).sf2"
      try existing.check(path, reading: [map].compactMap(\.self))
      let found: SampleFolder
      let bytes: [UInt8]
      do {
        found = try SampleFolder(
          folder, name: name ?? plain, map: try map.map(read), shaping: shaping)
        bytes = try found.kit.soundFont.bytes()
      } catch { throw CommandError("\(error)") }
      try write(Data(bytes), to: path)
      print((found.rows + found.unused.map { "not used: \($0)" }).joined(separator: "\n"))
      for choke in found.chokes {
        print("choke \(choke.drum.name) \(Command.quoted(choke.group))")
      }
      print("\(path): \(bytes.count) bytes, \(found.kit.drums.count.counted("drum"))")
    }

    private func read(_ map: String) throws -> KitMap {
      let bytes: [UInt8]
      do throws(FileReadingError) {
        bytes = try RegularFile.bytes(at: HomeFolder.expanded(map), limit: 1 << 20)
      } catch { throw SampleKitError("\(map): \(error.reason)") }
      do throws(SampleKitError) { return try KitMap(json: bytes) } catch {
        throw SampleKitError("\(map): \(error)")
      }
    }
  }
}
