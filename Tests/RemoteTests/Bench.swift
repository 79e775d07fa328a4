import Commands
import ControlSocket
import Files
import Foundation
import GhostnoteTesting
import NIOCore

@testable import Remote

/// The page's server in front of a control socket whose requests a test replies to.
final class Bench {
  let server: RemoteServer
  let folder: SocketFolder
  let page: String
  let root: String
  /// The user's patches.
  let patches: String
  let session = Locked<ControlServer?>(nil)
  /// Lines that came to the session.
  let lines = Locked<[String]>([])

  /// What the session replies to a line that concerns the machine.
  let carryOut = Locked<@Sendable (String) -> ControlReply>({ _ in .ok(nil) })

  /// What those who listen hear next.
  let sound = Locked<[UInt8]>([])

  var port: Int { server.port }

  init(
    _ access: AccessLevel = .files, limits: RemoteLimits = RemoteLimits(),
    network: NetworkOptions? = nil, osc: OSCOptions? = nil, port: Int = 0, hasSession: Bool = true
  ) throws {
    root = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    patches = root + "/patches"
    page = try Folder.page()
    folder = SocketFolder(path: root)
    var options = RemoteServer.Options(files: try PageFiles(folder: page))
    (options.folder, options.port, options.access, options.limits) = (folder, port, access, limits)
    (options.network, options.osc) = (network, osc)
    options.patches = DataFolders([patches, root + "/factory"], own: patches)
    server = try RemoteServer(options)
    if hasSession { try startSession() }
  }

  deinit {
    server.stop()
    session.value?.stop()
    try? FileManager.default.removeItem(atPath: root)
    try? FileManager.default.removeItem(atPath: page)
  }

  /// A session that carries out everything, and lets its log be watched.
  func startSession() throws {
    let listener = try ControlListener(name: "Ghostnote", in: folder)
    let (lines, session) = (lines, session)
    let (sound, carryOut) = (sound, carryOut)
    session.value = ControlServer(
      listener, sound: { sound.value.isEmpty ? nil : sound.take() },
      handler: { request in
        lines.change { $0.append(request.line) }
        switch request.line {
        case "watch log":
          session.value?.watch([.log], replyingTo: request, state: nil, ahead: nil)
        case "watch state":
          session.value?.watch(
            [.state], replyingTo: request, state: HydrogenAddressTests.session().tree, ahead: nil)
        case "watch", "watch hits", "watch levels", "watch hits levels":
          session.value?.watch(
            Set(
              request.line.split(separator: " ").compactMap { ControlChannel(rawValue: String($0)) }
            ),
            replyingTo: request, state: nil, ahead: nil)
        case "watch state hits":
          session.value?.watch(
            [.state, .hits], replyingTo: request, state: HydrogenAddressTests.session().tree,
            ahead: nil)
        case "listen": session.value?.listen(replyingTo: request, .ok(#"{"listen":{}}"#))
        default: session.value?.reply(carryOut.value(request.line), to: request)
        }
      })
  }

  func stopSession() {
    session.value?.stop()
    session.value = nil
  }

  /// Whether a new page is served, and the session replies to it.
  func isWell() -> Bool {
    guard let page = try? WebSocketClient(port: port) else { return false }
    return page.text(where: { $0.contains("\"here\":true") }) != nil
      && page.reply(to: "play") == "@t ok"
  }
}

extension Locked<[UInt8]> {
  /// All of it, which is empty then.
  func take() -> [UInt8] {
    var taken: [UInt8] = []
    change { bytes in
      taken = bytes
      bytes = []
    }
    return taken
  }
}
