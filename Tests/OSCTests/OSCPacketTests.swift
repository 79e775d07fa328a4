import GhostnoteTesting
import OSC
import Testing

/// Packets as bytes, by the examples of the specification and by laws.
@Suite struct OSCPacketTests {
  @Test func `the specification's examples have its bytes`() throws {
    // OSC 1.0, “OSC Message Examples”.
    let oscillator: [UInt8] =
      Packets.bytes("/oscillator/4/frequency.,f..") + [0x43, 0xDC, 0x00, 0x00]
    let message = OSCMessage("/oscillator/4/frequency", [440.0])
    #expect(OSCPacket.message(message).bytes == oscillator)
    #expect(try OSCPacket(oscillator) == .message(message))

    let foo: [UInt8] =
      Packets.bytes("/foo....,iisff...") + [0x00, 0x03, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF]
      + Packets.bytes("hello...") + [0x3F, 0x9D, 0xF3, 0xB6, 0x40, 0xB5, 0xB2, 0x2D]
    let values: [OSCArgument] = [1_000, -1, "hello", 1.234, 5.678]
    #expect(OSCPacket.message(OSCMessage("/foo", values)).bytes == foo)
    #expect(try OSCPacket(foo) == .message(OSCMessage("/foo", values)))
  }

  @Test(
    arguments: [
      (OSCArgument.int32(-2), "i", [0xFF, 0xFF, 0xFF, 0xFE]),
      (.float32(1), "f", [0x3F, 0x80, 0, 0]),
      (.string("abc"), "s", [0x61, 0x62, 0x63, 0]),
      (.string("abcd"), "s", [0x61, 0x62, 0x63, 0x64, 0, 0, 0, 0]),
      (.blob([1, 2, 3, 4, 5]), "b", [0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0]),
      (.blob([]), "b", [0, 0, 0, 0]),
      (.int64(-2), "h", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]),
      (.timeTag(.immediately), "t", [0, 0, 0, 0, 0, 0, 0, 1]),
      (.double(1), "d", [0x3F, 0xF0, 0, 0, 0, 0, 0, 0]),
      (.bool(true), "T", []), (.bool(false), "F", []), (.null, "N", []), (.impulse, "I", []),
      (.array([1, .array([]), true]), "[i[]T]", [0, 0, 0, 1]),
    ] as [(OSCArgument, String, [UInt8])])
  func `each type has its tag and bytes`(
    argument: OSCArgument, tag: String, bytes: [UInt8]
  ) throws {
    let message = OSCMessage("/a", [argument])
    var tags = Packets.bytes("," + tag) + [0]
    while !tags.count.isMultiple(of: 4) { tags.append(0) }
    #expect(message.tags == tag)
    #expect(OSCPacket.message(message).bytes == Packets.bytes("/a..") + tags + bytes)
    #expect(try OSCPacket(OSCPacket.message(message).bytes) == .message(message))
  }

  @Test func `a bundle has its time and its elements with their sizes`() throws {
    let bytes =
      Packets.bytes("#bundle.") + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 8] + Packets.bytes("/a..,...")
      + [0, 0, 0, 16] + Packets.bytes("#bundle.") + [1, 2, 3, 4, 5, 6, 7, 8]
    let inner = OSCBundle([], at: OSCTimeTag(bits: 0x0102_0304_0506_0708))
    let bundle = OSCPacket.bundle(OSCBundle([.message(OSCMessage("/a")), .bundle(inner)]))
    #expect(bundle.bytes == bytes)
    #expect(try OSCPacket(bytes) == bundle)
  }

  @Test func `what was written is read as the same, and written as the same bytes`() throws {
    var chance = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let packet = Packets.packet(&chance)
      let bytes = packet.bytes
      #expect(bytes.count.isMultiple(of: 4))
      let again = try OSCPacket(bytes)
      #expect(again == packet)
      #expect(again.bytes == bytes)
    }
  }

  @Test func `bytes that were cut, changed or made by chance are read or refused`() {
    var chance = SplitMix64(seed: 4)
    var read = 0
    for _ in 0..<20_000 {
      var bytes = Packets.packet(&chance).bytes
      if chance.once(in: 2) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &chance)) }
      for _ in 0..<Int.random(in: 0...3, using: &chance) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] = UInt8.random(
          in: 0...255, using: &chance)
      }
      guard let packet = try? OSCPacket(bytes) else { continue }
      read += 1
      // NaN does not equal itself, but its bytes do.
      #expect((try? OSCPacket(packet.bytes))?.bytes == packet.bytes)
    }
    #expect(read > 1_000)
  }

  @Test(arguments: [
    ("", 0), ("/a.", 0), ("/a.,", 2), ("a...", 0), ("/a b", 0), ("/é..", 0), ("#bundle.", 0),
    ("#bundlex........", 0), ("/a..abc.", 4), ("/a..,i..", 8), ("/a..,s..abcd", 8),
    ("/a..,b......", 12), ("/a..,x..", 4), ("/a..,[..", 4), ("/a..,]..", 4), ("/a..,...____", 8),
    ("/a.x,...", 2), ("/a..,..x", 5),
  ])
  func `what is not a packet is refused with the position`(text: String, place: Int) {
    let bytes = text == "/a..,b......" ? Packets.bytes("/a..,b..") + [0, 0, 0, 9] : nil
    let error = #expect(throws: OSCError.self) { try OSCPacket(bytes ?? Packets.bytes(text)) }
    #expect(bytes != nil || error?.offset == place, "\(text): \(error.map(String.init) ?? "")")
  }

  @Test func `a string that is not UTF-8 is refused`() {
    let bytes = Packets.bytes("/a..,s..") + [0xC3, 0x28, 0, 0]
    #expect(throws: OSCError.self) { try OSCPacket(bytes) }
  }

  @Test func `a message may lack its type tags`() throws {
    #expect(try OSCPacket(Packets.bytes("/abc....")) == .message(OSCMessage("/abc")))
  }

  @Test func `sizes and depths have bounds`() throws {
    func nested(_ depth: Int) -> OSCPacket {
      (0..<depth).reduce(.message(OSCMessage("/a"))) { inner, _ in .bundle(OSCBundle([inner])) }
    }
    #expect(try OSCPacket(nested(8).bytes) == nested(8))
    #expect(throws: OSCError.self) { try OSCPacket(nested(9).bytes) }
    func arrays(_ depth: Int) -> OSCPacket {
      .message(OSCMessage("/a", [(0..<depth).reduce(.null) { inner, _ in .array([inner]) }]))
    }
    #expect(try OSCPacket(arrays(8).bytes) == arrays(8))
    #expect(throws: OSCError.self) { try OSCPacket(arrays(9).bytes) }
    let many = OSCPacket.message(OSCMessage("/a", Array(repeating: .null, count: 1_025)))
    #expect(throws: OSCError.self) { try OSCPacket(many.bytes) }
    let long = OSCPacket.message(OSCMessage("/a", [.blob(Array(repeating: 0, count: 65_500))]))
    #expect(throws: OSCError.self) { try OSCPacket(long.bytes) }
    // A size that only looks positive.
    let huge = Packets.bytes("#bundle.........") + [0xFF, 0xFF, 0xFF, 0xFC]
    #expect(throws: OSCError.self) { try OSCPacket(huge) }
  }

  @Test func `the messages of bundles come in order, with the innermost time`() {
    let (early, late) = (OSCTimeTag(bits: 5), OSCTimeTag(bits: 9))
    let packet = OSCPacket.bundle(
      OSCBundle(
        [
          .message(OSCMessage("/1")), .bundle(OSCBundle([.message(OSCMessage("/2"))], at: late)),
          .message(OSCMessage("/3")),
        ], at: early))
    #expect(packet.messages.map(\.message.address.description) == ["/1", "/2", "/3"])
    #expect(packet.messages.map(\.time) == [early, late, early])
    #expect(OSCPacket.message(OSCMessage("/1")).messages.map(\.time) == [nil])
  }
}
