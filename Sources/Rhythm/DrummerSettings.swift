/// The drummer settings stored in a patch.
///
/// The ranges are those of the `Knob`s with the same names.
public struct DrummerSettings: Sendable, Hashable {
  /// Whether the drummer plays.
  public var isOn = false
  /// One of the model's styles; empty for no particular style.
  public var style = ""
  /// A second style that is mixed in.
  public var blend: StyleBlend?
  /// The number of hits: 0 sparse, 0.5 as learned, 1 busy.
  public var density = 0.5
  /// The velocity of the hits: 0 soft, 0.5 as learned, 1 loud.
  public var loudness = 0.5
  /// The sampling temperature: 0 predictable, 0.5 as learned, 1 wild.
  public var wildness = 0.5
  /// Every Nth bar is a fill; 0 plays fills only on request.
  public var fillEvery = 0
  /// The drums that may play; nil for all.
  public var drums: DrumSet?
  /// The speed at which the drummer feels the beat, relative to the tempo.
  public var feel = TempoFeel.normal
  /// The seed of all random choices: the same seed plays the same music.
  public var seed: UInt64 = 0
  /// How strongly the drummer follows the live hits, 0 to 1.
  public var listening = 0.0
  /// The drummer alternates: it rests for N bars and then plays N bars in reply; 0 plays
  /// throughout.
  public var answerBars = 0

  /// Off, with all values as the model learned to play.
  public init() {}
}

extension DrummerSettings {
  /// Its numbers, in the order in which a patch writes them.
  public static let knobs: [KnobField<DrummerSettings>] = [
    KnobField(.density, get: { $0.density }, set: { $0.density = $1 }),
    KnobField(.loudness, get: { $0.loudness }, set: { $0.loudness = $1 }),
    KnobField(.wildness, get: { $0.wildness }, set: { $0.wildness = $1 }),
    KnobField(.fillEvery, get: { Double($0.fillEvery) }, set: { $0.fillEvery = Int($1) }),
    KnobField(.seed, get: { Double($0.seed) }, set: { $0.seed = UInt64($1) }),
    KnobField(.listening, get: { $0.listening }, set: { $0.listening = $1 }),
    KnobField(.answerBars, get: { Double($0.answerBars) }, set: { $0.answerBars = Int($1) }),
  ]
}

/// A second style and its share, 0 to 1.
public struct StyleBlend: Sendable, Hashable {
  /// The name of the style.
  public var style: String
  /// The share of the style, 0 to 1.
  public var amount: Double

  /// `amount` of `style`.
  public init(style: String, amount: Double) {
    self.style = style
    self.amount = amount
  }
}

/// The speed at which the drummer feels the beat, relative to the tempo.
public enum TempoFeel: String, Sendable, Hashable, CaseIterable {
  case half, normal, double
}
