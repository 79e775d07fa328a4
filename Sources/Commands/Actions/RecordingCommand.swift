public import Rhythm

/// What can be asked of recording, the metronome and the count-in.
public enum RecordingCommand: Sendable, Hashable {
  /// Let strokes of the hand become steps, or no longer.
  case record(Bool)
  case mode(RecordingSettings.Mode)
  /// How far strokes are moved to the pattern's own grid, 0 to 100 per cent.
  case quantise(Double)
  /// Take the steps of a drum out as the song comes by, for as long as it is held.
  case erase(Drum, Bool)
  /// When the metronome clicks.
  case metronome(MetronomeSettings.Sounding)
  /// dB.
  case metronomeLevel(Float)
  case metronomeOutput(MetronomeSettings.Output)
  /// What the first beat of a bar sounds, and what the others do.
  case metronomeSound(accent: Voice, beat: Voice)
  /// Bars counted in before the song begins, 0 to 4.
  case countIn(Int)

  /// Makes the change of the patch that it asks for, if it does.
  public func apply(to patch: inout Patch) {
    switch self {
    case .record, .erase: break
    case .mode(let mode): patch.recording.mode = mode
    case .quantise(let amount): patch.recording.quantise(by: amount)
    case .metronome(let sounding): patch.metronome.sounding = sounding
    case .metronomeLevel(let level): patch.metronome.level = level
    case .metronomeOutput(let output): patch.metronome.output = output
    case .metronomeSound(let accent, let beat):
      (patch.metronome.accent, patch.metronome.beat) = (accent, beat)
    case .countIn(let bars): patch.metronome.countInBars = bars
    }
  }
}
