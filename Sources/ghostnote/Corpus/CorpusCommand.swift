import ArgumentParser
import Drummer
import DrummerTraining
import Foundation

/// `ghostnote corpus …`
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Inspect the recordings that a drummer model is trained on.",
    subcommands: [Show.self, Map.self])

  /// `ghostnote corpus show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List what a folder of MIDI files contains, what is skipped, and why.",
      discussion: """
        EXAMPLES
          ghostnote corpus show groove
          ghostnote corpus show takes --styles-from-folders --plot takes.svg
          ghostnote corpus show takes --map pads.json --json
        """)

    @Argument(
      help: "A folder of .mid files, including subfolders.", completion: .directory,
      transform: expandedPath)
    var folder: String

    @OptionGroup var options: CorpusOptions

    @Option(
      help: "Draw the statistics as an .svg file.", completion: .file(extensions: ["svg"]),
      transform: expandedPath)
    var plot: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
      guard plot?.lowercased().hasSuffix(".svg") ?? true else {
        throw ValidationError("--plot \(plot ?? ""): expected a .svg file")
      }
    }

    func run() throws {
      let corpus = try options.corpus(folder: folder)
      let report = CorpusReport(corpus)
      print(json ? ghostnote.json(report.document) : report.lines.joined(separator: "\n"))
      // If no file can be used, the reasons are listed above and the status reports an error.
      if corpus.pieces.isEmpty { _ = try corpus.requiredPieces(in: .train) }
      if let plot { try draw(report.statistics, to: plot) }
    }

    private func draw(_ statistics: CorpusStatistics, to path: String) throws {
      try write(Data(statistics.drawing.svg.utf8), to: path, option: "--plot")
      if !json { print("\(path): statistics as charts") }
    }
  }

  /// `ghostnote corpus map`
  struct Map: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the map from notes to drums, in the format of --map.",
      discussion: "EXAMPLES\n  ghostnote corpus map > pads.json")

    func run() { print(DrumMap.standard.json, terminator: "") }
  }
}
