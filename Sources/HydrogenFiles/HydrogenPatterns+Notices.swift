import MusicalTime
import Rhythm

extension HydrogenPatterns {
  /// What is different from the file, each as a phrase.
  var notices: [String] {
    noteNotices + songNotices + leftOut + KnownElements.notices(ofUnknown: file.unknown)
  }

  private var noteNotices: [String] {
    var notices: [String] = []
    func add(_ count: Int, _ phrase: String) {
      if count > 0 { notices.append("\(phrase): \(count)") }
    }
    if !voices.remarks.isEmpty {
      notices.append(
        "instruments without a drum of their own: " + voices.remarks.joined(separator: ", "))
    }
    add(counts.merged, "notes of one drum at one time, the loudest kept")
    add(
      counts.crowded,
      "notes of one drum beyond the \(Grid.counts.upperBound) of a pattern, the loudest kept")
    add(counts.missingPatterns, "patterns in columns that the file does not have")
    add(counts.unsoloed, "patterns without a soloed instrument, muted")
    add(
      counts.clampedTempi + (Tempo(bpm: file.bpm) == nil ? 1 : 0),
      "tempi clamped to \(Tempo.range.words(unit: "bpm"))")
    return notices
  }

  private var songNotices: [String] {
    var notices: [String] = []
    if file.swing > 0 {
      let percent = (50 + 25 * file.swing).short
      notices.append(
        swingsByGroove
          ? "swing as groove swing16 \(percent)" : "swing of \(percent) % as offsets of steps")
    }
    if file.humanisedTiming > 0 || file.humanisedVelocity > 0 {
      notices.append("humanising as looseness of lanes")
    }
    let tuned = tunings.sorted { $0.key < $1.key }.map { "\($0.key.name) \(Int($0.value)) cents" }
    if !tuned.isEmpty { notices.append("pitches as tuning: " + tuned.joined(separator: ", ")) }
    let groups = Dictionary(grouping: chokeGroups.keys.sorted()) { chokeGroups[$0] ?? "" }
    let chokes = groups.sorted { $0.key < $1.key }.map { name, drums in
      drums.map(\.name).joined(separator: " and ") + " in \(name)"
    }
    if !chokes.isEmpty {
      notices.append("mute groups as choke groups: " + chokes.joined(separator: ", "))
    }
    return notices
  }

  private var leftOut: [String] {
    var left: [String] = []
    func add(_ count: Int, _ phrase: String) {
      if count > 0 { left.append("\(phrase) (\(count))") }
    }
    add(counts.noteOffs, "note-offs")
    add(counts.silent, "silent notes")
    add(counts.outside, "notes after the end of their pattern")
    add(counts.muted, "notes of muted instruments whose drum another plays")
    add(counts.homeless, "notes of missing instruments")
    add(counts.pitched, "pitches of notes")
    add(counts.panned, "pans of notes")
    add(counts.ended, "lengths of notes")
    if !file.followsTempi { add(file.tempi.count, "tempo markers, which are switched off") }
    for trait in InstrumentTrait.allCases {
      add(file.instruments.count { $0.traits.contains(trait) }, trait.phrase)
    }
    // Of a pattern file these are shown.
    if !file.isPattern {
      add(file.patterns.count { !$0.rights.info.isEmpty }, "descriptions of patterns")
      add(file.patterns.count { !$0.rights.tags.isEmpty }, "categories and tags of patterns")
    }
    left += file.leftOut
    return left.isEmpty ? [] : ["left out: " + left.joined(separator: ", ")]
  }
}
