import ArgumentParser
import Remote

/// What is said of OSC on the command line.
struct OSCArguments: ParsableArguments {
  @Option(
    name: .customLong("osc"),
    help: "The UDP port that takes OSC; 0 for a free one. Default: no OSC.")
  var port: Int?

  @Option(
    name: .customLong("osc-allow"),
    help: "An address or network that may send OSC besides this machine, as in 192.168.1.0/24.")
  var allowed: [String] = []

  mutating func validate() throws { _ = try options }

  /// Nil for no OSC.
  var options: OSCOptions? {
    get throws {
      guard let port else {
        guard allowed.isEmpty else { throw ValidationError("--osc-allow: expected --osc as well") }
        return nil
      }
      guard (0...65_535).contains(port) else {
        throw ValidationError("--osc \(port): expected 0 to 65535")
      }
      var options = OSCOptions(port: port)
      for text in allowed where !options.peers.allow(text) {
        throw ValidationError(
          "--osc-allow \(text): expected an address such as 192.168.1.20, or a network such as "
            + "192.168.1.0/24")
      }
      return options
    }
  }
}
