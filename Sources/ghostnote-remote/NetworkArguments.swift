import ArgumentParser
import ControlSocket
import Glibc
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
    if port > 0 {
      options.tokenFile = try NetworkOptions.tokenFile(port: port, in: SocketFolder())
    }
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
    if let link = invitation.owner { lines.append("owner's devices: \(link)") }
    return lines
  }
}
