import ArgumentParser

struct PortsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "ports")
  func run() throws {}
}
