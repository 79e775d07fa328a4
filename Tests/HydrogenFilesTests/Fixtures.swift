/// Files of Hydrogen as its versions lay them out, written for these tests.
enum Fixtures {
  /// A note in the layout of 1.x; fields that are nil are left out.
  struct Note {
    var position: Int
    var instrument = 0
    var velocity = "0.8"
    var more = ""

    var xml: String {
      """
      <note><position>\(position)</position><velocity>\(velocity)</velocity>\(more)\
      <instrument>\(instrument)</instrument></note>
      """
    }
  }

  static func notes(_ positions: [Int], instrument: Int = 0) -> String {
    positions.map { Note(position: $0, instrument: instrument).xml }.joined()
  }

  /// A pattern of 0.9.4 and later.
  static func pattern(_ name: String, size: Int = 192, more: String = "", _ notes: String) -> String
  {
    "<pattern><name>\(name)</name>\(more)<size>\(size)</size><noteList>\(notes)</noteList></pattern>"
  }

  static func instrument(_ id: Int, _ name: String, more: String = "") -> String {
    """
    <instrument><id>\(id)</id><name>\(name)</name>\(more)<layer><filename>a.wav</filename></layer>\
    </instrument>
    """
  }

  /// Kick, snare, closed and open hat.
  static let kit =
    instrument(0, "Kick") + instrument(1, "Snare") + instrument(2, "Closed HH")
    + instrument(3, "Open HH")

  static func columns(_ columns: [[String]]) -> String {
    columns.map { "<group>" + $0.map { "<patternID>\($0)</patternID>" }.joined() + "</group>" }
      .joined()
  }

  /// A song of 1.2.
  static func song(
    bpm: String = "120", mode: String = "song", head: String = "", instruments: String = kit,
    patterns: String, columns: String = "", tail: String = "", declaration: Bool = true
  ) -> [UInt8] {
    let text =
      (declaration ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "")
      + "<song><version>1.2.0</version><bpm>\(bpm)</bpm><name>Test</name>"
      + "<loopEnabled>true</loopEnabled><mode>\(mode)</mode>\(head)"
      + "<instrumentList>\(instruments)</instrumentList><patternList>\(patterns)</patternList>"
      + "<patternSequence>\(columns)</patternSequence>\(tail)</song>"
    return Array(text.utf8)
  }
}
