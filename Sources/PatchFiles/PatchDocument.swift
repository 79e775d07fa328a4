import MusicalTime
import Rhythm

/// A patch as a file has it: the keys, their order, and what is left out.
struct PatchDocument {
  /// What is written.
  private(set) var patch: Patch

  /// A patch for writing.
  init(_ patch: Patch) { self.patch = patch }

  // MARK: Reading

  /// Reads the root of a file, which gives its name to a patch without one.
  init(_ root: PatchNode) throws(PatchError) {
    try PatchFormat.check(root)
    let group = try root.group([
      "format", "name", "tempo", "pattern", "patterns", "selected", "song", "groove", "seed",
      "mutedGroups", "groups", "kit", "input", "drummer", "humanise", "record", "metronome",
    ])
    patch = Patch()
    patch.name = try group["name"]?.string() ?? Self.name(ofFile: root.file)
    patch.tempo = Tempo(clampingBPM: try group.number(.tempo))
    try readPatterns(group)
    if let written = group["song"] { try readSong(written) }
    if let written = group["groove"] { patch.groove = try GrooveUse(written) }
    if let written = group["seed"] { patch.seed = try written.seed() }
    for (index, value) in (try group["mutedGroups"]?.list() ?? []).enumerated() {
      let place = root.child("mutedGroups, group \(index + 1)", value)
      patch.mutedGroups.insert(Int(try place.number(.muteGroup)))
    }
    if let written = group["groups"] { patch.savedSelections = try SavedSelection.bank(written) }
    if let written = group["kit"] { patch.kit = try KitDescription(written) }
    if let written = group["input"] { patch.input = try InputMap(written) }
    if let written = group["drummer"] { patch.drummer = try DrummerSettings(written) }
    if let written = group["humanise"] { patch.humanising = try Humanising(written) }
    if let written = group["record"] { patch.recording = try RecordingSettings(written) }
    if let written = group["metronome"] { patch.metronome = try MetronomeSettings(written) }
  }

  /// Reads the only pattern, or all of them and which is selected.
  private mutating func readPatterns(_ group: PatchGroup) throws(PatchError) {
    guard let written = group["patterns"] else {
      if let selected = group["selected"] { throw selected.error(.missing(key: "patterns")) }
      let node = try group.required("pattern")
      patch.pattern = try PatternDocument(node, patchName: patch.name, isOnly: true).pattern
      return
    }
    guard group["pattern"] == nil else { throw group.node.error(.together("pattern", "patterns")) }
    var read: [Pattern] = []
    let list = try written.list()
    // Checked before reading: a pattern can take a hundred times the memory of its text.
    guard list.count <= Patch.mostPatterns else {
      throw written.error(.rule(.patternCount(list.count)))
    }
    for (index, value) in list.enumerated() {
      let place = group.node.child("pattern \(index + 1)", value)
      let next = try PatternDocument(place, patchName: patch.name, isOnly: false).pattern
      guard !read.contains(where: { $0.name == next.name }) else {
        throw place.error(.secondPattern(next.name))
      }
      read.append(next)
    }
    let names = read.map(\.name)
    let wanted = try group["selected"]?.pattern(among: names)
    let selected = wanted.flatMap { names.firstIndex(of: $0) } ?? 0
    do { try patch.setPatterns(read, selected: selected) } catch {
      throw written.error(.rule(error))
    }
  }

  private mutating func readSong(_ node: PatchNode) throws(PatchError) {
    let read = try SongDocument(node, patterns: patch.patterns.map(\.name))
    do { try patch.setSong(read.song) } catch { throw node.error(.rule(error)) }
    patch.playsSong = read.isPlayed
  }

  private static func name(ofFile file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }

  // MARK: Writing

  /// JSON for people: keys in a fixed order, one line per lane, drum or control, and no defaults.
  var json: String {
    var members = [
      "\"format\": \(JSONWriter.string(PatchFormat.current))",
      "\"name\": \(JSONWriter.string(patch.name))",
      "\"tempo\": \(JSONWriter.number(patch.tempo.bpm))",
    ]
    members += patternsJSON
    if let song = SongDocument(patch.song, isPlayed: patch.playsSong).json {
      members.append("\"song\": " + song)
    }
    if let groove = patch.groove { members.append("\"groove\": " + groove.json) }
    if patch.seed != 0 { members.append("\"seed\": " + JSONWriter.number(patch.seed)) }
    if !patch.mutedGroups.isEmpty {
      members.append("\"mutedGroups\": \(patch.mutedGroups.sorted())")
    }
    if let bank = SavedSelection.json(patch.savedSelections) {
      members.append("\"groups\": " + bank)
    }
    if patch.kit != KitDescription() { members.append("\"kit\": " + patch.kit.json) }
    if patch.input != .standard { members.append("\"input\": " + patch.input.json) }
    if patch.drummer != DrummerSettings() { members.append("\"drummer\": " + patch.drummer.json) }
    if let humanising = patch.humanising { members.append("\"humanise\": " + humanising.json) }
    if patch.recording != RecordingSettings() {
      members.append("\"record\": " + patch.recording.json)
    }
    if patch.metronome != MetronomeSettings() {
      members.append("\"metronome\": " + patch.metronome.json)
    }
    return JSONLayout.group(members, indent: 0) + "\n"
  }

  /// The only pattern, or all of them and which is selected.
  private var patternsJSON: [String] {
    let name = patch.name
    if patch.patterns.count == 1, patch.song.sections.isEmpty {
      return ["\"pattern\": " + PatternDocument(patch.pattern).json(patchName: name, indent: 2)]
    }
    let written = patch.patterns.map { PatternDocument($0).json(patchName: name, indent: 4) }
    let list = "\"patterns\": " + JSONLayout.list(written, indent: 2)
    guard patch.selected != 0 else { return [list] }
    return [list, "\"selected\": \(JSONWriter.string(patch.pattern.name))"]
  }
}

extension PatchNode {
  /// An integer, as a string if it is too large for some JSON readers.
  fileprivate func seed() throws(PatchError) -> UInt64 {
    guard case .string(let text) = value else { return UInt64(try number(.seed)) }
    guard let seed = UInt64(text) else {
      throw error(.malformed(text, expected: "a whole number of 0 to \(UInt64.max)"))
    }
    return seed
  }
}
