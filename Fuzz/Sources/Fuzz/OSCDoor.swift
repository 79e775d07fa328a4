import OSC

/// Datagrams as OSC packets: read, written and read again; their addresses as patterns.
enum OSCDoor {
  static func take(_ bytes: [UInt8]) {
    guard let packet = try? OSCPacket(bytes) else { return }
    let written = packet.bytes
    do {
      // By bytes: a NaN is not equal to itself.
      let again = try OSCPacket(written).bytes
      precondition(again == written, "a packet changes when it is written")
    } catch { fatalError("a packet that was written can't be read: \(error)") }
    for (message, time) in packet.messages {
      _ = time?.unixNanoseconds
      guard let pattern = OSCPattern(message.address) else { continue }
      let means = pattern.matches(message.address)
      precondition(message.address.isPattern || means, "an address does not mean itself")
    }
  }
}
