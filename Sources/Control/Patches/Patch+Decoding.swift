import MusicalTime
public import Rhythm

extension Patch {
  /// The patch that a JSON text holds; `file` is named in errors, and names a patch that has no name.
  public init(json: [UInt8], file: String) throws(PatchError) {
    let root = try PatchNode(file: file, place: "", value: Self.value(of: json, file: file))
    try Self.checkFormat(of: root)
    let group = try root.group([
      "format", "name", "tempo", "pattern", "kit", "input", "drummer", "humanise",
    ])
    self.init()
    name = try group["name"]?.string() ?? Self.name(ofFile: file)
    tempo = Tempo(clampingBPM: try group.number(.tempo))
    pattern = try Pattern(group.required("pattern"), patchName: name)
    if let written = group["kit"] { kit = try KitDescription(written) }
    if let written = group["input"] { input = try InputMap(written) }
    if let written = group["drummer"] { drummer = try DrummerSettings(written) }
    if let written = group["humanise"] { humanising = try Humanising(written) }
  }

  private static func value(of json: [UInt8], file: String) throws(PatchError) -> JSONValue {
    guard String(validating: json, as: UTF8.self) != nil else {
      throw PatchError(file: file, .notUTF8(line: lineOfBrokenText(json)))
    }
    do {
      return try JSONReader.read(json)
    } catch {
      let line = error.line
      let problem: PatchError.Problem =
        switch error.problem {
        case .expected(let expected, let found):
          .notJSON(line: line, column: error.column, expected: expected, found: found)
        case .repeatedKey(let key): .repeatedKey(key, line: line)
        case .tooDeep: .tooDeep(line: line)
        }
      throw PatchError(file: file, problem)
    }
  }

  /// A line feed never is part of a longer character, so the lines can be tried one by one.
  private static func lineOfBrokenText(_ text: [UInt8]) -> Int {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }

  /// Comes before everything else: a later format may have keys that this one has not.
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
