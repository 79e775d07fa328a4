public import Commands
import Playback
public import Rhythm

/// How things stand.
extension Machine {
  /// The state of all parts, as `status` shows it.
  public func status() -> MachineStatus {
    let (now, playing) = (engine.status(), played.playing)
    var status = MachineStatus(
      document: played.document.current, kit: played.player.kit.name,
      keys: played.player.kit.keys, engine: now, clock: engine.clock,
      drummer: steering.status(played), heard: playing.heard,
      arrangement: ArrangementStatus(played.patch, playing, engine: now),
      recording: recording.status(played.patch, now))
    status.droppedHits += Int64(played.player.kit.droppedHits)
    return status
  }

  /// The pattern as text, with the step that is played marked while rolling; blocks of the pattern
  /// where it is wider than `columns`.
  public func drawing(columns: Int = PatternGrid.usualColumns) -> String {
    PatternGrid.drawing(of: played.patch.pattern, playhead: playhead, columns: columns)
  }

  /// The block of the drawing that is played; of a pattern without hits, what the drummer plays beside it.
  public func page(columns: Int) -> String {
    let pattern = played.patch.pattern
    let hasHits = pattern.lanes.contains { $0.steps.contains { $0 != nil } }
    if !hasHits, let bar = steering.playedBar(of: played.patch, engine.status()) {
      return PatternGrid.page(of: bar.pattern, playhead: bar.playhead, columns: columns)
    }
    return PatternGrid.page(of: pattern, playhead: playhead, columns: columns)
  }

  /// The step of the selected pattern that is played; nil while another is, or at rest.
  private var playhead: Int? {
    let now = engine.status()
    let (heard, shown) = (played.playing.heard.pattern(at: now.place), played.patch.pattern)
    let isHeard = now.isRolling && heard.name == shown.name
    return isHeard ? shown.step(at: now.beatInLoop) : nil
  }

  /// What is edited now.
  public var document: Document { played.document.current }

  /// The document with its kit, and the file that it is of.
  public func kitInUse() -> (patch: Patch, file: String?) { (played.patch, played.document.file) }

  /// Where the song is as of the engine's latest block.
  public func transportPlace() -> TransportPlace {
    TransportPlace(engine.status(), in: played.playing)
  }

  /// The document, if its number is not `revision`.
  public func document(after revision: Int) -> WatchedDocument? {
    revision == played.document.revision ? nil : WatchedDocument(played.document)
  }

  /// How many programs were compiled so far.
  public var programCount: Int { played.player.compiler.count }
  /// How often a drummer was asked how it plays a written pattern: each time the LSTM runs over it.
  public var humanisedCount: Int { played.player.compiler.humanisedCount }
}
