import NSM
import OSC

/// Datagrams as a session manager's messages, and their text as its address.
enum NSMDoor {
  static func take(_ bytes: [UInt8]) {
    if let address = NSMAddress(String(decoding: bytes, as: UTF8.self)) {
      let host = address.host.contains(":") ? "[\(address.host)]" : address.host
      precondition(
        NSMAddress("osc.udp://\(host):\(address.port)/") == address, "an address changes")
    }
    guard let packet = try? OSCPacket(bytes) else { return }
    for (message, _) in packet.messages {
      guard case .open(let project)? = NSMMessage(message) else { continue }
      precondition(project.path.hasPrefix("/") && !project.clientID.isEmpty, "no project")
    }
  }
}
