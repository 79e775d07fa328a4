import Foundation
public import MusicalTime

/// The conditioning inputs of a piece.
public struct Conditions: Sendable, Hashable {
  /// Index of the style in the model, or nil for no particular one.
  public var style: Int?
  /// Whether the whole piece is a fill.
  public var isFill: Bool
  /// Index of the recorded player, 0 to 10; ignored by the current design.
  public var player: Int
  /// The tempo.
  public var tempo: Tempo

  /// No style, no fill, 120 bpm unless given.
  public init(style: Int? = nil, isFill: Bool = false, player: Int = 0, tempo: Tempo = .standard) {
    self.style = style
    self.isFill = isFill
    self.player = player
    self.tempo = tempo
  }

  /// The nearest to a tempo, in bpm, of those that drummers are trained at.
  public static func trainedTempo(_ bpm: Double) -> Double { min(max(bpm, 40), 300) }

  /// The tempo as network input: x, x² and x³ for x = 2·ln(whole bpm / 110).
  ///
  /// Rounded to whole beats per minute as in the reference, whose index of recordings has only
  /// whole tempi: a file's 90 bpm are stored as 666,667 µs per beat and thus slightly less.
  public var tempoFeatures: InlineArray<3, Float> {
    let x = Float(2 * Foundation.log(tempo.bpm.rounded() / 110))
    return [x, x * x, x * x * x]
  }
}
