import ArgumentParser
import Control
import Shell

/// The command line.
@main struct Ghostnote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghostnote",
    abstract: "A headless drummer: pads, a 16-step sequencer and MIDI clock, over ALSA and JACK.",
    discussion: """
      EXAMPLES
        ghostnote run rock --play            play a factory patch
        ghostnote run --connect 'TD-17*'     play from a pad whenever it is plugged in
        ghostnote render funk --bars 8 -o funk.wav
        ghostnote doctor                     what is missing here, and how to fix it
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, RenderCommand.self, PortsCommand.self, DoctorCommand.self,
      DrumCommand.self, ClockCommand.self, KitCommand.self, PatchCommand.self,
      SoundFontCommand.self,
      CorpusCommand.self, TrainCommand.self, DrummerModelCommand.self, HumaniseCommand.self,
    ],
    defaultSubcommand: nil)

  static func main() async {
    StandardStreams.fillGaps()
    if let problem = misspelling(in: CommandLine.arguments.dropFirst()) {
      exit(withError: ValidationError(problem))
    }
    await main(nil)
  }

  /// What is wrong with the words that name a subcommand, if anything.
  private static func misspelling(in words: ArraySlice<String>) -> String? {
    var command: any ParsableCommand.Type = Ghostnote.self
    for word in words {
      let known = command.configuration.subcommands
      guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      let next = known.first { $0._commandName == word || $0.configuration.aliases.contains(word) }
      guard let next else {
        let guess = Spelling.nearest(to: word, among: known.map { $0._commandName })
        return "unknown command “\(word)”" + (guess.map { "; did you mean “\($0)”?" } ?? "")
      }
      command = next
    }
    return nil
  }
}
