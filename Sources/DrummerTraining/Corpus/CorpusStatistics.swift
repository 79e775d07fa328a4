import Drummer
import MusicalTime
public import Rhythm

/// Statistics of a corpus.
///
/// Drums, velocities and offsets are those of the 4/4 pieces after conversion to tokens: at 96
/// ticks per beat, and of two hits of one drum on one tick the louder.
public struct CorpusStatistics: Sendable, Hashable {
  /// One row for each of train, validation and test.
  public let splits: [Share]
  /// Pieces per style; the empty style counts pieces without one.
  public let styles: Tally<String>
  /// Pieces per meter, as written.
  public let meters: Tally<String>
  /// Pieces per ten beats per minute; 90 stands for 90 to 99. Tempi are rounded first, because
  /// files store them as whole microseconds.
  public let tempi: Tally<Int>
  /// Hits per drum of the vocabulary.
  public let drums: Tally<Drum>
  /// Hits per eight velocities; 8 stands for 8 to 15.
  public let velocities: Tally<Int>
  /// Hits per offset from the nearest sixteenth, −12 to 11 ticks of 1/96 beat; negative is early.
  public let offsets: Tally<Int>
  /// Mean and standard deviation of the offsets in ticks.
  public let offsetSpread: Spread
  /// The same in milliseconds, at each piece's tempo.
  public let lateness: Spread

  /// The contents of a split.
  public struct Share: Sendable, Hashable {
    /// The split.
    public var split: Piece.Split
    /// All pieces, in any meter.
    public var pieces = 0
    /// Pieces in 4/4, which are used for training.
    public var fourFour = 0
    /// Pieces that are a fill from beginning to end.
    public var fills = 0
    /// Hits of all pieces, before conversion.
    public var hits = 0
    /// Tokens of the 4/4 pieces.
    public var tokens = 0
    /// The total length of all pieces.
    public var minutes = 0.0
  }

  /// Computes the statistics of `pieces`.
  public init(_ pieces: [Piece]) {
    let seen = pieces.map { $0.meter == .fourFour ? Vocabulary.tokens(of: $0.hits) : [] }
    splits = Piece.Split.allCases.map { split in
      var share = Share(split: split)
      for (piece, tokens) in zip(pieces, seen) where piece.split == split {
        share.add(piece, tokenCount: tokens.count)
      }
      return share
    }
    styles = Tally(pieces.map(\.style))
    meters = Tally(pieces.map(\.meter.description))
    tempi = Tally(pieces.map { Int($0.tempo.bpm.rounded()) / 10 * 10 })
    let tokens = seen.joined()
    drums = Tally(tokens.map { Vocabulary.drums[Int($0.token.drum)] })
    velocities = Tally(tokens.map { Int($0.velocity) / 8 * 8 })
    offsets = Tally(tokens.map(\.ticksOff))
    offsetSpread = Spread(tokens.map { Double($0.ticksOff) })
    lateness = Spread(
      zip(pieces, seen).flatMap { piece, tokens in
        tokens.map { Double($0.ticksOff) * 60_000 / (piece.tempo.bpm * 96) }
      })
  }
}

extension CorpusStatistics.Share {
  fileprivate mutating func add(_ piece: Piece, tokenCount: Int) {
    pieces += 1
    if piece.meter == .fourFour { fourFour += 1 }
    if piece.isFill { fills += 1 }
    hits += piece.hits.count
    tokens += tokenCount
    minutes += piece.minutes
  }
}

extension PlacedToken {
  /// The offset from the sixteenth in ticks of 1/96 beat; positive is late.
  fileprivate var ticksOff: Int { Int(token.offset) - Vocabulary.ticksPerStep / 2 }
}

/// Mean and standard deviation.
public struct Spread: Sendable, Hashable {
  /// 0 without numbers.
  public let mean: Double
  /// The standard deviation of the population.
  public let deviation: Double

  /// Of `numbers`.
  public init(_ numbers: some Collection<Double>) {
    let count = Double(max(numbers.count, 1))
    let mean = numbers.reduce(0, +) / count
    self.mean = mean
    deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
  }
}
