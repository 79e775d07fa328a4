/// An address with `?`, `*`, `[a-z]`, `[!a-z]` and `{one,other}` in its parts (OSC 1.0, “Address Patterns”).
///
/// Matching takes at most as many steps as the pattern has characters times the address', whatever they are.
public struct OSCPattern: Sendable, Hashable {
  private enum Piece: Sendable, Hashable {
    case byte(UInt8)
    case anyByte
    case anyBytes
    case set([ClosedRange<UInt8>], isNegated: Bool)
    case choice([[UInt8]])
  }
  private let pieces: [Piece]

  /// Nil where a bracket is not closed.
  public init?(_ address: OSCAddress) {
    var pieces: [Piece] = []
    var rest = Array(address.description.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "?"): pieces.append(.anyByte)
      // Several in a row mean what one does.
      case UInt8(ascii: "*"): if pieces.last != .anyBytes { pieces.append(.anyBytes) }
      case UInt8(ascii: "["):
        guard let inside = Self.inside(&rest, until: "]") else { return nil }
        pieces.append(Self.set(inside))
      case UInt8(ascii: "{"):
        guard let inside = Self.inside(&rest, until: "}") else { return nil }
        let words = inside.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        pieces.append(.choice(words.map(Array.init)))
      default: pieces.append(.byte(byte))
      }
    }
    self.pieces = pieces
  }

  /// Whether `address` is one of those it means.
  public func matches(_ address: OSCAddress) -> Bool {
    let bytes = Array(address.description.utf8)
    // For each number of bytes whether the pieces so far may have taken as many.
    var taken = [Bool](repeating: false, count: bytes.count + 1)
    var next = taken
    taken[0] = true
    for piece in pieces {
      guard Self.step(piece, taken, bytes, to: &next) else { return false }
      swap(&taken, &next)
    }
    return taken[bytes.count]
  }

  /// What may be taken after one more piece; false where nothing may.
  private static func step(
    _ piece: Piece, _ taken: [Bool], _ bytes: [UInt8], to next: inout [Bool]
  ) -> Bool {
    for place in next.indices { next[place] = false }
    for place in taken.indices where taken[place] {
      switch piece {
      case .byte(let byte): if place < bytes.count, bytes[place] == byte { next[place + 1] = true }
      case .anyByte: if isOrdinary(place, bytes) { next[place + 1] = true }
      case .anyBytes:
        var end = place
        next[end] = true
        // Further places were entered before, when the next one was.
        while isOrdinary(end, bytes), !next[end + 1] {
          end += 1
          next[end] = true
        }
      case .set(let ranges, let isNegated):
        let isTaken =
          isOrdinary(place, bytes) && ranges.contains { $0.contains(bytes[place]) } != isNegated
        if isTaken { next[place + 1] = true }
      case .choice(let words):
        for word in words where bytes[place...].starts(with: word) {
          next[place + word.count] = true
        }
      }
    }
    return next.contains(true)
  }

  private static func isOrdinary(_ place: Int, _ bytes: [UInt8]) -> Bool {
    place < bytes.count && bytes[place] != UInt8(ascii: "/")
  }

  private static func inside(
    _ rest: inout ArraySlice<UInt8>, until end: Unicode.Scalar
  ) -> ArraySlice<UInt8>? {
    guard let close = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[(close + 1)...] }
    return rest[..<close]
  }

  private static func set(_ inside: ArraySlice<UInt8>) -> Piece {
    let isNegated = inside.first == UInt8(ascii: "!")
    var rest = isNegated ? inside.dropFirst() : inside
    var ranges: [ClosedRange<UInt8>] = []
    while let first = rest.popFirst() {
      var last = first
      if rest.first == UInt8(ascii: "-"), rest.count > 1 {
        last = rest[rest.startIndex + 1]
        rest = rest.dropFirst(2)
      }
      ranges.append(min(first, last)...max(first, last))
    }
    return .set(ranges, isNegated: isNegated)
  }
}
