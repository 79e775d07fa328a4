import ArgumentParser

/// `ghostnote drummer …`: what concerns a drummer's model.
struct DrummerModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drummer", abstract: "Import, show or judge a drummer's model.",
    subcommands: [
      DrummerShowCommand.self, DrummerEvaluateCommand.self, DrummerImportCommand.self,
    ])
}
