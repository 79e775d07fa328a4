import MusicalTime
import Rhythm

extension ImportedSong {
  /// What became of the file, in a line.
  public var summary: String {
    let bars = barCount == 1 ? "1 bar" : "\(barCount) bars"
    let notes = noteCount == 1 ? "1 note" : "\(noteCount) notes"
    let made =
      patterns.count == 1
      ? "1 pattern" : "\(patterns.count) patterns in a song of \(song.sections.count) sections"
    var line = "\(bars), \(notes): \(made) at \(tempo.bpm) bpm"
    if mergedCount > 0 { line += "; left out as struck twice at once: \(mergedCount)" }
    if lateTempi > 0 { line += "; tempi that wait for the next bar line: \(lateTempi)" }
    return line
  }
}
