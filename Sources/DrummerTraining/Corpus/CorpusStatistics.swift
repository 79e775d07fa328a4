import Drummer
import MusicalTime
public import Rhythm

/// What a corpus consists of, in numbers.
///
/// Drums, velocities and offsets are those of the 4/4 pieces as the drummer sees them: at 96 ticks a
/// beat, of two hits of one drum on one tick the harder.
public struct CorpusStatistics: Sendable, Hashable {
  /// One row for each of train, validation and test.
  public let splits: [Share]
  /// Pieces of each style; the empty style is theirs of whom nobody says one.
  public let styles: Tally<String>
  /// Pieces of each meter, as it is written.
  public let meters: Tally<String>
  /// Pieces within each ten beats a minute, rounded to whole ones since files keep a tempo as whole
  /// microseconds; 90 stands for 90 to 99.
  public let tempi: Tally<Int>
  /// Hits on each of the vocabulary's drums.
  public let drums: Tally<Drum>
  /// Hits within each eight velocities; 8 stands for 8 to 15.
  public let velocities: Tally<Int>
  /// Hits at each distance from the nearest sixteenth, −12 to 11 ticks of 1/96 beat; before is less.
  public let offsets: Tally<Int>
  /// Mean of the offsets in ticks, and their standard deviation.
  public let offsetSpread: Spread
  /// The same in milliseconds, each at its piece's tempo.
  public let lateness: Spread

  /// What a split holds.
  public struct Share: Sendable, Hashable {
    /// Which it is.
    public var split: Piece.Split
    /// All pieces, in whatever meter.
    public var pieces = 0
    /// Those in 4/4, which are trained on.
    public var fourFour = 0
    /// Those that are a fill throughout.
    public var fills = 0
    /// Hits of all pieces, as they were played.
    public var hits = 0
    /// Hits of the 4/4 pieces, as the drummer sees them.
    public var tokens = 0
    /// How long all pieces last together.
    public var minutes = 0.0
  }

  /// Numbers of `pieces`.
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
  /// Ticks of 1/96 beat behind its sixteenth.
  fileprivate var ticksOff: Int { Int(token.offset) - Vocabulary.ticksPerStep / 2 }
}

/// The mean of numbers, and how far they lie from it.
public struct Spread: Sendable, Hashable {
  /// 0 for no numbers.
  public let mean: Double
  /// The standard deviation, of the numbers as the whole there is.
  public let deviation: Double

  /// The spread of `numbers`.
  public init(_ numbers: some Collection<Double>) {
    let count = Double(max(numbers.count, 1))
    let mean = numbers.reduce(0, +) / count
    self.mean = mean
    deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
  }
}
