import MusicalTime
import Rhythm

extension HydrogenImport {
  /// The result of the import, in one line.
  public var summary: String {
    let notes = noteCount.counted("note")
    let made = patterns.count.counted("pattern")
    guard let tempo else {
      return ([notes + ": " + made] + rights + notices).joined(separator: "; ")
    }
    let columns = columnCount.counted("column")
    let sections =
      song.sections.isEmpty ? "" : " in a song of \(song.sections.count.counted("section"))"
    let changes = song.sections.count { $0.tempo != nil }
    let speed =
      "\(tempo.bpm) bpm" + (changes == 0 ? "" : " and \(changes.counted("tempo change"))")
    return (["\(columns), \(notes): \(made)\(sections) at \(speed)"] + rights + notices)
      .joined(separator: "; ")
  }
}
