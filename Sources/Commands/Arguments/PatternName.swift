import MusicalTime
public import Rhythm
import Shell

/// How patterns are named in commands.
public enum PatternName {
  /// The words after `pattern` that are not a pattern's name.
  static let topics = ["list", "new", "copy", "rename", "delete", "move"]
  private static let taken = topics + ["next", "previous", "at", "off", "now"]

  /// Letters of a name at most, of a pattern or a patch.
  static let longest = 64

  /// What a word means: a number from 1, `next`, `previous`, or a name.
  public static func choice(_ word: String) -> PatternChoice {
    switch word {
    case "next": .next
    case "previous": .previous
    // A number below 1 is out of bounds like any other; one less must be a number still.
    default: Int(word).map { .number(max($0, 0) - 1) } ?? .name(word)
    }
  }

  /// Why a pattern can't get that name; nil where it can.
  public static func problem(with name: String) -> String? {
    if name.isEmpty { return "a name has at least one letter" }
    if name.count > longest { return "a name has at most \(longest) letters" }
    if taken.contains(name) || Int(name) != nil || repeats(name) != nil {
      return "\(name.quoted) means something else here: choose another name"
    }
    let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "a name has no control characters" : nil
  }

  /// Renames the patterns of a patch from a file whose names can't be said; returns a remark about each.
  public static func makeUsable(in patch: inout Patch) -> [String] {
    var taken = Set(patch.patterns.map(\.name))
    var (patterns, song) = (patch.patterns, patch.song)
    var remarks: [String] = []
    for (number, pattern) in patterns.enumerated() {
      // One without a name is chosen by its number.
      guard !pattern.name.isEmpty, problem(with: pattern.name) != nil else { continue }
      let name = usable(pattern.name, besides: taken)
      taken.insert(name)
      patterns[number].name = name
      for index in song.sections.indices where song.sections[index].pattern == pattern.name {
        song.sections[index].pattern = name
      }
      remarks.append("pattern \(number + 1) is called “\(name)”: its name can't be said".onOneLine)
    }
    guard !remarks.isEmpty else { return [] }
    try? patch.setPatterns(patterns, selected: patch.selected, song: song)
    return remarks
  }

  /// What `name` becomes where it can't be given.
  private static func usable(_ name: String, besides taken: Set<String>) -> String {
    let words = name.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    var plain = String(words.unicodeScalars.filter { $0.properties.generalCategory != .control })
    plain = String(plain.prefix(48))
    if problem(with: plain) != nil { plain = plain.isEmpty ? "pattern" : "pattern \(plain)" }
    guard taken.contains(plain) else { return plain }
    return (2...).lazy.map { "\(plain) \($0)" }.first { !taken.contains($0) } ?? plain
  }

  /// The number in `x4`; nil for anything else.
  static func repeats(_ word: String) -> Int? {
    word.first == "x" && word.count > 1 ? Int(word.dropFirst()) : nil
  }
}
