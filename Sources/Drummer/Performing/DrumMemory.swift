/// The velocity, offset and step of the last two hits of one drum, as network input.
public struct DrumMemory: BitwiseCopyable, Sendable, Hashable {
  /// The number of values of each entry of `features`: velocity, offset and age of the last hit,
  /// then of the one before. The last value of each means that there was no such hit.
  public static let counts = [33, 25, 35, 33, 25, 35]

  private var last: RememberedHit?
  private var before: RememberedHit?

  private struct RememberedHit: BitwiseCopyable, Hashable {
    var velocity: UInt8
    var offset: UInt8
    var step: Int
  }

  /// No hit so far.
  public init() {}

  /// The six features at `step`; ages are in sixteenths, at most 33.
  public func features(at step: Int) -> InlineArray<6, Int> {
    let (a, b) = (last, before)
    return [
      a.map { Int($0.velocity) } ?? 32, a.map { Int($0.offset) } ?? 24, Self.age(a, at: step),
      b.map { Int($0.velocity) } ?? 32, b.map { Int($0.offset) } ?? 24, Self.age(b, at: step),
    ]
  }

  /// Records a hit.
  public mutating func struck(_ token: Token, at step: Int) {
    before = last
    last = RememberedHit(velocity: token.velocity, offset: token.offset, step: step)
  }

  private static func age(_ stroke: RememberedHit?, at step: Int) -> Int {
    stroke.map { min(max(step - $0.step, 0), 33) } ?? 34
  }
}
