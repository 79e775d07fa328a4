/// What the drummer remembers of one drum: how hard, how early or late, and when its last two
/// strokes were.
public struct DrumMemory: BitwiseCopyable, Sendable, Hashable {
  /// Values of the six numbers of `features`: velocity, offset, age of the last stroke; the same of
  /// the one before it. The last value of each means that there was none.
  public static let counts = [33, 25, 35, 33, 25, 35]

  private var last: Stroke?
  private var before: Stroke?

  private struct Stroke: BitwiseCopyable, Hashable {
    var velocity: UInt8
    var offset: UInt8
    var step: Int
  }

  public init() {}

  /// The six numbers that tell of it at `step`; ages are in sixteenths, at most 33.
  public func features(at step: Int) -> InlineArray<6, Int> {
    let (a, b) = (last, before)
    return [
      a.map { Int($0.velocity) } ?? 32, a.map { Int($0.offset) } ?? 24, Self.age(a, at: step),
      b.map { Int($0.velocity) } ?? 32, b.map { Int($0.offset) } ?? 24, Self.age(b, at: step),
    ]
  }

  /// Takes note of a stroke.
  public mutating func struck(_ token: Token, at step: Int) {
    before = last
    last = Stroke(velocity: token.velocity, offset: token.offset, step: step)
  }

  private static func age(_ stroke: Stroke?, at step: Int) -> Int {
    stroke.map { min(max(step - $0.step, 0), 33) } ?? 34
  }
}
