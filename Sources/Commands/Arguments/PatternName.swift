public import Rhythm

/// How patterns are named in commands.
public enum PatternName {
  /// The words after `pattern` that are not a pattern's name.
  static let topics = ["list", "new", "copy", "rename", "delete", "move"]
  private static let taken = topics + ["next", "previous", "at", "off", "now"]

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
    if name.count > 64 { return "a name has at most 64 letters" }
    if taken.contains(name) || Int(name) != nil || repeats(name) != nil {
      return "“\(name)” means something else here: choose another name"
    }
    let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "a name has no control characters" : nil
  }

  /// The number in `x4`; nil for anything else.
  static func repeats(_ word: String) -> Int? {
    word.first == "x" && word.count > 1 ? Int(word.dropFirst()) : nil
  }
}
