/// How the drummer is asked to play: what a patch keeps of it.
///
/// Ranges are those of the `Knob`s of the same names.
public struct DrummerSettings: Sendable, Hashable {
  /// Whether it plays at all.
  public var isOn = false
  /// One of the model's styles, or empty for none in particular.
  public var style = ""
  /// Another style mixed in.
  public var blend: StyleBlend?
  /// How many hits: 0 sparse, 0.5 as learned, 1 busy.
  public var density = 0.5
  /// How hard: 0 soft, 0.5 as learned, 1 loud.
  public var loudness = 0.5
  /// How unforeseen: 0 strict, 0.5 as a rule, 1 wild.
  public var wildness = 0.5
  /// The last of so many bars is a fill; 0 for none but those asked for.
  public var fillEvery = 0
  /// The drums that may play; nil for all.
  public var drums: DrumSet?
  /// At what speed it feels the beat.
  public var feel = TempoFeel.normal
  /// What its chances hang on: the same seed plays the same music.
  public var seed: UInt64 = 0
  /// How much it leans to what is played beside it, 0 to 1.
  public var listening = 0.0
  /// It answers so many bars with as many of its own; 0 plays throughout.
  public var answerBars = 0

  /// Off; and when switched on, as it learned to play.
  public init() {}
}

/// A second style and its share, 0 to 1.
public struct StyleBlend: Sendable, Hashable {
  public var style: String
  public var amount: Double

  public init(style: String, amount: Double) {
    self.style = style
    self.amount = amount
  }
}

/// How fast the drummer feels the beat beside the tempo.
public enum TempoFeel: String, Sendable, Hashable, CaseIterable {
  case half, normal, double
}
