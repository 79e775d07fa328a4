/// Hydrogen's own kits, whose instruments pattern files mean by number only.
enum GMKit {
  /// The notes of GMkit, by instrument; those of GMRockKit are the same but for its splash.
  private static let notes: [UInt8] = [
    36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 56, 51, 49, 59, 57, 82, 53,
  ]

  /// The note of an instrument of which only the number and its kit's name are known.
  static func note(ofInstrument id: Int, kit: String) -> UInt8 {
    if id == 15, kit == "GMRockKit" { return 55 }
    return notes.indices.contains(id) ? notes[id] : UInt8(min(max(36 + id, 0), 127))
  }
}
