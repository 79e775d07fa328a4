public import ArgumentParser
import Commands

/// The options of the page's server, as `ghostnote page` passes them on and `ghostnote-remote` takes them.
public struct RemoteArguments: ParsableArguments {
  /// What `ghostnote page` calls the program that it becomes, so that errors and usage name what was typed.
  public static let pageCommand = "ghostnote page"

  /// The session's name.
  @Option(help: "The session's name, as given to `ghostnote run --name`.")
  public var name: String?

  /// The port; 0 for a free one.
  @Option(help: "The port; 0 for a free one. Default: 3560, or the next that is free.")
  public var port: Int?

  /// The name of an access level.
  @Option(
    help: "What pages may do: watch, play, edit, files or admin. Default: files; phones may play.",
    completion: .list(AccessLevel.allCases.map(\.rawValue)))
  public var access: String?

  /// Phones that play at a time.
  @Option(help: "Phones that play at a time; more wait for a seat. Default: 7.")
  public var seats: Int?

  /// Whether the local network is served.
  @Flag(
    help: "Serve the local network as well, and print links and a QR code by which phones join.")
  public var lan = false

  /// Addresses of this machine.
  @Option(
    name: .customLong("address"),
    help: "An address to serve with --lan, instead of all private ones; may be repeated.")
  public var addresses: [String] = []

  /// Where a reverse proxy serves the page.
  @Option(
    help:
      "Where a reverse proxy serves the page, such as https://drums.example.org; the links lead there."
  )
  public var publicURL: String?

  /// The path of a certificate.
  @Option(
    name: .customLong("tls-cert"),
    help: "A certificate with its chain, in PEM, instead of an own authority's.",
    completion: .file())
  public var certificate: String?

  /// The path of its key.
  @Option(name: .customLong("tls-key"), help: "The key of --tls-cert.", completion: .file())
  public var key: String?

  /// Whether the tokens of earlier runs end.
  @Flag(help: "Make the links and cookies of earlier runs worthless.")
  public var newLinks = false

  /// The UDP port for OSC; 0 for a free one.
  @Option(help: "The UDP port that takes OSC from this machine; 0 for a free one. Default: no OSC.")
  public var osc: Int?

  /// Addresses and networks that may send OSC.
  @Option(
    help: "An address or network that may send OSC besides this machine, as in 192.168.1.0/24.")
  public var oscAllow: [String] = []

  /// The ports that can be asked for; 0 is any free one.
  public static let ports = 0...Int(UInt16.max)

  /// Nothing that was not said.
  public init() {}

  /// The same as words of a command line.
  public var words: [String] {
    let single: [(String, String?)] = [
      ("--name", name), ("--port", port.map(String.init)), ("--access", access),
      ("--seats", seats.map(String.init)), ("--public-url", publicURL),
      ("--tls-cert", certificate), ("--tls-key", key), ("--osc", osc.map(String.init)),
    ]
    let several = addresses.map { ("--address", $0) } + oscAllow.map { ("--osc-allow", $0) }
    let options = single.compactMap { name, value in value.map { (name, $0) } } + several
    return options.flatMap { [$0, $1] } + (lan ? ["--lan"] : []) + (newLinks ? ["--new-links"] : [])
  }
}
