import ArgumentParser
import Drummer
import DrummerTraining
import Foundation

/// `ghostnote corpus …`
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Look at the recordings that a drummer learns from.",
    subcommands: [Show.self, Map.self])

  /// `ghostnote corpus show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say what a folder of MIDI files holds, what is left out of it, and why.",
      discussion: """
        EXAMPLES
          ghostnote corpus show groove
          ghostnote corpus show takes --styles-from-folders --plot takes.svg
          ghostnote corpus show takes --map pads.json --json
        """)

    @Argument(help: "A folder of .mid files, read with all folders in it.", completion: .directory)
    var folder: String

    @OptionGroup var options: CorpusOptions

    @Option(
      help: "Draw the statistics into this .svg file.", completion: .file(extensions: ["svg"]))
    var plot: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
      guard plot?.lowercased().hasSuffix(".svg") ?? true else {
        throw ValidationError("--plot \(plot ?? ""): name a .svg file")
      }
    }

    func run() throws {
      let corpus = try options.corpus(folder: folder)
      let report = CorpusReport(corpus)
      print(json ? ghostnote.json(report.document) : report.lines.joined(separator: "\n"))
      // Nothing could be used: said above file by file, and by the status.
      if corpus.pieces.isEmpty { _ = try corpus.requiredPieces(in: .train) }
      if let plot { try draw(report.statistics, to: plot) }
    }

    private func draw(_ statistics: CorpusStatistics, to path: String) throws {
      try write(Data(statistics.drawing.svg.utf8), to: path, option: "--plot")
      if !json { print("\(path): the same as pictures") }
    }
  }

  /// `ghostnote corpus map`
  struct Map: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print which note is which drum, as --map takes it.",
      discussion: "EXAMPLES\n  ghostnote corpus map > pads.json")

    func run() { print(DrumMap.standard.json, terminator: "") }
  }
}
