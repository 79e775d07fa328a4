import MusicalTime
import Rhythm

extension ImportedSong {
  /// What became of the file, in a line.
  public var summary: String {
    let bars = barCount.counted("bar")
    let notes = noteCount.counted("note")
    let sections = song.sections.count
    let times = patterns.count == 1 && isSong ? "; it plays as a song, `song off` loops it" : ""
    let made =
      patterns.count == 1
      ? "1 pattern" : "\(patterns.count) patterns in a song of \(sections.counted("section"))"
    let tempi = song.sections.reduce(0) { $0 + $1.tempi.count }
    let speed = "\(tempo.bpm) bpm" + (tempi == 0 ? "" : " and \(tempi) more within sections")
    return (["\(bars), \(notes): \(made) at \(speed)\(times)"] + notices).joined(separator: "; ")
  }

  /// What is not as in the file.
  private var notices: [String] {
    var notices: [String] = []
    if mergedCount > 0 { notices.append("left out as struck twice at once: \(mergedCount)") }
    if !remapped.isEmpty {
      let names = remapped.map { "\($0.note) as \($0.drum.name) \($0.count)" }.joined(
        separator: ", ")
      notices.append("notes read as other drums: \(names)")
    }
    if heldCount > 0 { notices.append("held notes that end on the nearest marker: \(heldCount)") }
    if clampedTempi > 0 { notices.append("tempi kept within 20 to 300 bpm: \(clampedTempi)") }
    if droppedTempi > 0 { notices.append("tempi left out as too many: \(droppedTempi)") }
    if otherSongs > 0 { notices.append("other songs in the file, left out: \(otherSongs)") }
    return notices
  }
}
