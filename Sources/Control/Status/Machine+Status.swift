public import Commands
import Playback
public import Rhythm

extension Machine {
  /// The state of all parts, as `status` shows it.
  public func status() -> MachineStatus {
    var status = MachineStatus(
      patch: patch, file: path, isEdited: isEdited, kit: kitName, keys: kits.keys,
      engine: engine.status(), clock: clock, drummer: drummerStatus(), heard: heard,
      arrangement: arrangementStatus, recording: recordingStatus(engine.status()))
    status.droppedHits += Int64(kits.droppedHits)
    return status
  }

  /// The pattern as text, with the step that is played marked while rolling; blocks of the pattern
  /// where it is wider than `columns`.
  public func drawing(columns: Int = PatternGrid.usualColumns) -> String {
    PatternGrid.drawing(of: patch.pattern, playhead: playhead, columns: columns)
  }

  /// The block of the drawing that is played.
  public func page(columns: Int) -> String {
    PatternGrid.page(of: patch.pattern, playhead: playhead, columns: columns)
  }

  /// The step of the selected pattern that is played; nil while another is, or at rest.
  private var playhead: Int? {
    let now = engine.status()
    let heard = heard.pattern(at: now.place)
    let isHeard = now.isRolling && heard.name == patch.pattern.name
    return isHeard ? patch.pattern.step(at: now.beatInLoop) : nil
  }
}
