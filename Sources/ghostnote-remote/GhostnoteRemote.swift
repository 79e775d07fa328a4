internal import ArgumentParser
import Commands
import ControlSocket
import Foundation
import MusicalTime
import Remote
import RemoteArguments
import Shell

/// The command line of the page's server.
@main struct GhostnoteRemote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandLine.arguments.first == RemoteArguments.pageCommand
      ? RemoteArguments.pageCommand : "ghostnote-remote",
    abstract: "Show a session that runs as a page, on this machine or, with --lan, to its network.",
    discussion: """
      Started by `ghostnote page` and `ghostnote run --page`.

      It may be ended and started again at any time: the music goes on, and pages \
      find it again, as it finds a session that was restarted. Without --name it shows the \
      session that it finds first, and no other after that.
      """,
    version: programVersion)

  @OptionGroup var arguments: RemoteArguments

  @Option(name: .customLong("page"), help: "The folder of the page, instead of the installed one.")
  var folder: String?

  @Flag(help: .hidden)
  var qr = false

  @Flag(help: .hidden)
  var untilInputEnds = false

  mutating func validate() throws {
    try RemoteArguments.ports.check(arguments.port, of: "--port")
    try RemoteLimits.seatCounts.check(arguments.seats, of: "--seats")
    _ = try access
    _ = try osc.options
    try network.validate()
  }

  private var network: NetworkArguments { NetworkArguments(arguments: arguments, drawsCode: qr) }
  private var osc: OSCArguments { OSCArguments(port: arguments.osc, allowed: arguments.oscAllow) }

  private var access: AccessLevel {
    get throws {
      guard let name = arguments.access else { return .files }
      guard let level = AccessLevel(rawValue: name) else {
        let known = AccessLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--access \(name): expected \(known)")
      }
      return level
    }
  }

  func run() throws {
    StandardStreams.fillGaps()
    let ending = Ending()
    signal(SIGPIPE, SIG_IGN)
    var options = RemoteServer.Options(files: try PageFiles(folder: folder))
    options.name = arguments.name
    options.access = try access
    if let seats = arguments.seats { options.limits.seats = seats }
    options.osc = try osc.options
    let server = try start(&options)
    ending.listen { server.stop() }
    var lines = network.welcome(server)
    if let port = server.oscPort { lines.append("OSC: UDP port \(port)") }
    let text = lines.map { $0 + "\n" }.joined()
    StandardStreams.write(text, to: STDOUT_FILENO)
    guard untilInputEnds else {
      warnOfMissingSession()
      dispatchMain()
    }
    // The program that started us holds the other end of our input.
    while readLine() != nil {}
    ending.end { server.stop() }
  }

  /// Warns that the session was not found, or that another's name is needed; the page finds it once there is.
  private func warnOfMissingSession() {
    do throws(SocketError) { _ = try ControlClient(name: arguments.name) } catch {
      let text = "ghostnote: warning: \(error); the page waits for it\n"
      StandardStreams.write(text.printable, to: STDERR_FILENO)
    }
  }

  private func start(_ options: inout RemoteServer.Options) throws -> RemoteServer {
    let first = arguments.port ?? RemoteServer.standardPort
    let last = arguments.port == nil ? first + 9 : first
    // https takes the one after it.
    let step = arguments.lan ? 2 : 1
    var reason = ""
    for port in stride(from: first, through: last, by: step) {
      options.port = port
      options.network = try network.options(port: port)
      do { return try RemoteServer(options) } catch let error as OSCPortError {
        throw ValidationError("\(error); choose another with --osc")
      } catch { reason = "\(error)" }
    }
    throw ValidationError(
      "port \(first)\(last > first ? " to \(last)" : ""): \(reason); choose another with --port")
  }
}
