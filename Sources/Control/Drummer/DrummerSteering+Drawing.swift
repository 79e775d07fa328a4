import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension DrummerSteering {
  /// The bar that the drummer plays, as a pattern to be drawn, and the step that is played; nil where it plays
  /// nothing.
  func playedBar(
    of patch: Patch, _ now: EngineStatus
  ) -> (pattern: Pattern, playhead: Int)? {
    // Outputs that are sent to ahead of time have the next bar a moment before it is heard.
    guard now.isRolling, patch.drummer.isOn, let bar = drummer.barsAhead().first,
      bar.begins <= now.planned, !bar.hits.isEmpty
    else { return nil }
    let written = try? Transcription(
      of: bar.hits, length: CompiledBar.length,
      playedWith: patch.pattern.groove ?? patch.groove ?? .straight)
    guard let pattern = try? written?.pattern(named: patch.pattern.name) else { return nil }
    let beat = max(now.position - bar.begins, .zero)
    return (pattern, pattern.step(at: beat))
  }
}
