import ArgumentParser
import Commands
import Files

/// Whether a file that is there may be replaced: it may be the work of hours.
struct OverwriteOptions: ParsableArguments {
  @Flag(help: "Write over a file that is there already.")
  var overwrite = false

  /// Throws if `output` is one of the files that are read, or is there and is not overwritten.
  func check(_ output: String, reading inputs: [String] = []) throws(CommandError) {
    guard let there = FileIdentity(HomeFolder.expanded(output)) else { return }
    guard !inputs.contains(where: { FileIdentity(HomeFolder.expanded($0)) == there }) else {
      throw CommandError("\(output): the file is read too; choose another path")
    }
    guard overwrite else {
      throw CommandError("\(output): the file exists; choose another path, or use --overwrite")
    }
  }
}
