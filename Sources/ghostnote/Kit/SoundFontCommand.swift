import ArgumentParser
import DrumSynthesis
import Foundation

/// `ghostnote soundfont …`
struct SoundFontCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soundfont", abstract: "Make the SoundFont that comes with Ghostnote.",
    subcommands: [Make.self])

  /// `ghostnote soundfont make`
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Synthesise the bundled SoundFont, the same bytes every time.",
      discussion: """
        EXAMPLES
          ghostnote soundfont make -o SoundFonts/Ghostnote-Kit.sf2
          ghostnote soundfont make -o kit.sf2 --readme kit.md
        """)

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["sf2"]))
    var output = "Ghostnote-Kit.sf2"

    @Option(help: "Write the measurements of each drum to this Markdown file.")
    var readme: String?

    func run() throws {
      let font = DrumSoundFont.make()
      try write(Data(font.bytes), to: output)
      print("\(output): \(font.bytes.count) bytes, \(font.measurements.count) recordings")
      if let readme {
        try write(Data(font.readme().utf8), to: readme)
        print("\(readme): levels and loudness of each")
      }
    }
  }
}
