import Drummer
import GhostnoteTesting

/// Random hits of `drums` drums, sorted by step: most close together; one in `rest` is followed by
/// a silence of up to `silence` sixteenths.
func randomTokens(
  _ count: Int, seed: UInt64, drums: Int = Vocabulary.drumCount, rest: Int = 20, silence: Int = 60
) -> [PlacedToken] {
  var chance = SplitMix64(seed: seed)
  var step = 0
  return (0..<count).map { index in
    var wait = index == 0 ? 0 : Int.random(in: 0...3, using: &chance)
    if Int.random(in: 1...rest, using: &chance) == 1 {
      wait = Int.random(in: 4...silence, using: &chance)
    }
    step += wait
    let velocity = UInt8.random(in: 1...127, using: &chance)
    let token = Token(
      wait: UInt8(min(wait, Token.longestWait)),
      drum: UInt8(Int.random(in: 0..<drums, using: &chance)),
      offset: UInt8.random(in: 0..<24, using: &chance), velocity: velocity >> 2)
    return PlacedToken(token: token, step: step, velocity: velocity)
  }
}
