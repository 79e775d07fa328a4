import ArgumentParser

/// `ghostnote drummer …`: commands for drummer models.
struct DrummerModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drummer", abstract: "Import, show, evaluate or extend a drummer model.",
    subcommands: [
      DrummerShowCommand.self, DrummerEvaluateCommand.self, DrummerGroovesCommand.self,
      DrummerImportCommand.self,
    ])
}
