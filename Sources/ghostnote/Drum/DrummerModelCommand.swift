import ArgumentParser

/// `ghostnote drummer …`: commands for drummer models.
struct DrummerModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drummer", abstract: "Import, show or evaluate a drummer model.",
    subcommands: [
      DrummerShowCommand.self, DrummerEvaluateCommand.self, DrummerImportCommand.self,
    ])
}
