import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Rhythm
import Shell
import Testing

@Suite struct TextCommandTests {
  private static let pattern = """
    grid: 8/4
    kick:         X... x...
    snare [mute]: .... X...
    """

  private static func desk() throws -> Desk {
    var patch = Patch(name: "Song")
    patch.pattern = try PatternNotation.pattern("name: main\n" + pattern)
    return Desk(patch)
  }

  private static func text(_ desk: Desk) async throws -> String {
    guard let text = try await desk.perform("text").text else { return "" }
    return text
  }

  @Test func `text writes the pattern`() async throws {
    let desk = try Self.desk()
    #expect(try await Self.text(desk) == "name: main\n" + Self.pattern)
  }

  @Test func `a line that is typed may be as long as what is pasted in several`() {
    #expect(LineSplitter.longest >= PasteLines.longest)
  }

  @Test func `what text line writes, pasted elsewhere, is the same pattern`() async throws {
    let desk = try Self.desk()
    try await desk.perform("paste 64@3 [grid 3/2, ratio √2]: x?50+x*3>40; kick: x&1:4...x@-1/96...")
    let line = try #require(try await desk.perform("text line").text)
    let other = Desk(Patch())
    try await other.perform(line)
    #expect(try await Self.text(other) == Self.text(desk))
  }

  @Test func `pasted lanes take the places of those of their drums`() async throws {
    let desk = try Self.desk()
    try await desk.perform("paste snare: ..x?50. ....; cowbell: x.x.x.x.")
    #expect(
      try await Self.text(desk) == """
        name: main
        grid: 8/4
        kick:         X... x...
        snare [mute]: ..x?50. ....
        cowbell:      x.x. x.x.
        """)
    #expect(await desk.machine.status().isEdited)
  }

  @Test func `a pasted pattern keeps the name unless it has one`() async throws {
    let desk = try Self.desk()
    try await desk.perform("paste pattern grid: 2 beats: 0 2/3 1; kick: Xxx")
    #expect(try await Self.text(desk) == "name: main\ngrid: 2 beats: 0 2/3 1\nkick: Xx x")
    try await desk.perform("PASTE pattern name: \"Süß; neu\"; kick: x...")
    #expect(try await Self.text(desk) == "name: \"Süß; neu\"\ngrid: 4/4\nkick: x...")
  }

  @Test(arguments: ["list", "2", "x4"])
  func `a pasted pattern gets no name that a command takes for something else`(name: String)
    async throws
  {
    let desk = try Self.desk()
    await #expect(throws: CommandError.self) {
      try await desk.perform("paste pattern name: \(name); kick: X...")
    }
    #expect(try await Self.text(desk) == "name: main\n" + Self.pattern)
  }

  @Test(arguments: [
    ("paste", "paste: lanes are missing; usage: paste DRUM: STEPS; …"),
    ("paste # x...; # snare: x", "paste: lanes are missing; usage: paste DRUM: STEPS; …"),
    ("paste ; ;\n # x\n", "paste: lanes are missing; usage: paste DRUM: STEPS; …"),
    (
      "paste pattern",
      "paste pattern: a pattern is missing; usage: paste pattern grid: GRID; DRUM: STEPS; …"
    ),
    (
      "paste pattern # verse; grid: 4/4",
      "paste pattern: a pattern is missing; usage: paste pattern grid: GRID; DRUM: STEPS; …"
    ),
    ("paste from 5 # x", "paste from: lanes are missing, such as `kick: X..x`"),
    ("paste kick", "paste: line 1: expected a word, a colon and a value, as in kick: x..x"),
    (
      "paste kick: x.......; snare: y",
      "paste: line 2 (snare), step 1 (column 9): expected X (accent), x, o (soft), "
        + "+ (hold) or . (rest), found “y”"
    ),
    ("paste grid: 4/4", "paste: line 1 (grid): grid belongs to a whole pattern, not to lanes"),
    ("paste kick: xxx", "paste: lane 1 (kick): it has 3 of 8 steps; add rests (.)"),
    ("text long", "text: expected line, found “long”; usage: text [line]"),
  ])
  func `what can't be pasted is said, and nothing changed`(line: String, sentence: String)
    async throws
  {
    let desk = try Self.desk()
    let error = await #expect(throws: CommandError.self) { try await desk.perform(line) }
    #expect(error?.description == sentence)
    #expect(try await Self.text(desk) == "name: main\n" + Self.pattern)
    #expect(await !desk.machine.status().isEdited)
  }

  @Test func `the song follows a pattern that is pasted with another name`() async throws {
    let patch = try Patch.reading(
      #"""
      "patterns": [{"name": "main"}, {"name": "other"}],
      "song": {"sections": [{"pattern": "main"}]}
      """#)
    let desk = Desk(patch)
    try await desk.perform("paste pattern name: verse; kick: x")
    #expect(await desk.machine.document.patch.song.sections == [Section(pattern: "verse")])
    let error = await #expect(throws: CommandError.self) {
      try await desk.perform("paste pattern name: other; kick: x")
    }
    #expect(
      error?.description == "paste: pattern “other”: the name is already used; choose another")
    try await desk.perform("undo")
    #expect(await desk.machine.document.patch == patch)
  }

  @Test func `a pattern is pasted as the several lines that text writes`() async throws {
    let desk = try Self.desk()
    let text = try await Self.text(desk)
    for head in ["paste pattern", "  PASTE  Pattern "] {
      var lines = PasteLines()
      var whole: [String] = []
      for line in ["play", head] + text.split(separator: "\n").map(String.init) + ["", "stop"] {
        if let line = lines.take(line) { whole.append(line) }
      }
      #expect(whole.count == 3 && whole[0] == "play" && whole[2] == "stop")
      let other = Desk(Patch())
      try await other.perform(whole[1])
      #expect(try await Self.text(other) == text)
    }
    var open = PasteLines()
    #expect(open.take("paste") == nil && open.take("kick: x.") == nil && open.isOpen)
    #expect(open.end() == "paste kick: x." && !open.isOpen && open.end() == nil)
  }

  @Test func `what text line writes of a full pattern fits in a line`() throws {
    var step = Step(StepNotation.hit)
    step.velocity = Velocity(clamping: 101)
    step.isAccented = true
    step.probability = 33
    step.ratchet = try #require(Ratchet(count: 7, slope: -101))
    step.offset = Beats(units: -2_882_879)
    step.condition = StepCondition(turn: 63, of: 64)
    step.hold = 255
    let grid = try Grid(
      length: Beats(1_024), markers: (0..<256).map { Marker(Beats(units: 11_000_003 * $0 + 1)) })
    let lanes = (0..<64).compactMap { note in
      Voice(note: note, channel: 15).map {
        Lane($0, steps: Array(repeating: step, count: 256), grid: grid)
      }
    }
    let pattern = try Pattern(grid: grid, lanes: lanes)
    let line = "paste pattern " + PatternNotation.line(pattern)
    #expect(line.utf8.count > 4_096 && line.utf8.count <= PasteLines.longest)
    #expect(try CommandReader.command(line)?.action == .text(.pattern(pattern)))
  }
}
