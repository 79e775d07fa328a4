import ArgumentParser
import Commands
import Daemon
import Glibc

/// `ghostnote page`: becomes `ghostnote-remote`.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show a session that runs in a browser.",
    discussion: """
      EXAMPLES
        ghostnote page                           prints the address of the page
        ghostnote page --name Ghostnote-2        another session's
        ghostnote page --access play             pads and transport, but no changes
        ghostnote page --osc 9000                take OSC as well
        ghostnote page --lan                     let phones of the local network join by a QR code

      It runs until Ctrl-C. The music does not depend on it. `ghostnote run --page` starts it together
      with a session.
      """)

  @Option(help: "The session's name, as given to `ghostnote run --name`.")
  var name: String?

  @Option(help: "The port. Default: 3560, or the next that is free.")
  var port: Int?

  @Option(
    help: "What pages may do: watch, play, edit, files or admin. Default: files; phones may play.")
  var access: String?

  @Flag(
    help: "Serve the local network as well, and print links and a QR code by which phones join.")
  var lan = false

  @Option(
    name: .customLong("address"),
    help: "An address to serve with --lan, instead of all private ones; may be repeated.")
  var addresses: [String] = []

  @Option(help: "Where a reverse proxy serves the page, such as https://drums.example.org.")
  var publicURL: String?

  @Option(
    name: .customLong("tls-cert"),
    help: "A certificate with its chain, in PEM, instead of an own authority's.")
  var certificate: String?

  @Option(name: .customLong("tls-key"), help: "The key of --tls-cert.")
  var key: String?

  @Option(help: "The UDP port that takes OSC from this machine. Default: no OSC.")
  var osc: Int?

  @Option(
    help: "An address or network that may send OSC besides this machine, as in 192.168.1.0/24.")
  var oscAllow: [String] = []

  @Flag(help: "Make the links and cookies of earlier runs worthless.")
  var newLinks = false

  func run() throws {
    guard let path = PageProgram.path() else { throw CommandError(PageProgram.missing) }
    var words = [path]
    if let name { words += ["--name", name] }
    if let port { words += ["--port", "\(port)"] }
    if let access { words += ["--access", access] }
    if lan { words.append("--lan") }
    for address in addresses { words += ["--address", address] }
    if let publicURL { words += ["--public-url", publicURL] }
    if let certificate { words += ["--tls-cert", certificate] }
    if let key { words += ["--tls-key", key] }
    if let osc { words += ["--osc", "\(osc)"] }
    for address in oscAllow { words += ["--osc-allow", address] }
    if newLinks { words.append("--new-links") }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &arguments)
    throw CommandError("\(path): errno \(errno)")
  }
}
