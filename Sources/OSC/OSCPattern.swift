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
      case UInt8(ascii: "*"): pieces.append(.anyBytes)
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
    // How many of the bytes the pieces so far may have taken.
    var taken: Set = [0]
    for piece in pieces where !taken.isEmpty { taken = Self.step(piece, taken, bytes) }
    return taken.contains(bytes.count)
  }

  private static func step(_ piece: Piece, _ taken: Set<Int>, _ bytes: [UInt8]) -> Set<Int> {
    var next: Set<Int> = []
    for place in taken {
      switch piece {
      case .byte(let byte): if place < bytes.count, bytes[place] == byte { next.insert(place + 1) }
      case .anyByte: if isOrdinary(place, bytes) { next.insert(place + 1) }
      case .anyBytes:
        var end = place
        // Further places were entered before, when this one was.
        while next.insert(end).inserted, isOrdinary(end, bytes) { end += 1 }
      case .set(let ranges, let isNegated):
        let isTaken =
          isOrdinary(place, bytes) && ranges.contains { $0.contains(bytes[place]) } != isNegated
        if isTaken { next.insert(place + 1) }
      case .choice(let words):
        for word in words where bytes[place...].starts(with: word) {
          next.insert(place + word.count)
        }
      }
    }
    return next
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
