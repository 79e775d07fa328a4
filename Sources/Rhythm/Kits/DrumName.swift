/// Finds the General MIDI percussion note that an instrument's name means.
public enum DrumName {
  /// The notes that fit a name, best first; empty where it says nothing.
  public static func notes(for name: String) -> [UInt8] {
    let words = Words(name)
    guard !words.isEmpty else { return [] }
    for rule in rules where rule.fits(words) { return rule.notes(words) }
    return []
  }

  /// Words by which an instrument is known, and the notes that may play it.
  private struct Rule: Sendable {
    let beginnings: [String]
    /// Words that must be equal, because they are short.
    let exact: [String]
    let notes: @Sendable (Words) -> [UInt8]

    init(
      _ beginnings: String..., or exact: [String] = [],
      notes: @escaping @Sendable (Words) -> [UInt8]
    ) {
      self.beginnings = beginnings
      self.exact = exact
      self.notes = notes
    }

    func fits(_ words: Words) -> Bool {
      words.contain(beginnings) || exact.contains { words.all.contains($0) }
    }
  }

  /// In the order they are tried: a cowbell before a bell, a bass drum before a drum.
  private static let rules: [Rule] = [
    Rule("sidestick", "stick", "rimclick", "xstick", "crossstick") { _ in [37] },
    Rule("cowbell") { _ in [56] },
    Rule("clap", "snap") { _ in [39] },
    Rule("agogo") { $0.isLow ? [68, 67] : [67, 68] },
    Rule("jinglebell", "sleigh") { _ in [83] },
    Rule("belltree", "chime") { _ in [84] },
    Rule(
      "hihat", "hat", "openhat", "openhihat", "closedhat", "closedhihat", "pedalhat", "pedalhihat",
      or: ["hh", "ohh", "chh", "hho", "hhc", "hhp", "hhopen", "hhclosed"], notes: hats),
    Rule("ride") { words in
      if words.contain(["bell", "cup"]) { return [53] }
      if words.contain(["crash"]) { return words.contain(["bow"]) ? [59, 51] : [57, 49] }
      return words.has(2) ? [59, 51] : [51, 59]
    },
    Rule("china", "chinese") { _ in [52] },
    Rule("splash") { _ in [55] },
    Rule("crash", "cymbal", or: ["cym"]) { $0.has(2) ? [57, 49] : [49, 57] },
    Rule("bell", "cup") { _ in [53] },
    Rule("tom", "floortom", "lowtom", "midtom", "hightom", "hitom", notes: toms),
    Rule("snare", "rimshot", or: ["sn", "sd", "snr"]) {
      $0.has(2) || $0.contain(["rimshot", "electric", "rock"]) ? [40, 38] : [38, 40]
    },
    Rule("kick", "bassdrum", or: ["bd", "kik"]) { $0.has(2) ? [35, 36] : [36, 35] },
    Rule("tambourine", "tamb") { _ in [54] },
    Rule("vibraslap") { _ in [58] },
    Rule("bongo") { $0.isLow ? [61, 60] : [60, 61] },
    Rule("conga") {
      $0.isLow
        ? [64, 63] : $0.contain(["mute", "slap"]) ? [62, 63] : $0.has(2) ? [64, 62] : [63, 64]
    },
    Rule("timbale") { $0.isLow ? [66, 65] : [65, 66] },
    Rule("cabasa") { _ in [69] },
    Rule("maraca") { _ in [70] },
    Rule("shaker") { _ in [82, 70] },
    Rule("whistle") { $0.contain(["long"]) ? [72, 71] : [71, 72] },
    Rule("guiro") { $0.contain(["long"]) ? [74, 73] : [73, 74] },
    Rule("clave") { _ in [75] },
    Rule("woodblock") { $0.isLow ? [77, 76] : [76, 77] },
    Rule("cuica") { $0.contain(["open"]) ? [79, 78] : [78, 79] },
    Rule("triangle") { $0.contain(["mute"]) ? [80, 81] : [81, 80] },
    Rule("castanet") { _ in [85] },
    Rule("surdo") { $0.contain(["mute"]) ? [86, 87] : [87, 86] },
    // As the drum machines of Roland have them on their panels; last, for a longer word says more.
    Rule(or: ["ch"]) { _ in [42] },
    Rule(or: ["oh"]) { _ in [46] },
    Rule(or: ["cp"]) { _ in [39] },
    Rule(or: ["rs", "rim"]) { _ in [37] },
    Rule(or: ["cb"]) { _ in [56] },
    Rule(or: ["cy", "cc"]) { _ in [49, 57] },
    Rule(or: ["rc"]) { _ in [51, 59] },
    Rule(or: ["ht"]) { _ in [48, 50, 47] },
    Rule(or: ["mt"]) { _ in [45, 47, 43] },
    Rule(or: ["lt"]) { _ in [43, 41, 45] },
    Rule(or: ["ma"]) { _ in [70] },
    Rule(or: ["cl"]) { _ in [75] },
    Rule(or: ["hc"]) { _ in [62, 63] },
    Rule(or: ["mc"]) { _ in [63, 64] },
    Rule(or: ["lc"]) { _ in [64, 63] },
  ]

  private static func hats(_ words: Words) -> [UInt8] {
    if words.contain(["semi", "half", "swish"]) { return [46] }
    if words.contain(["pedal", "foot"]) || words.all.contains("pd") || words.all.contains("hhp") {
      return [44]
    }
    let opens = ["op", "ohh", "hho", "hato", "hihato"]
    return words.all.contains { $0.contains("open") || opens.contains($0) } ? [46] : [42]
  }

  private static func toms(_ words: Words) -> [UInt8] {
    if words.contain(["floor"]) { return words.has(2) ? [43, 41] : [41, 43] }
    if words.isLow { return [43, 41, 45] }
    if words.contain(["mid"]) { return [45, 47, 43] }
    if words.all.contains(where: { $0.contains("hi") }) { return [48, 50, 47] }
    if words.has(1) { return [48, 50, 47] }
    if words.has(2) { return [45, 47, 48] }
    if words.has(3) { return [43, 41, 47] }
    if words.has(4) { return [41, 43] }
    return [45, 47, 48, 43, 41, 50]
  }
}

/// The words of a name in lower case, with neighbours also read as one: `Hi-Hat` has `hihat`.
private struct Words {
  /// Words, and pairs of neighbours without a gap.
  let all: [String]

  init(_ name: String) {
    // Digits are words of their own, as in `Snare1`.
    var words: [String] = []
    var last: Character?
    for character in name.lowercased() {
      defer { last = character }
      guard character.isLetter || character.isNumber else { continue }
      if let previous = last, previous.isLetter == character.isLetter,
        previous.isNumber == character.isNumber, !words.isEmpty
      {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    all = words + zip(words, words.dropFirst()).map { $0 + $1 }
  }

  var isEmpty: Bool { all.isEmpty }
  var isLow: Bool { all.contains { $0 == "lo" || $0.hasPrefix("low") } }

  /// Whether a number is among them.
  func has(_ number: Int) -> Bool { all.contains(String(number)) }

  /// Whether a word begins with one of `beginnings`.
  func contain(_ beginnings: [String]) -> Bool {
    all.contains { word in beginnings.contains { word.hasPrefix($0) } }
  }
}
