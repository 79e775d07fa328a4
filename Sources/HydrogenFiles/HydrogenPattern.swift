import MusicalTime
import Rhythm

/// A pattern of Hydrogen.
struct HydrogenPattern: Sendable {
  /// As displayed; songs refer to the first pattern with a name.
  var name: String
  /// In ticks; 192 is a bar of 4/4.
  var size: Int
  /// The note that its bars count, where the version wrote it.
  var denominator: Int?
  /// Who wrote it, and what they say of it.
  var rights: HydrogenRights
  /// In no particular order.
  var notes: [HydrogenNote]

  /// The length of a bar of 4/4, and of a column without patterns.
  static let bar = 192
  /// The longest that a file may ask for: that of the longest grid.
  static let sizes = 1...Int(Grid.lengths.upperBound.inBeats) * HydrogenNote.ticksPerBeat
}

extension HydrogenPattern {
  /// Reads `noteList`, or the `sequenceList` of versions before 0.9.4.
  init(_ element: XMLElement) throws(HydrogenError) {
    name = element.text("name") ?? element.text("pattern_name") ?? ""
    rights = HydrogenRights(element)
    let size = try element.whole("size", in: -1...Self.sizes.upperBound) ?? -1
    self.size = size < 1 ? Self.bar : size
    denominator = try element.whole("denominator", in: 1...192)
    let sequences = element["sequenceList"]?.all("sequence") ?? []
    let lists = element.all("noteList") + sequences.flatMap { $0.all("noteList") }
    notes = []
    for note in lists.flatMap({ $0.all("note") }) { notes.append(try HydrogenNote(note)) }
  }
}
