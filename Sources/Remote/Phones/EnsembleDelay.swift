import MusicalTime

/// One delay for all phones that play tight: what is struck together is heard together.
///
/// It is the least step that the slowest of them needs. A phone that needs more than all wait for is late alone, by a
/// delay of its own, and plays with the others again when it needs less, by the margin by which any delay is lowered:
/// 195 ms at most. A value without sockets and clocks.
struct EnsembleDelay: Sendable, Hashable {
  /// In milliseconds: what all wait for at most, and a phone that is late alone.
  static let bound = 200
  static let most = 240
  /// In milliseconds: what is usual, since a phone that is swung needs it on a good network.
  static let usual = 80
  /// In milliseconds: how much more than would do with a shorter delay another phone must need before the slowest is named
  /// no more, since what a phone needs sways.
  static let namingMargin = 10

  private var shared = HeldDelay(most: bound)
  private var late: [String: HeldDelay] = [:]
  private var tight: Set<String> = []

  /// The token of the one phone without which all would wait for at least a step less; nil where there is none, and where
  /// the delay is as usual. Once it is known, others may need a little more.
  ///
  /// While the delay is held and none needs it any more, it is the phone that needed it last.
  private(set) var slowest: String?

  /// In milliseconds: that of all who are not late alone.
  var milliseconds: Int { shared.goal }

  /// Whether it changes as time passes, and is to follow again in a second.
  var isPending: Bool { shared.isResting || !late.isEmpty }

  /// Follows what phones need in milliseconds, by their tokens: those that play tight, have a seat, and are there.
  ///
  /// - Returns: whether what phones and the stage show has changed.
  mutating func follow(_ needs: [String: Int], at now: HostTime) -> Bool {
    let before = (shown, Set(late.keys), slowest)
    tight = Set(needs.keys)
    late = late.filter { needs[$0.key] != nil }
    for (token, need) in needs {
      if need > Self.bound, late[token] == nil {
        // What it struck before has the delay of all.
        late[token] = shared
        late[token]?.most = Self.most
      }
      late[token]?.follow(need, at: now)
    }
    let counted = needs.filter { (late[$0.key]?.goal ?? 0) <= Self.bound }
      // One that is to play with the others again is waited for with the margin that its own delay keeps.
      .map { (token: $0.key, need: max($0.value, late[$0.key]?.goal ?? 0)) }
    shared.follow(counted.map(\.need).max() ?? 0, at: now)
    slowest = findSlowest(in: counted)
    late = late.filter { !fits($0.value, at: now) }
    return (shown, Set(late.keys), slowest) != before
  }

  private func findSlowest(in counted: [(token: String, need: Int)]) -> String? {
    guard shared.goal > Self.usual, counted.count > 1 else { return nil }
    var causes = counted.filter { !shared.isMoreThanEnough(for: $0.need) }
    if causes.contains(where: { $0.token == slowest }) {
      causes = causes.filter {
        $0.token == slowest || !shared.isMoreThanEnough(for: $0.need - Self.namingMargin)
      }
    }
    guard causes.isEmpty else { return causes.count == 1 ? causes[0].token : nil }
    return counted.first { $0.token == slowest }?.token
  }

  /// Whether a phone that was late can have the delay of all: none of its strokes would overtake another.
  private func fits(_ delay: HeldDelay, at now: HostTime) -> Bool {
    guard delay.goal <= Self.bound else { return false }
    let then = now.advanced(by: .init(nanoseconds: -HeldDelay.memory.nanoseconds))
    return delay.milliseconds(at: then) <= shared.least(from: then, to: now)
  }

  private var shown: [String: Int] {
    tight.reduce(into: ["": milliseconds]) { $0[$1] = milliseconds(of: $1) }
  }

  /// In milliseconds: what a phone shows; nil for one that does not play tight.
  func milliseconds(of token: String) -> Int? {
    tight.contains(token) ? late[token]?.goal ?? shared.goal : nil
  }

  /// Whether a phone is late alone.
  func isLate(_ token: String) -> Bool { late[token] != nil }

  /// In milliseconds: that of a phone's stroke by when it was struck; nil where it is heard at once.
  func milliseconds(of token: String, at gesture: HostTime) -> Int? {
    tight.contains(token) ? (late[token] ?? shared).milliseconds(at: gesture) : nil
  }
}
