public import MusicalTime
public import Rhythm

/// What invents bar after bar of 4/4.
///
/// A value: a copy remembers the place, and goes on from there in the same way. The same directions
/// give the same bars. Real-time: no.
public protocol BarInventor: Sendable {
  /// The number of the bar that comes next, from 0.
  var nextBar: Int { get }

  /// Plays the next bar.
  mutating func play(_ direction: BarDirection) -> DrummedBar

  /// Takes `hits` for what was played in the next bar (beats from the bar's beginning), by whoever
  /// played it, and goes on behind it.
  mutating func hear(_ hits: [Hit], _ direction: BarDirection)
}

/// What one bar is to be.
public struct BarDirection: Sendable, Hashable {
  /// How the drummer is asked to play.
  public var settings: DrummerSettings
  /// The tempo it is played at, before any feel.
  public var tempo: Tempo
  /// The bar is a fill from this beat of its own on; nil for none.
  public var fillFrom: Beats?
  /// Nothing is played, though the music goes on behind the silence.
  public var isSilent = false

  public init(settings: DrummerSettings, tempo: Tempo) {
    self.settings = settings
    self.tempo = tempo
  }
}

/// One bar that was invented.
public struct DrummedBar: Sendable, Hashable {
  /// Counted from 0.
  public var number: Int
  /// In order; beats from the bar's own beginning, from −1/8 (early on its first step; −1/4 in half
  /// feel) to under 4.
  public var hits: [Hit]

  public init(number: Int, hits: [Hit]) {
    self.number = number
    self.hits = hits
  }
}
