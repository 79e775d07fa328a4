import GhostnoteTesting

/// Lines as somebody might type them, transport apart.
struct SoakLines {
  private static let patches = [
    "rock", "funk", "polymeter", "tempered", "song", "euclid", "trap", "samba", "root-two-canon",
    "jazz-ride", "tigrigna", "empty",
  ]
  private static let drums = ["kick", "snare", "closedhat", "openhat", "crash", "ride", "tom1"]

  private var dice: SplitMix64
  /// What takes back what the last line made larger: the patch is to stay as large as it is, so that
  /// memory that grows is a leak.
  private var waiting: String?

  init(seed: UInt64) { dice = SplitMix64(seed: seed) }

  /// The next line: half are edits of the pattern, and of ninety one loads a kit or a patch.
  mutating func next() -> String {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    let line = anyLine()
    if line == "subdivide 2" { waiting = "merge 2" }
    if line.hasPrefix("song add") { waiting = "song delete 1" }
    return line
  }

  private mutating func anyLine() -> String {
    switch Int.random(in: 0...89, using: &dice) {
    case 0: "kit \"\(Places.soundFont)\" 0"
    case 1: "load \(pick(Self.patches))"
    case 2...9: drumming()
    case 10...24: document()
    case 25...44: playing()
    default: editing()
    }
  }

  private mutating func drumming() -> String {
    pick([
      "drummer on", "drummer off", "drummer style \(pick(["funk", "rock", "jazz", "any"]))",
      "drummer intensity 0.\(number(0...9))", "drummer wildness 0.\(number(0...9))",
      "drummer fill", "drummer fill every \(number(2...8))", "drummer lock 2", "drummer release",
      "drummer rest 1", "drummer answer \(number(1...2))", "drummer answer off",
      "drummer listen 0.\(number(0...9))", "drummer seed \(number(1...99))",
      "drummer prime pattern", "keep 1", "humanise rock 0.\(number(0...9))", "humanise off",
    ])
  }

  private mutating func document() -> String {
    pick([
      "undo", "undo 3", "redo", "undo list", "song play", "song off", "song add x2",
      "song add x1 at \(number(70...180))", "song delete 1", "song again on",
      "pattern copy p\(number(1...6))", "pattern new n\(number(1...6))", "pattern next bar",
      "pattern previous", "pattern 1 loop", "pattern delete p\(number(1...6))",
      "pattern delete n\(number(1...6))", "status --json", "text", "show", "groove list",
      "clock status", "drummer status", "help step",
    ])
  }

  private mutating func playing() -> String {
    let drum = pick(Self.drums)
    return pick([
      "tempo \(number(60...200))", "level -\(number(0...20))", "pan \(drum) 0.5",
      "level \(drum) -\(number(0...9))", "tuning \(drum) \(number(0...400))", "decay \(drum) 0.4",
      "mute \(drum)", "solo \(drum) off", "metronome on", "metronome off", "panic",
      "hit \(drum) 90", "fill on", "fill off", "record on", "record off", "record replace",
      "record overdub", "mutegroup 1 on", "mutegroup 1 off", "choke ride 3", "choke ride none",
    ])
  }

  private mutating func editing() -> String {
    let drum = pick(Self.drums)
    return pick([
      "step \(drum) \(number(1...16)) x", "step \(drum) \(number(1...16)) .",
      "step \(drum) \(number(1...8)) \(number(1...127))", "rotate \(number(1...3))", "reverse",
      "shift 1", "fill 1 - ? -", "euclid \(drum) \(number(1...9)) \(number(9...16))",
      "density \(drum) 0.\(number(1...9))", "groove swing8 \(number(50...70))%", "groove off",
      "lane \(drum) ratio 3/2", "lane \(drum) length 5", "grid 16/4", "select \(drum)",
      "select all", "clear \(drum)", "subdivide 2",
      "paste \(drum): X..x ..x. X... ..x.",
    ])
  }

  private mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &dice) ?? ""
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &dice)
  }
}
