import MusicalTime
import Playback
import Rhythm

/// The hits of other players, by bar.
struct LiveHitLog: Sendable {
  private var bars: [Int: [Hit]] = [:]
  /// Bars with hits added since they were last evaluated.
  private(set) var unevaluated: Set<Int> = []

  /// Adds a hit, its beat counted from the start of the song.
  mutating func append(_ hit: Hit) {
    let bar = Self.bar(of: hit.beat)
    guard bar >= 0 else { return }
    var inBar = hit
    inBar.beat = hit.beat - CompiledBar.length * Int64(bar)
    bars[bar, default: []].append(inBar)
    unevaluated.insert(bar)
    for older in bars.keys where older <= bar - 32 { bars[older] = nil }
  }

  /// The bar that a player's hit belongs to, including hits slightly early.
  static func bar(of beat: Beats) -> Int {
    Int((beat + Beats(1, over: 8)).dividedRoundingDown(by: CompiledBar.length))
  }

  /// The hits in a bar, sorted.
  func hits(in bar: Int) -> [Hit] { (bars[bar] ?? []).sorted() }

  mutating func markEvaluated(_ bar: Int) { unevaluated.remove(bar) }

  /// Drops everything: the song jumped.
  mutating func forget() {
    bars = [:]
    unevaluated = []
  }

  /// A mix of the drummer's own hits and the player's: `share` 0 is only its own, 1 only the
  /// player's, and in between some of both.
  static func merged(_ own: [Hit], with player: [Hit], share: Double, bar: Int) -> [Hit] {
    guard !player.isEmpty, share > 0 else { return own }
    var taken: [Hit] = []
    for (index, hit) in player.enumerated()
    where chance(bar, index, salt: 1) < min(2 * share, 1) { taken.append(hit) }
    let near = Beats(1, over: 8)
    let played = taken
    for (index, hit) in own.enumerated()
    where chance(bar, index, salt: 2) < min(2 - 2 * share, 1) {
      let isPlayed = played.contains {
        $0.drum == hit.drum && $0.beat - near < hit.beat && hit.beat < $0.beat + near
      }
      if !isPlayed { taken.append(hit) }
    }
    return taken.sorted()
  }

  /// A pseudo-random number from 0 to 1 that depends only on the bar, the index and the salt.
  private static func chance(_ bar: Int, _ index: Int, salt: UInt64) -> Double {
    var mixed = UInt64(truncatingIfNeeded: bar) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= UInt64(truncatingIfNeeded: index) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ salt ^ (mixed >> 31)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 29)) >> 11) / 9_007_199_254_740_992
  }
}
