import ArgumentParser
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
    await main(nil)
  }
}
