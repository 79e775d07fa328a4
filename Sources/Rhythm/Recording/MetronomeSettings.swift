/// When the metronome clicks, its sound and level, and the length of the count-in.
public struct MetronomeSettings: Sendable, Hashable {
  /// When it clicks.
  public var sounding = Sounding.off
  /// dB relative to a drum at 0 dB (`Knob.metronomeLevel`). The drum's level in the kit does not
  /// apply, except at −60 dB, where the click is cut short.
  public var level: Float = 0
  /// Where it is heard.
  public var output = Output.audio
  /// The voice of the first beat of a bar; a note is sent on `out` only.
  public var accent = Voice(.cowbell)
  /// The voice of the other beats.
  public var beat = Voice(.sideStick)
  /// Bars of count-in before the song begins (`Knob.countIn`); they always click.
  public var countInBars = 0

  /// When it clicks, apart from the count-in.
  public enum Sounding: String, Sendable, Hashable, CaseIterable {
    case off
    case on
    /// Only while recording.
    case recording = "record"
  }

  /// The output of the clicks.
  public enum Output: String, Sendable, Hashable, CaseIterable {
    case audio, midi, both
  }

  /// Silent, without a count-in.
  public init() {}
}

extension Knob {
  /// A metronome's `level`.
  public static let metronomeLevel = Knob(
    key: "level", unit: "dB", range: levels, standard: 0, isWhole: false,
    meaning: "level of the metronome")
  /// A metronome's `countIn`.
  public static let countIn = Knob(
    key: "countIn", unit: "bars", range: 0...4, standard: 0, isWhole: true,
    meaning: "bars of count-in before the song begins")
}
