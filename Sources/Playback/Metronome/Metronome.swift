import MusicalTime
public import Rhythm

/// What the engine clicks with and when. Real-time: yes, but for making one.
public struct Metronome: BitwiseCopyable, Sendable {
  /// Whether it clicks while the song moves.
  public var isOn = false
  /// Bars that are counted in before the song begins at the top, as our own beat leads.
  public var countInBars: Int64 = 0
  /// Whether it is heard here, where its voice is a drum.
  var isHeard = true
  /// Whether it is sent by `out`.
  var sendsNotes = false
  var accent = Voice(Drum(clampingIndex: 21))
  var beat = Voice(Drum(clampingIndex: 2))
  /// dB beside a drum at 0 dB.
  var level: Float = 0

  /// Silent.
  @_noLocks public init() {}

  /// What `settings` ask for while something is recorded, or while nothing is.
  public init(_ settings: MetronomeSettings, isRecording: Bool) {
    switch settings.sounding {
    case .off: isOn = false
    case .on: isOn = true
    case .recording: isOn = isRecording
    }
    let bars = Knob.countIn.wholeRange
    countInBars = Int64(min(max(settings.countInBars, bars.lowerBound), bars.upperBound))
    isHeard = settings.output != .midi
    sendsNotes = settings.output != .audio
    accent = settings.accent
    beat = settings.beat
    level = settings.level
  }
}

/// How the engine clicks. Real-time: yes.
struct Clicking: BitwiseCopyable {
  var metronome = Metronome()
  /// While bars are counted in: the line on which beat 0 is the downbeat.
  var countIn: Timeline?

  @_noLocks init() {}

  /// Whether bars are counted in.
  var countsIn: Bool {
    // Comparing with nil would call Timeline's own ==, which is out of sight here.
    @_noLocks get { if case .some = countIn { true } else { false } }
  }
}
