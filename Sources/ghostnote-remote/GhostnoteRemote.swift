public import ArgumentParser
public import Commands
import ControlSocket
import Foundation
import Remote

/// The command line of the page's server.
@main struct GhostnoteRemote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghostnote-remote",
    abstract: "Show a session that runs as a page, on this machine only.",
    discussion: """
      Started by `ghostnote page` and `ghostnote run --page`.

      It may be ended and started again at any time: the music goes on, and pages find it again, as it
      finds a session that was restarted.
      """,
    version: "0.1.0")

  @Option(help: "The session's name, as given to `ghostnote run --name`.")
  var name: String?

  @Option(help: "The port on 127.0.0.1 and ::1; 0 for a free one. Default: 3560, or the next free.")
  var port: Int?

  @Option(help: "What pages may do: watch, play, edit, files or admin.")
  var access = AccessLevel.files

  @Option(name: .customLong("page"), help: "The folder of the page, instead of the installed one.")
  var folder: String?

  @Option(help: "The UDP port that takes OSC; 0 for a free one. Default: no OSC.")
  var osc: Int?

  @Option(
    help: "An address or network that may send OSC besides this machine, as in 192.168.1.0/24.")
  var oscAllow: [String] = []

  @Flag(help: .hidden)
  var untilInputEnds = false

  mutating func validate() throws {
    if let port, !(0...65_535).contains(port) {
      throw ValidationError("--port \(port): expected 0 to 65535")
    }
    _ = try oscOptions
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    var options = RemoteServer.Options(files: try PageFiles(folder: folder))
    options.name = name
    options.access = access
    options.osc = try oscOptions
    let server = try start(&options)
    FileHandle.standardOutput.write(Data("page: \(server.address)\n".utf8))
    if let port = server.oscPort {
      FileHandle.standardOutput.write(Data("OSC: UDP port \(port)\n".utf8))
    }
    guard untilInputEnds else { dispatchMain() }
    // The program that started us holds the other end of our input.
    while readLine() != nil {}
    server.stop()
  }

  private var oscOptions: RemoteServer.Options.OSC? {
    get throws {
      guard let osc else {
        guard oscAllow.isEmpty else { throw ValidationError("--osc-allow: expected --osc as well") }
        return nil
      }
      guard (0...65_535).contains(osc) else {
        throw ValidationError("--osc \(osc): expected 0 to 65535")
      }
      var options = RemoteServer.Options.OSC(port: osc)
      for text in oscAllow where !options.peers.allow(text) {
        throw ValidationError(
          "--osc-allow \(text): expected an address such as 192.168.1.20, or a network such as "
            + "192.168.1.0/24")
      }
      return options
    }
  }

  private func start(_ options: inout RemoteServer.Options) throws -> RemoteServer {
    let first = port ?? RemoteServer.standardPort
    let last = port == nil ? first + 9 : first
    var reason = ""
    for port in first...last {
      options.port = port
      do { return try RemoteServer(options) } catch let error as OSCPortError {
        throw ValidationError("\(error); choose another with --osc")
      } catch { reason = "\(error)" }
    }
    throw ValidationError(
      "port \(first)\(last > first ? " to \(last)" : ""): \(reason); choose another with --port")
  }
}

extension AccessLevel: ExpressibleByArgument {}
