import GhostnoteTesting
import OSC

/// Packets by chance, within the format's bounds.
enum Packets {
  static func packet(_ chance: inout SplitMix64, depth: Int = 0) -> OSCPacket {
    guard depth < 4, chance.once(in: 3) else { return .message(message(&chance)) }
    let elements = (0..<Int.random(in: 0...3, using: &chance)).map { _ in
      packet(&chance, depth: depth + 1)
    }
    return .bundle(OSCBundle(elements, at: OSCTimeTag(bits: chance.next())))
  }

  static func message(_ chance: inout SplitMix64) -> OSCMessage {
    let addresses: [OSCAddress] = ["/", "/a", "/ab/c", "/ghostnote/level/kick", "/*/{a,b}[!0-9]?"]
    let count = Int.random(in: 0...6, using: &chance)
    return OSCMessage(
      addresses.randomElement(using: &chance) ?? "/",
      (0..<count).map { _ in argument(&chance, depth: 0) })
  }

  private static func argument(_ chance: inout SplitMix64, depth: Int) -> OSCArgument {
    let bits = chance.next()
    switch Int.random(in: 0...(depth < 3 ? 10 : 9), using: &chance) {
    case 0: return .int32(Int32(truncatingIfNeeded: bits))
    case 1: return .float32(Float(Int32(truncatingIfNeeded: bits)) / 1_000)
    case 2: return .string(String("é drum".prefix(Int(bits % 7))))
    case 3: return .blob((0..<Int(bits % 9)).map { UInt8(truncatingIfNeeded: Int(bits >> 8) + $0) })
    case 4: return .int64(Int64(bitPattern: bits))
    case 5: return .timeTag(OSCTimeTag(bits: bits))
    case 6: return .double(Double(Int64(bitPattern: bits)) / 3)
    case 7: return .bool(bits.isMultiple(of: 2))
    case 8: return .null
    case 9: return .impulse
    default:
      return .array((0..<Int(bits % 4)).map { _ in argument(&chance, depth: depth + 1) })
    }
  }

  /// Bytes from text, in which NUL is written as `.`.
  static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == 0x2E ? 0 : $0 } }
}
