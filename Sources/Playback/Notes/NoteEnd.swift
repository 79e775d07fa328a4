import MusicalTime

/// Where a note that ends by itself does. Real-time: yes.
struct NoteEnd: BitwiseCopyable {
  var frame: Frame
  /// The beat of the song's line that it is held to; nil for one that lasts for a time whatever the tempo.
  var beat: Beats?

  @_noLocks init(_ frame: Frame, beat: Beats? = nil) {
    self.frame = frame
    self.beat = beat
  }

  /// Moves with the line, which is bent at `frame` and is `line` from there on: an end before that stays.
  @_noLocks mutating func move(to line: Timeline, from frame: Frame) {
    guard let beat, frame <= self.frame else { return }
    // On a centred line a beat of that very frame may fall before it at another tempo.
    self.frame = max(line.frame(at: beat), frame)
  }

  /// Stays on its frame whatever the line does.
  @_noLocks mutating func fix() { beat = nil }

  /// Comes on `limit` at the latest, whatever the line does.
  @_noLocks mutating func shorten(to limit: Frame) {
    if limit < frame { frame = limit }
    fix()
  }
}
