import ArgumentParser
import MusicalTime
import Remote
import RemoteArguments

/// What is said of OSC on the command line.
struct OSCArguments {
  /// The UDP port.
  let port: Int?
  /// Addresses and networks besides this machine.
  let allowed: [String]

  /// Nil for no OSC.
  var options: OSCOptions? {
    get throws {
      guard let port else {
        guard allowed.isEmpty else { throw ValidationError("--osc-allow: expected --osc as well") }
        return nil
      }
      try RemoteArguments.ports.check(port, of: "--osc")
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
