/// What clicks, when, and how loud; and how many bars are counted in.
public struct MetronomeSettings: Sendable, Hashable {
  public var sounding = Sounding.off
  /// dB beside a drum at 0 dB (`Knob.metronomeLevel`), whatever level its drum has in the kit, unless
  /// that is −60 dB, where the click breaks off early.
  public var level: Float = 0
  public var output = Output.audio
  /// What the first beat of a bar sounds; a note is heard by `out` only.
  public var accent = Voice(.cowbell)
  /// What the other beats sound.
  public var beat = Voice(.sideStick)
  /// Bars before the song begins, 0 to 4 (`Knob.countIn`); they always click.
  public var countInBars = 0

  /// When it clicks, apart from counting in.
  public enum Sounding: String, Sendable, Hashable, CaseIterable {
    case off
    case on
    /// Only while recording.
    case recording = "record"
  }

  /// Where it is heard.
  public enum Output: String, Sendable, Hashable, CaseIterable {
    case audio, midi, both
  }

  /// Silent, and nothing counted in.
  public init() {}
}

extension Knob {
  /// A metronome's `level`.
  public static let metronomeLevel = Knob(
    key: "level", unit: "dB", range: -60...12, standard: 0, isWhole: false,
    meaning: "level of the metronome")
  /// A metronome's `countIn`.
  public static let countIn = Knob(
    key: "countIn", unit: "bars", range: 0...4, standard: 0, isWhole: true,
    meaning: "bars that are counted in before the song begins")
}
