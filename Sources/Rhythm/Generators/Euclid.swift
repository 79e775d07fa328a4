import MusicalTime

/// A Euclidean rhythm: pulses spread over steps as evenly as possible by Bjorklund's algorithm
/// (Toussaint, "The Euclidean algorithm generates traditional musical rhythms", 2005). Steps count
/// from 0.
public struct Euclid: Sendable, Hashable {
  /// The number of hits.
  public let pulses: Int
  /// The number of steps.
  public let steps: Int
  /// Steps by which the rhythm is rotated later.
  public let rotation: Int
  /// The number of accented pulses, spread over the pulses in the same way.
  public let accents: Int

  /// The range of `steps`.
  public static let stepCounts = Grid.counts
  /// The range of `rotation`.
  public static let rotations = Lane.turns

  /// Throws if there are more pulses than steps or more accents than pulses, or if a value is out
  /// of range.
  public init(
    _ pulses: Int, in steps: Int, turnedBy rotation: Int = 0, accents: Int = 0
  ) throws(EuclidError) {
    guard Self.stepCounts.contains(steps) else { throw .steps(steps) }
    guard (0...steps).contains(pulses) else { throw .pulses(pulses, steps: steps) }
    guard Self.rotations.contains(rotation) else { throw .rotation(rotation) }
    guard (0...pulses).contains(accents) else { throw .accents(accents, pulses: pulses) }
    self.pulses = pulses
    self.steps = steps
    self.rotation = rotation
    self.accents = accents
  }

  /// The steps with a hit, in order.
  public var onsets: [Int] { struck.map(\.step) }

  /// The steps with an accented hit, in order.
  public var accented: [Int] { struck.filter(\.isAccented).map(\.step) }

  /// One entry per step: a plain hit, an accented one, or a rest.
  public var written: [Step?] {
    var written: [Step?] = Array(repeating: nil, count: steps)
    for (step, isAccented) in struck {
      var hit = Step(StepNotation.hit)
      hit.isAccented = isAccented
      written[step] = hit
    }
    return written
  }

  private var struck: [(step: Int, isAccented: Bool)] {
    let unturned = Self.spread(pulses, over: steps)
    let accents = Self.spread(accents, over: pulses)
    var pulse = 0
    var struck: [(step: Int, isAccented: Bool)] = []
    for (step, isStruck) in unturned.enumerated() where isStruck {
      struck.append((floorRemainder(step + rotation, by: steps), accents[pulse]))
      pulse += 1
    }
    return struck.sorted { $0.step < $1.step }
  }

  /// Bjorklund's algorithm: appends the rests to the pulses, then the shorter rows to the longer
  /// ones, until at most one row is left over.
  private static func spread(_ pulses: Int, over steps: Int) -> [Bool] {
    guard pulses > 0 else { return Array(repeating: false, count: steps) }
    var rows = Array(repeating: [true], count: pulses)
    var rest = Array(repeating: [false], count: steps - pulses)
    // In the first pass a single rest is still appended; in later passes a single row is left as it
    // is.
    var isFirst = true
    while rest.count > 1 || (isFirst && !rest.isEmpty) {
      isFirst = false
      let dealt = min(rows.count, rest.count)
      let grown = (0..<dealt).map { rows[$0] + rest[$0] }
      let left = rows.count > dealt ? Array(rows[dealt...]) : Array(rest[dealt...])
      (rows, rest) = (grown, left)
    }
    return (rows + rest).flatMap(\.self)
  }
}

/// Why the values are not a Euclidean rhythm.
public enum EuclidError: Error, Hashable {
  case steps(Int)
  case pulses(Int, steps: Int)
  case rotation(Int)
  case accents(Int, pulses: Int)
}

extension EuclidError: CustomStringConvertible {
  /// The problem and the limit, as a phrase.
  public var description: String {
    switch self {
    case .steps(let count):
      "steps of a Euclidean rhythm: " + Euclid.stepCounts.expected(found: count)
    case .pulses(let count, let steps):
      "pulses in \(steps.counted("step")): " + (0...steps).expected(found: count)
    case .rotation(let rotation):
      "a Euclidean rhythm's rotation: " + Euclid.rotations.expected(found: rotation)
    case .accents(let count, let pulses):
      "accents on \(pulses.counted("pulse")): " + (0...pulses).expected(found: count)
    }
  }
}
