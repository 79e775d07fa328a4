internal import ArgumentParser
import ControlSocket
import Files
import Foundation
import QRCodes
import Remote
import RemoteArguments
import Shell

/// The part of the command line that lets others in.
struct NetworkArguments {
  let arguments: RemoteArguments
  /// Whether the QR code is drawn although our output is not a terminal.
  let drawsCode: Bool

  func validate() throws {
    for address in arguments.addresses where IPAddress(address) == nil {
      throw ValidationError("--address \(address): expected an IP address such as 192.168.1.5")
    }
    if let publicURL = arguments.publicURL, PublicAddress(publicURL) == nil {
      throw ValidationError("--public-url \(publicURL): expected http:// or https:// and a host")
    }
    if (arguments.certificate == nil) != (arguments.key == nil) {
      throw ValidationError("--tls-cert and --tls-key: expected both or neither")
    }
    if arguments.certificate != nil, !arguments.lan {
      throw ValidationError("--tls-cert: expected with --lan")
    }
    if !arguments.addresses.isEmpty, !arguments.lan {
      throw ValidationError("--address: expected with --lan")
    }
  }

  /// Nil where none but this machine's user is let in.
  func options(port: Int) throws -> NetworkOptions? {
    guard arguments.lan || arguments.publicURL != nil else { return nil }
    var options = NetworkOptions()
    options.servesNetwork = arguments.lan
    options.addresses =
      arguments.addresses.isEmpty ? nil : arguments.addresses.compactMap { IPAddress($0) }
    options.publicAddress = arguments.publicURL.flatMap { PublicAddress($0) }
    options.renewsLinks = arguments.newLinks
    options.say = { StandardStreams.write("page: \($0)\n", to: STDERR_FILENO) }
    if arguments.lan { options.tls = try tls(port: port) }
    if port > 0 {
      options.tokenFile = try NetworkOptions.tokenFile(port: port, in: SocketFolder())
    }
    return options
  }

  private func tls(port: Int) throws -> TLSOptions? {
    guard let state = StateFolder.path() else {
      throw ValidationError("no folder for certificates: set HOME or XDG_STATE_HOME")
    }
    let folder = SocketFolder()
    try folder.make()
    let runtime = "\(folder.path)/page-\(port > 0 ? port : Int(getpid()))"
    var options = TLSOptions(state: "\(state)/tls", runtime: runtime)
    (options.certificate, options.key) = (arguments.certificate, arguments.key)
    return options
  }

  /// What is said at the beginning.
  func welcome(_ server: RemoteServer) -> [String] {
    var lines = ["page: \(server.address)"]
    guard let invitation = server.invitation else { return lines }
    guard let ownerLine = invitation.ownerLine else {
      let remedy =
        arguments.addresses.isEmpty
        ? "no private address found to serve yet; the links follow once there is one, "
          + "or name one with --address"
        : "none of the addresses can be served yet; the links follow once one can"
      return lines + ["page: \(remedy)"]
    }
    lines += code(invitation) + [invitation.phoneLine] + server.secureLines + [ownerLine]
    return lines
  }

  /// The phones' link as a picture for a terminal.
  private func code(_ invitation: Invitation) -> [String] {
    guard let phone = invitation.phone, drawsCode || isatty(STDOUT_FILENO) == 1 else { return [] }
    return QRCode(phone)?.terminalLines ?? []
  }
}
