import ArgumentParser
import Commands
import Files
import Foundation
import HydrogenFiles
import SampleKits
import SoundFonts

extension KitCommand {
  /// `ghostnote kit import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Make a SoundFont of a drum kit of Hydrogen.",
      discussion: """
        Every drum gets General MIDI's key for it, every layer its velocities. The SoundFont is written to
        the user's kits, where `kit NAME` finds it; its licence is shown and kept in it.

        EXAMPLES
          ghostnote kit import My-Kit.h2drumkit
          ghostnote kit import /usr/share/hydrogen/data/drumkits/GMRockKit -o rock.sf2
        """)

    @Argument(
      help: "A .h2drumkit file, or a folder with a drumkit.xml.",
      completion: .file(extensions: ["h2drumkit"]))
    var kit: String

    @Option(
      name: .shortAndLong, help: "The file to write; without it, one in the user's kits.",
      completion: .file(extensions: ["sf2"]))
    var output: String?

    @OptionGroup var existing: OverwriteOptions

    @Flag(help: "Print only the table of drums; write nothing.")
    var dry = false

    func validate() throws {
      if let output { try SoundFontCommand.check(output) }
    }

    func run() throws {
      let found = try CommandError.wrapping { try HydrogenKitImport(at: kit) }
      print(found.rows.joined(separator: "\n"))
      for line in found.chokes { print(line) }
      guard !dry else { return print(found.summary) }
      let bytes: [UInt8]
      do throws(SoundFontLimit) { bytes = try found.kit.soundFont.bytes() } catch {
        throw CommandError("\(kit): \(error)")
      }
      let path = try output ?? Self.place(of: found.name)
      // Another kit may have this name.
      try existing.check(path, reading: [kit])
      try ghostnote.write(Data(bytes), to: path)
      print("\(path): \(found.summary)")
    }

    /// The file of a kit's name in the user's kits, whose folder is made.
    private static func place(of name: String) throws -> String {
      guard let folder = DataFolders(of: "Kits").own else {
        throw CommandError("no home folder for the kit: name a file with -o")
      }
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let plain = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
      return "\(folder)/\(plain.prefix(60)).sf2"
    }
  }
}
