import MusicalTime
import Rhythm

extension ImportedSong {
  /// The result of the import, in one line.
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

  /// The differences from the file.
  private var notices: [String] {
    var notices: [String] = []
    if mergedCount > 0 { notices.append("duplicate notes left out: \(mergedCount)") }
    if !remapped.isEmpty {
      let names = remapped.map { "\($0.note) as \($0.drum.name) \($0.count)" }.joined(
        separator: ", ")
      notices.append("notes read as other drums: \(names)")
    }
    if heldCount > 0 { notices.append("held notes that end on the nearest marker: \(heldCount)") }
    if cutCount > 0 { notices.append("held notes that end with their pattern: \(cutCount)") }
    if plainCount > 0 {
      notices.append("held notes that their grid cannot hold, read as plain notes: \(plainCount)")
    }
    if clampedTempi > 0 {
      notices.append("tempi clamped to \(Tempo.range.words(unit: "bpm")): \(clampedTempi)")
    }
    if droppedTempi > 0 { notices.append("tempi left out for lack of space: \(droppedTempi)") }
    if otherSongs > 0 { notices.append("other songs in the file, left out: \(otherSongs)") }
    return notices
  }
}
