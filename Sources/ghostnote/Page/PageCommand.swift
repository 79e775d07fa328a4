import ArgumentParser
import Commands
import Daemon
import Glibc

/// `ghostnote page`: becomes `ghostnote-remote`.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show a session that runs in a browser on this machine.",
    discussion: """
      EXAMPLES
        ghostnote page                           prints the address of the page
        ghostnote page --name Ghostnote-2        another session's
        ghostnote page --access play             pads and transport, but no changes
        ghostnote page --osc 9000                takes OSC as well

      It runs until Ctrl-C. The music does not depend on it. `ghostnote run --page` starts it together
      with a session.
      """)

  @Option(help: "The session's name, as given to `ghostnote run --name`.")
  var name: String?

  @Option(help: "The port on 127.0.0.1 and ::1. Default: 3560, or the next that is free.")
  var port: Int?

  @Option(help: "What pages may do: watch, play, edit, files or admin. Default: files.")
  var access: String?

  @Option(help: "The UDP port that takes OSC from this machine. Default: no OSC.")
  var osc: Int?

  @Option(
    help: "An address or network that may send OSC besides this machine, as in 192.168.1.0/24.")
  var oscAllow: [String] = []

  func run() throws {
    guard let path = PageProgram.path() else { throw CommandError(PageProgram.missing) }
    var words = [path]
    if let name { words += ["--name", name] }
    if let port { words += ["--port", "\(port)"] }
    if let access { words += ["--access", access] }
    if let osc { words += ["--osc", "\(osc)"] }
    for address in oscAllow { words += ["--osc-allow", address] }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &arguments)
    throw CommandError("\(path): errno \(errno)")
  }
}
