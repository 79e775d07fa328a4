import Foundation
public import MusicalTime

/// What the drummer is told of a piece from the outside.
public struct Conditions: Sendable, Hashable {
  /// Index among the model's styles, or nil for none in particular.
  public var style: Int?
  /// Whether all of it is a fill.
  public var isFill: Bool
  /// Index of the recorded player, 0 to 10; the reference's design does not listen to it.
  public var player: Int
  public var tempo: Tempo

  public init(style: Int? = nil, isFill: Bool = false, player: Int = 0, tempo: Tempo = .standard) {
    self.style = style
    self.isFill = isFill
    self.player = player
    self.tempo = tempo
  }

  /// What the tempo looks like to the model: x, x² and x³ of x = 2·ln(whole bpm / 110).
  ///
  /// Whole beats a minute, as in the reference, whose index of recordings knows no others; the
  /// nearest, since a file's 90 bpm are 666,667 µs a beat and thus a little less.
  public var tempoFeatures: InlineArray<3, Float> {
    let x = Float(2 * Foundation.log(tempo.bpm.rounded() / 110))
    return [x, x * x, x * x * x]
  }
}
