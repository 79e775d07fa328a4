import MusicalTime
public import Rhythm

extension Patch {
  /// The patch in a JSON text; `file` is used in errors, and as the name of a patch without one.
  public init(json: [UInt8], file: String) throws(PatchError) {
    let root = try PatchNode(file: file, place: "", value: Self.value(of: json, file: file))
    try Self.checkFormat(of: root)
    let group = try root.group([
      "format", "name", "tempo", "pattern", "patterns", "selected", "song", "groove", "seed",
      "mutedGroups", "groups", "kit", "input", "drummer", "humanise", "record", "metronome",
    ])
    self.init()
    name = try group["name"]?.string() ?? Self.name(ofFile: file)
    tempo = Tempo(clampingBPM: try group.number(.tempo))
    try readPatterns(group)
    if let written = group["song"] { try readSong(written) }
    if let written = group["groove"] { groove = try GrooveUse(written) }
    if let written = group["seed"] { seed = try written.seed() }
    for (index, value) in (try group["mutedGroups"]?.list() ?? []).enumerated() {
      let place = root.child("mutedGroups, group \(index + 1)", value)
      mutedGroups.insert(Int(try place.number(.muteGroup)))
    }
    if let written = group["groups"] { groups = try Group.bank(written) }
    if let written = group["kit"] { kit = try KitDescription(written) }
    if let written = group["input"] { input = try InputMap(written) }
    if let written = group["drummer"] { drummer = try DrummerSettings(written) }
    if let written = group["humanise"] { humanising = try Humanising(written) }
    if let written = group["record"] { recording = try RecordingSettings(written) }
    if let written = group["metronome"] { metronome = try MetronomeSettings(written) }
  }

  /// Reads the only pattern, or all of them and which is selected.
  private mutating func readPatterns(_ group: PatchGroup) throws(PatchError) {
    guard let written = group["patterns"] else {
      if let selected = group["selected"] { throw selected.error(.missing(key: "patterns")) }
      pattern = try Pattern(group.required("pattern"), patchName: name, isOnly: true)
      return
    }
    guard group["pattern"] == nil else { throw group.node.error(.together("pattern", "patterns")) }
    var read: [Pattern] = []
    let list = try written.list()
    // Checked before reading: a pattern can take a hundred times the memory of its text.
    guard list.count <= Self.mostPatterns else {
      throw written.error(.rule(.patternCount(list.count)))
    }
    for (index, value) in list.enumerated() {
      let place = group.node.child("pattern \(index + 1)", value)
      let next = try Pattern(place, patchName: name, isOnly: false)
      guard !read.contains(where: { $0.name == next.name }) else {
        throw place.error(.secondPattern(next.name))
      }
      read.append(next)
    }
    let names = read.map(\.name)
    let wanted = try group["selected"]?.pattern(among: names)
    let selected = wanted.flatMap { names.firstIndex(of: $0) } ?? 0
    do { try setPatterns(read, selected: selected) } catch { throw written.error(.rule(error)) }
  }

  private static func value(of json: [UInt8], file: String) throws(PatchError) -> JSONValue {
    guard String(validating: json, as: UTF8.self) != nil else {
      throw PatchError(file: file, .notUTF8(line: lineOfBrokenText(json)))
    }
    do {
      return try JSONReader.read(json)
    } catch {
      let line = error.line
      let problem: PatchError.Reason =
        switch error.problem {
        case .expected(let expected, let found):
          .notJSON(line: line, column: error.column, expected: expected, found: found)
        case .repeatedKey(let key): .repeatedKey(key, line: line)
        case .tooDeep: .tooDeep(line: line)
        case .tooMany: .tooManyValues(line: line)
        }
      throw PatchError(file: file, problem)
    }
  }

  /// A line feed is never part of a longer UTF-8 character, so the lines can be checked one by one.
  private static func lineOfBrokenText(_ text: [UInt8]) -> Int {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }

  /// Checked first: a later format may have keys that this one doesn't.
  private static func checkFormat(of root: PatchNode) throws(PatchError) {
    let format = try root.group().required("format").string()
    guard format != PatchFormat.current else { return }
    if format.hasPrefix(PatchFormat.name),
      let version = Int(format.dropFirst(PatchFormat.name.count)),
      version > PatchFormat.version
    {
      throw PatchError(file: root.file, .laterFormat(format))
    }
    throw PatchError(file: root.file, .otherFormat(format))
  }

  private static func name(ofFile file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
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
