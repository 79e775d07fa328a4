import Rhythm

/// What the name of a sample's file says: the drum, the layer, and the variant of a round robin.
struct SampleName: Hashable {
  /// The name of the drum, in lower case.
  var drum: String
  /// The layer, where the name has a number or a dynamic.
  var layer: Layer?
  /// The variant, marked `rr`.
  var variant: Int?

  /// A layer as a name has it.
  struct Layer: Hashable {
    /// What says that it is a layer.
    enum Mark: Hashable {
      /// A dynamic such as `soft`.
      case word
      /// A number marked `v`, `vel`, `layer` and so on.
      case marked
      /// A number alone, which says nothing of the order.
      case number
    }

    /// Soft to hard among those of the same mark.
    var number: Int
    var mark: Mark
  }

  /// Reads `snare_v3_rr2.wav`, `Kick Soft.wav`, `tom1-4.flac`, or `Snare/3.wav`, whose folder names the
  /// drum. A number after a dynamic, as in `Kick Soft 2.wav`, is a variant. `38.wav` in no drum's folder is a drum by the name of 38, and `38 rr2.wav` a variant of it.
  init(_ path: String) {
    let parts = path.split(separator: "/")
    let file = String(parts.last ?? "")
    var stem = String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]).lowercased()
    let folder = parts.count > 1 ? String(parts[parts.count - 2]).lowercased() : nil
    variant = Self.takeVariant(from: &stem)
    let unlayered = stem
    layer = Self.takeDynamic(from: &stem) ?? Self.takeNumber(from: &stem)
    if layer?.mark == .number, let dynamic = Self.takeDynamic(from: &stem) {
      variant = variant ?? layer?.number
      layer = dynamic
    }
    variant = variant ?? Self.takeVariant(from: &stem)
    // A folder names the drum unless the file does; a number alone in a drum's folder is not a name.
    if let folder, Self.meansDrum(folder), !Self.isName(stem) {
      drum = folder
    } else if stem.isEmpty {
      (drum, layer) = (unlayered, nil)
    } else {
      drum = Self.meansDrum(stem) ? stem : folder ?? stem
    }
  }

  /// Whether a name says which drum it is, by itself or by a note.
  static func meansDrum(_ name: String) -> Bool { leadingNote(name) != nil || isName(name) }

  /// A number at the beginning of a name that can be a drum's note.
  static func leadingNote(_ name: String) -> Int? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    // Not the 80 of “80s kick”.
    let next = name.dropFirst(digits.count).first
    guard next.map({ " _-.()".contains($0) }) ?? true else { return nil }
    return Int(digits).flatMap { DrumAssignment.percussion.contains($0) ? $0 : nil }
  }

  private static func isName(_ name: String) -> Bool {
    !DrumName.notes(for: name).isEmpty || Voice(name: name) != nil
  }

  private static let dynamics = [
    ("softest", 0), ("ghost", 0), ("soft", 1), ("medium", 2), ("med", 2), ("hardest", 4),
    ("hard", 3),
    ("loud", 3),
  ]

  private static func takeDynamic(from stem: inout String) -> Layer? {
    for (word, rank) in dynamics where stem.hasSuffix(word) {
      stem = trimmed(String(stem.dropLast(word.count)))
      return Layer(number: rank, mark: .word)
    }
    return nil
  }

  private static func takeVariant(from stem: inout String) -> Int? {
    take(from: &stem, after: ["rr", "take", "alt", "rnd"])
  }

  /// Takes a number off the end with its mark; without a mark, only after a separator or a dynamic, so
  /// that `tom2` stays a tom.
  private static func takeNumber(from stem: inout String) -> Layer? {
    if let number = take(from: &stem, after: ["velocity", "vel", "v", "layer", "l"]) {
      return Layer(number: number, mark: .marked)
    }
    guard let (number, rest) = numberAtEnd(of: stem) else { return nil }
    let bare = trimmed(rest)
    let isAfterDynamic = dynamics.contains { bare.hasSuffix($0.0) }
    guard rest != bare || rest.isEmpty || isAfterDynamic else { return nil }
    stem = bare
    return Layer(number: number, mark: .number)
  }

  /// Takes a number off the end with the mark before it.
  private static func take(from stem: inout String, after marks: [String]) -> Int? {
    guard let (number, rest) = numberAtEnd(of: stem) else { return nil }
    let bare = trimmed(rest)
    for mark in marks where bare.hasSuffix(mark) {
      let before = bare.dropLast(mark.count)
      guard before.isEmpty || before.last.map({ !$0.isLetter }) ?? false else { continue }
      stem = trimmed(String(before))
      return number
    }
    return nil
  }

  private static func numberAtEnd(of stem: String) -> (number: Int, rest: String)? {
    let digits = String(stem.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    guard !digits.isEmpty, digits.count < 6, let number = Int(digits) else { return nil }
    return (number, String(stem.dropLast(digits.count)))
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while let last = text.last, " _-.()".contains(last) { text.removeLast() }
    return text
  }
}
