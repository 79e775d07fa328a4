/// Why bytes are not an OSC packet.
public struct OSCError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The byte at which it was found, counted from 0.
  public let offset: Int
  /// What was expected.
  public let problem: String

  init(_ offset: Int, _ problem: String) {
    self.offset = offset
    self.problem = problem
  }

  /// The byte and what was expected there.
  public var description: String { "byte \(offset): \(problem)" }
}

extension OSCPacket {
  /// Reads a packet that takes up all of `bytes`.
  ///
  /// Strict as liblo's reader is: padding is NUL, sizes add up, strings are UTF-8. A message may lack its
  /// type tags if nothing follows its address.
  public init(_ bytes: some Collection<UInt8>) throws(OSCError) {
    guard bytes.count <= Self.longest else {
      throw OSCError(0, "expected at most \(Self.longest) bytes, found \(bytes.count)")
    }
    var reader = OSCReader(Array(bytes))
    self = try reader.packet(until: bytes.count, depth: 0)
  }
}

/// Takes a packet apart from front to back.
private struct OSCReader {
  let bytes: [UInt8]
  var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let bundleHead = Array("#bundle\0".utf8)

  mutating func packet(until end: Int, depth: Int) throws(OSCError) -> OSCPacket {
    let start = place
    guard end > start, (end - start).isMultiple(of: 4) else {
      throw OSCError(start, "expected a size of 4, 8, 12 … bytes, found \(end - start)")
    }
    guard bytes[start] == UInt8(ascii: "#") else { return .message(try message(until: end)) }
    guard end - start >= 16, bytes[start..<start + 8].elementsEqual(Self.bundleHead) else {
      throw OSCError(start, "expected an address or #bundle with its time")
    }
    guard depth < OSCPacket.deepest else {
      throw OSCError(start, "expected at most \(OSCPacket.deepest) bundles in one another")
    }
    place += 8
    return .bundle(try bundle(until: end, depth: depth + 1))
  }

  private mutating func bundle(until end: Int, depth: Int) throws(OSCError) -> OSCBundle {
    let time = OSCTimeTag(bits: try word64(before: end))
    var elements: [OSCPacket] = []
    while place < end {
      let size = Int(try word(before: end))
      guard size <= end - place else {
        throw OSCError(place - 4, "an element of \(size) bytes does not fit its bundle")
      }
      elements.append(try packet(until: place + size, depth: depth))
    }
    return OSCBundle(elements, at: time)
  }

  private mutating func message(until end: Int) throws(OSCError) -> OSCMessage {
    let start = place
    guard let address = OSCAddress(try string(before: end)) else {
      throw OSCError(start, "expected an address such as /ghostnote/play")
    }
    guard place < end else { return OSCMessage(address) }
    let tagPlace = place
    let tags = Array(try string(before: end).utf8)
    guard tags.first == UInt8(ascii: ",") else {
      throw OSCError(tagPlace, "expected type tags after a comma")
    }
    guard tags.count - 1 <= OSCPacket.mostArguments else {
      throw OSCError(tagPlace, "expected at most \(OSCPacket.mostArguments) arguments")
    }
    var rest = tags.dropFirst()
    let arguments = try arguments(&rest, at: tagPlace, before: end, depth: 0)
    guard place == end else {
      throw OSCError(place, "\(end - place) bytes after the last argument")
    }
    return OSCMessage(address, arguments)
  }

  /// The arguments of `tags`, up to the end of the array they are in.
  private mutating func arguments(
    _ tags: inout ArraySlice<UInt8>, at tagPlace: Int, before end: Int, depth: Int
  ) throws(OSCError) -> [OSCArgument] {
    guard depth <= OSCPacket.deepest else {
      throw OSCError(tagPlace, "expected at most \(OSCPacket.deepest) arrays in one another")
    }
    var found: [OSCArgument] = []
    while let tag = tags.popFirst() {
      switch tag {
      case UInt8(ascii: "["):
        found.append(
          .array(try arguments(&tags, at: tagPlace, before: end, depth: depth + 1)))
      case UInt8(ascii: "]") where depth > 0: return found
      default: found.append(try argument(tag, at: tagPlace, before: end))
      }
    }
    guard depth == 0 else { throw OSCError(tagPlace, "an array without its end") }
    return found
  }

  private mutating func argument(
    _ tag: UInt8, at tagPlace: Int, before end: Int
  ) throws(OSCError) -> OSCArgument {
    switch tag {
    case UInt8(ascii: "i"): return .int32(Int32(bitPattern: try word(before: end)))
    case UInt8(ascii: "f"): return .float32(Float(bitPattern: try word(before: end)))
    case UInt8(ascii: "s"): return .string(try string(before: end))
    case UInt8(ascii: "b"): return .blob(try blob(before: end))
    case UInt8(ascii: "h"): return .int64(Int64(bitPattern: try word64(before: end)))
    case UInt8(ascii: "t"): return .timeTag(OSCTimeTag(bits: try word64(before: end)))
    case UInt8(ascii: "d"): return .double(Double(bitPattern: try word64(before: end)))
    case UInt8(ascii: "T"): return .bool(true)
    case UInt8(ascii: "F"): return .bool(false)
    case UInt8(ascii: "N"): return .null
    case UInt8(ascii: "I"): return .impulse
    default:
      let shown = (0x21...0x7E).contains(tag) ? "“\(Unicode.Scalar(tag))”" : "byte \(tag)"
      throw OSCError(tagPlace, "unknown type tag \(shown): expected one of ifsbhtdTFNI[]")
    }
  }

  // MARK: Pieces

  private mutating func word(before end: Int) throws(OSCError) -> UInt32 {
    guard end - place >= 4 else { throw OSCError(place, "expected 4 bytes more") }
    defer { place += 4 }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func word64(before end: Int) throws(OSCError) -> UInt64 {
    guard end - place >= 8 else { throw OSCError(place, "expected 8 bytes more") }
    defer { place += 8 }
    return bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func string(before end: Int) throws(OSCError) -> String {
    guard let stop = bytes[place..<end].firstIndex(of: 0) else {
      throw OSCError(place, "a string without its end")
    }
    guard let text = String(validating: bytes[place..<stop], as: UTF8.self) else {
      throw OSCError(place, "expected a string in UTF-8")
    }
    // A multiple of 4 with at least one NUL; all of a packet is one too, so that it fits.
    try skipPadding(from: stop, size: (stop - place) / 4 * 4 + 4)
    return text
  }

  private mutating func blob(before end: Int) throws(OSCError) -> [UInt8] {
    let count = Int(try word(before: end))
    guard count <= end - place, (count + 3) / 4 * 4 <= end - place else {
      throw OSCError(place - 4, "a blob of \(count) bytes does not fit its message")
    }
    let blob = Array(bytes[place..<place + count])
    try skipPadding(from: place + count, size: (count + 3) / 4 * 4)
    return blob
  }

  private mutating func skipPadding(from stop: Int, size: Int) throws(OSCError) {
    let end = place + size
    guard bytes[stop..<end].allSatisfy({ $0 == 0 }) else {
      throw OSCError(stop, "expected padding with NUL")
    }
    place = end
  }
}
