import MusicalTime
import Rhythm

/// What a phone may send: this, and nothing else.
enum PhoneMessage: Sendable, Hashable {
  /// The question for the server's clock, with the phone's time as it came.
  case sync(Double)
  /// With the token of an earlier seat, or nil.
  case join(token: String?, name: String)
  case name(String)
  case drum(Drum)
  /// The page is hidden, or seen again.
  case away
  case back
  case leave
  /// It plays tight, and needs this many milliseconds from a gesture until its stroke is here.
  case tight(Int)
  /// Its strokes are heard as soon as they are here.
  case fast
  /// The velocity, and when the hand struck.
  case hit(Velocity, at: HostTime)

  /// Bytes of a message at most.
  static let longest = 256
  /// What a phone may need, in milliseconds.
  static let needs = 0...60_000

  /// Why a message is not understood.
  struct Refusal: Error, Hashable {
    let message: String
  }

  init(_ line: String) throws(Refusal) {
    guard line.utf8.count <= Self.longest else { throw Refusal(message: "the message is too long") }
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let (verb, rest) = (words[0], words.count > 1 ? words[1] : "")
    switch verb {
    case "!sync": self = try Self.sync(rest)
    case "join": self = Self.join(rest)
    case "name": self = .name(String(rest))
    case "drum": self = try Self.drum(rest)
    case "hit": self = try Self.hit(rest)
    case "tight": self = try Self.tight(rest)
    case "fast": self = .fast
    case "away": self = .away
    case "back": self = .back
    case "leave": self = .leave
    default:
      throw Refusal(
        message: "a phone may join, name, drum, tight, fast, hit, away, back and leave; found "
          + "“\(verb.prefix(20))”")
    }
  }

  private static func sync(_ rest: Substring) throws(Refusal) -> Self {
    guard let sent = Double(rest), sent.isFinite else {
      throw Refusal(message: "!sync: expected a time in milliseconds")
    }
    return .sync(sent)
  }

  private static func join(_ rest: Substring) -> Self {
    let words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let token = words.first.map(String.init) ?? ""
    return .join(
      token: isToken(token) ? token : nil, name: words.count > 1 ? String(words[1]) : "")
  }

  /// 128 bits in 32 hexadecimal digits.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func drum(_ rest: Substring) throws(Refusal) -> Self {
    guard let drum = Drum.all.first(where: { $0.name == rest }) else {
      throw Refusal(message: "unknown drum “\(rest.prefix(20))”")
    }
    return .drum(drum)
  }

  private static func hit(_ rest: Substring) throws(Refusal) -> Self {
    let words = rest.split(separator: " ", omittingEmptySubsequences: false)
    guard (2...3).contains(words.count), let value = Int(words[0]),
      let velocity = Velocity(exactly: value), let time = Int64(words[1]), time >= 0
    else {
      throw Refusal(message: "hit: expected a velocity of \(Velocity.range.words()) and a time")
    }
    // Pages of an earlier version send their own delay, and may be open while the server becomes a later one.
    if words.count == 3, !(0...300).contains(Int(words[2]) ?? -1) {
      throw Refusal(message: "hit: expected nothing after the time; found “\(words[2].prefix(20))”")
    }
    return .hit(velocity, at: HostTime(nanoseconds: time))
  }

  private static func tight(_ rest: Substring) throws(Refusal) -> Self {
    guard let need = Int(rest), needs.contains(need) else {
      let found = String(rest.prefix(20))
      throw Refusal(message: "tight: " + needs.expected("a time", unit: "ms", found: found))
    }
    return .tight(need)
  }
}
