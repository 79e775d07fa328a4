import ArgumentParser
import ControlSocket
import Files
import Foundation
import QRCodes
import Remote

/// The part of the command line that lets others in.
struct NetworkArguments: ParsableArguments {
  @Flag(
    help: "Serve the local network as well, and print links and a QR code by which phones join.")
  var lan = false

  @Option(
    name: .customLong("address"),
    help: "An address to serve with --lan, instead of all private ones; may be repeated.")
  var addresses: [String] = []

  @Option(
    help:
      "Where a reverse proxy serves the page, such as https://drums.example.org; the links lead there."
  )
  var publicURL: String?

  @Option(
    name: .customLong("tls-cert"),
    help: "A certificate with its chain, in PEM, instead of an own authority's.")
  var certificate: String?

  @Option(name: .customLong("tls-key"), help: "The key of --tls-cert.")
  var key: String?

  @Flag(help: "Make the links and cookies of earlier runs worthless.")
  var newLinks = false

  @Flag(help: .hidden)
  var qr = false

  mutating func validate() throws {
    for address in addresses where IPAddress(address) == nil {
      throw ValidationError("--address \(address): expected an IP address such as 192.168.1.5")
    }
    if let publicURL, PublicAddress(publicURL) == nil {
      throw ValidationError("--public-url \(publicURL): expected http:// or https:// and a host")
    }
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--tls-cert and --tls-key: expected both or neither")
    }
    if certificate != nil, !lan { throw ValidationError("--tls-cert: expected with --lan") }
    if !addresses.isEmpty, !lan { throw ValidationError("--address: expected with --lan") }
  }

  /// Nil where nobody but this machine's user is let in.
  func options(port: Int) throws -> NetworkOptions? {
    guard lan || publicURL != nil else { return nil }
    var options = NetworkOptions()
    options.servesNetwork = lan
    options.addresses = addresses.isEmpty ? nil : addresses.compactMap { IPAddress($0) }
    options.publicAddress = publicURL.flatMap { PublicAddress($0) }
    options.renewsLinks = newLinks
    options.say = { FileHandle.standardError.write(Data("page: \($0)\n".utf8)) }
    if lan { options.tls = try tls(port: port) }
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
    (options.certificate, options.key) = (certificate, key)
    return options
  }

  /// What is said at the beginning.
  func welcome(_ server: RemoteServer) -> [String] {
    var lines = ["page: \(server.address)"]
    guard let invitation = server.invitation else { return lines }
    guard let phone = invitation.phone else {
      return lines + ["page: no private address found to serve; name one with --address"]
    }
    let code = qr || isatty(STDOUT_FILENO) == 1 ? QRCode(phone)?.terminalLines ?? [] : []
    lines += code
    lines.append("phones: \(phone)")
    if let link = invitation.securePhone, link != phone {
      lines.append("phones, with motion: \(link)")
    }
    if let certificate = server.certificate {
      lines.append("certificate to install for that: \(certificate.page)")
      lines.append("its SHA-256 fingerprint: \(certificate.fingerprint)")
    }
    if let link = invitation.owner { lines.append("owner's devices: \(link)") }
    return lines
  }
}
