public import MusicalTime
public import Rhythm

/// A model that generates 4/4 bars one after the other.
///
/// A value type: a copy is a checkpoint from which playing continues identically. The same
/// directions produce the same bars. Real-time: no.
public protocol BarInventor: Sendable {
  /// The number of the next bar, counted from 0.
  var nextBar: Int { get }

  /// Generates the next bar.
  mutating func play(_ direction: BarDirection) -> DrummedBar

  /// Uses `hits` as the content of the next bar (beats from its beginning) instead of generating
  /// one, whether the drummer or a player played them, and advances past it.
  mutating func advance(with hits: [Hit], _ direction: BarDirection)
}

/// The requirements for one bar.
public struct BarDirection: Sendable, Hashable {
  /// The drummer settings.
  public var settings: DrummerSettings
  /// The tempo, before half or double feel is applied.
  public var tempo: Tempo
  /// The beat of the bar from which it is a fill; nil for none.
  public var fillFrom: Beats?
  /// Whether it is chosen in which bars fills are: then no other bar ends like one.
  public private(set) var choosesFills: Bool
  /// Nothing is played, but the model state advances.
  public var isSilent = false

  /// A direction without fill.
  public init(settings: DrummerSettings, tempo: Tempo) {
    self.settings = settings
    self.tempo = tempo
    choosesFills = settings.fillEvery > 0
  }

  /// Takes the fills of `settings.fillEvery` from the song's count, in which this is bar `bar` from 0,
  /// instead of the drummer's own, which has the bars that it was primed with too. A fill that is
  /// there already stays.
  public mutating func countFills(at bar: Int) {
    let every = settings.fillEvery
    settings.fillEvery = 0
    guard fillFrom == nil, every > 0, (bar + 1).isMultiple(of: every) else { return }
    fillFrom = Self.usualFill
  }

  /// The beat on which a fill begins if none is given: one of half a bar is recognised as one, and
  /// keeps the groove before it.
  static var usualFill: Beats { Beats(2) }
}

/// A hit that a model sampled, and how unlikely it was.
public struct DrummedHit: Sendable, Hashable {
  /// The hit.
  public var hit: Hit
  /// The hit's negative log-likelihood in nats, by the model's own distribution: what settings and
  /// the groove make of it is left out. Nil where it is not known.
  public var surprise: Double?

  /// `hit` with its `surprise`.
  public init(_ hit: Hit, surprise: Double? = nil) {
    self.hit = hit
    self.surprise = surprise
  }
}

/// A generated bar.
public struct DrummedBar: Sendable, Hashable {
  /// Counted from 0.
  public var number: Int
  /// Sorted; beats from the beginning of the bar, from −1/8 (early on the first step; −1/4 in half
  /// feel) to below 4.
  public var drawn: [DrummedHit]

  /// The hits alone.
  public var hits: [Hit] { drawn.map(\.hit) }

  /// Bar `number` with hits and their surprises.
  public init(number: Int, drawn: [DrummedHit]) {
    self.number = number
    self.drawn = drawn
  }

  /// Bar `number` with `hits` whose surprises are not known.
  public init(number: Int, hits: [Hit]) {
    self.init(number: number, drawn: hits.map { DrummedHit($0) })
  }
}
