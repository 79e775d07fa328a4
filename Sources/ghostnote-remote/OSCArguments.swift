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
        throw RemoteArguments.notASender(text)
      }
      return options
    }
  }
}
