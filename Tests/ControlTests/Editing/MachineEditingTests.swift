import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@Suite struct MachineEditingTests {
  private func desk(_ rows: String = "kick X..x\nsnare ..o.") throws -> Desk {
    Desk(Patch(name: "Rock", pattern: try Pattern(rows: rows)))
  }

  private func pattern(_ desk: Desk) async -> Pattern { await desk.machine.document.patch.pattern }

  /// Every editing command of a selection, as it is typed.
  static let edits = [
    "fill 1*2 -*1 3 + ? 1 seed 5", "fill ?", "draw 2 5 100", "draw 1 ?", "shift 1/64",
    "shift 1/64 snap 1/16", "scale 2/3", "scale 3/4 from last", "scale 9/10 from marker 2",
    "subdivide 3", "subdivide 2 0.5", "merge 2", "rotate 1", "rotate -3", "reverse", "delete",
    "marker 1/7", "marker 2/7 0.5", "amplitude 0.3", "clip 3 64@3 attack 0.5 decay 2",
    "clip 1 none", "group save 1 lick", "group place 1 1", "group clear 1", "select all",
    "select 1-2", "select none", "select invert", "select left 2", "select right 1",
    "select add 1", "select code ?", "select hits all", "select hits kick", "select hits 1-2",
    "shift 1", "hits hold 2", "hits velocity 33", "hits velocity +8", "hits velocity -90",
    "shift 1 over", "shift -1 wrap", "draw at 1/7 5", "select toggle 1-2", "step kick 1 +9",
    "paste from 2 kick: X.; snare: o",
  ]

  @Test func `every edit undone gives back the very document, and redo the edit`() async throws {
    var chance = SplitMix64(seed: 17)
    var counts: [String: Int] = [:]
    for _ in 0..<12 {
      let random = EditedPattern.random(using: &chance)
      let desk = Desk(Patch(pattern: random.pattern))
      let first = await desk.machine.document
      for line in Self.edits.shuffled(using: &chance) + Self.edits.shuffled(using: &chance) {
        let before = await desk.machine.document
        // What is refused changes nothing.
        let isDone = (try? await desk.perform(line)) != nil
        let after = await desk.machine.document
        if !isDone { #expect(after == before, "\(line)") }
        guard after != before else { continue }
        counts[line, default: 0] += 1
        // To select is not a change.
        guard after.patch != before.patch || !line.hasPrefix("select") else { continue }
        try await desk.perform("undo")
        #expect(await desk.machine.document == before, "\(line)")
        try await desk.perform("redo")
        #expect(await desk.machine.document == after, "\(line)")
        desk.play()
      }
      while case .remarks = try? await desk.perform("undo") { desk.play() }
      #expect(await desk.machine.document.patch == first.patch)
      #expect(await !desk.machine.document.isEdited)
    }
    #expect(Self.edits.filter { counts[$0] == nil }.isEmpty)
  }

  @Test func `louder and softer go on from what there is, each hit as far as it can`() async throws
  {
    let desk = try desk("kick X..x\nsnare ..o.")
    try await desk.perform("select hits all")
    for _ in 0..<2 { try await desk.perform("hits velocity +5") }
    #expect(try await velocities(desk) == [[127, 0, 0, 106], [0, 0, 66, 0]])
    try await desk.perform("hits velocity -80")
    #expect(try await velocities(desk) == [[47, 0, 0, 26], [0, 0, 1, 0]])
    try await desk.perform("step kick 4 +8")
    try await desk.perform("step kick 4 +8")
    try await desk.perform("step kick 4 -1")
    #expect(try await velocities(desk)[0] == [47, 0, 0, 41])
    // Those of one kind in a row are one change.
    try await desk.perform("undo 2")
    #expect(try await velocities(desk) == [[120, 0, 0, 96], [0, 0, 56, 0]])
    await #expect(throws: CommandError("step: kick has no hit on step 2: `step` writes one")) {
      try await desk.perform("step kick 2 +8")
    }
    await #expect(throws: CommandError("step: ride has no hit on step 1: `step` writes one")) {
      try await desk.perform("step ride 1 -8")
    }
  }

  @Test func `a louder step keeps its other marks`() async throws {
    let desk = try desk("kick x?50*3@1/48!...")
    try await desk.perform("step kick 1 +20")
    try await desk.perform("select hits kick")
    try await desk.perform("hits velocity -1")
    let patterns = [await pattern(desk), try Pattern(rows: "kick x=115?50*3@1/48!...")]
    #expect(patterns[0].lanes == patterns[1].lanes)
  }

  @Test func `of relative edits each counts, where of absolute ones the last does`() throws {
    func command(_ line: String) throws -> Command { try #require(try CommandReader.command(line)) }
    let (absolute, relative) = (try command("hits velocity 80"), try command("hits velocity +8"))
    #expect(absolute.isOvertaken(by: try command("hits velocity 90")))
    #expect(!relative.isOvertaken(by: relative) && !absolute.isOvertaken(by: relative))
    #expect(relative.isOvertaken(by: absolute))
    #expect(relative.line == "hits velocity +8")
    #expect(try command("step kick 5 -8").line == "step kick 5 -8")
  }

  @Test func `hits moved over others take their places`() async throws {
    let desk = try desk("kick X.x.\nsnare .o..")
    try await desk.perform("select hits 1")
    await #expect(throws: CommandError.self) { try await desk.perform("shift 2") }
    try await desk.perform("shift 2 over")
    #expect(try await velocities(desk) == [[0, 0, 120, 0], [0, 56, 0, 0]])
    #expect(await desk.machine.document.selection?.numbers == [2])
    // A rest that is selected with a hit of another lane takes nothing's place.
    try await desk.perform("select hits 2-3")
    try await desk.perform("shift -1 over")
    #expect(try await velocities(desk) == [[0, 120, 0, 0], [56, 0, 0, 0]])
    try await desk.perform("step kick 4 o")
    try await desk.perform("step snare 3 x")
    try await desk.perform("select hits 2-3")
    try await desk.perform("shift 1 over")
    #expect(try await velocities(desk) == [[0, 0, 120, 56], [56, 0, 0, 96]])
    try await desk.perform("select 2")
    await #expect(
      throws: CommandError("shift: only hits go over others or wrap: `select hits 1-4`")
    ) {
      try await desk.perform("shift 1/8 over")
    }
  }

  @Test func `marks are written from a step on, and nothing else of the lanes changes`()
    async throws
  {
    let desk = try desk("kick X..x\nsnare ..o.")
    try await desk.perform("mute snare")
    try await desk.perform("paste from 3 kick: o.; snare: xXx")
    try await desk.perform("paste from 2 ride: x")
    #expect(
      try await velocities(desk) == [[120, 0, 56, 0], [0, 0, 96, 120], [0, 96, 0, 0]])
    #expect(await pattern(desk).lanes[1].isMuted)
    for line in [
      "paste from 5 kick: x", "paste from 0 kick: x", "paste from kick: x", "paste from 2",
    ] {
      let before = await desk.machine.document
      await #expect(throws: CommandError.self) { try await desk.perform(line) }
      #expect(await desk.machine.document == before, "\(line)")
    }
  }

  private func velocities(_ desk: Desk) async throws -> [[Int]] {
    await pattern(desk).lanes.map { $0.steps.map { Int($0?.velocity.value ?? 0) } }
  }

  @Test func `two lines from a fresh start make a beat that is heard`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("fill 1 - 3 - 2 - 3 -")
    try await desk.perform("play")
    desk.play(blocks: 2)
    #expect(await desk.machine.status().hits == 1)
    #expect(
      try await pattern(desk)
        == Pattern(
          rows: """
            kick       x... .... x... ....
            closedhat  ..x. ..x. ..x. ..x.
            snare      .... x... .... x...
            """))
  }

  @Test func `selecting says what is selected`() async throws {
    let desk = try desk()
    for (line, said) in [
      ("select 1-2 4", "selected: markers 1-2 4"), ("select invert", "selected: markers 3"),
      ("select add 1", "selected: markers 1 3"), ("select right", "selected: markers 4"),
      ("select hits snare", "selected: hits snare 1-4"),
      ("select left 3", "selected: hits snare 1-2"), ("select code ?", "selected: hits snare 3"),
      ("select hits kick snare 1", "selected: hits kick snare 1"),
      ("select none", "nothing is selected"), ("select code 1", "selected: markers 1 4"),
    ] {
      #expect(try await desk.perform(line).text == (said))
    }
    await #expect(throws: CommandError("select: marker 5: the grid has markers 1–4")) {
      try await desk.perform("select 5")
    }
    await #expect(throws: CommandError("select: crash has no lane in this pattern")) {
      try await desk.perform("select hits crash")
    }
    await #expect(
      throws: CommandError("select: kick is on the pattern's grid: select without its name")
    ) {
      try await desk.perform("select markers kick")
    }
    #expect(await desk.machine.document.selection?.numbers == [0, 3])
  }

  @Test func `a lane with a grid of its own is selected on that`() async throws {
    let own = try Grid(length: Beats(3), markers: [Marker(.zero), Marker(Beats(1))])
    let lanes = [
      Lane(Voice(.kick), steps: [nil, nil], grid: own), Lane(Voice(.snare), restingFor: 4),
    ]
    let desk = Desk(Patch(pattern: try Pattern(stepCount: 4, lanes: lanes)))
    #expect(try await desk.perform("select markers kick 2").text == ("selected: markers kick 2"))
    try await desk.perform("shift 1/2")
    #expect(await pattern(desk).lanes[0].grid?.markers[1].beat == Beats(3, over: 2))
    #expect(try await desk.perform("select hits kick").text == ("selected: hits kick 1-2"))
    await #expect(throws: CommandError.self) { try await desk.perform("select hits kick snare") }
  }

  @Test func `hits shift by markers, and markers by beats`() async throws {
    let desk = try desk()
    try await desk.perform("select hits snare 3")
    try await desk.perform("shift -2")
    #expect(try await pattern(desk) == Pattern(rows: "kick X..x\nsnare o..."))
    await #expect(
      throws: CommandError(
        "shift: 1/8 is not a whole number of markers: hits move from marker to marker")
    ) {
      try await desk.perform("shift 1/8")
    }
    try await desk.perform("select 2")
    try await desk.perform("shift 1/8")
    #expect(await pattern(desk).grid.markers[1].beat == Beats(3, over: 8))
    await #expect(
      throws: CommandError(
        "shift: markers 2 and 3 fall on the same beat, 1/2: move or delete one (or temper less)")
    ) {
      try await desk.perform("shift 1/8")
    }
  }

  @Test(arguments: [
    (
      "shift 1/12 snap 1/16",
      "shift: only markers snap, and hits are selected: `select markers 1-4`"
    ),
    ("scale 2/3", "scale: only markers are stretched, and hits are selected: `select markers 1-4`"),
    (
      "subdivide 2",
      "subdivide: only markers are divided and merged, and hits are selected: "
        + "`select markers 1-4`"
    ),
    (
      "merge 2",
      "merge: only markers are divided and merged, and hits are selected: `select markers 1-4`"
    ),
    (
      "amplitude 0.5",
      "amplitude: only markers have an amplitude, and hits are selected: `hits velocity 80`, or "
        + "`select markers 1-4`"
    ),
  ])
  func `what is of markers alone changes no grid under hits that are selected`(
    line: String, sentence: String
  ) async throws {
    let desk = try desk()
    try await desk.perform("select hits kick 1-2")
    let before = await desk.machine.document
    await #expect(throws: CommandError(sentence)) { try await desk.perform(line) }
    #expect(await desk.machine.document == before)
    try await desk.perform("select markers 1-2")
    try await desk.perform(line)
    #expect(await pattern(desk) != before.patch.pattern)
  }

  @Test func `hits are held through markers`() async throws {
    let desk = try desk("kick X..x....\nsnare ..o.....")
    try await desk.perform("select hits kick 1")
    try await desk.perform("hits hold 2")
    #expect(await pattern(desk).lane(of: Voice(.kick))?.steps[0]?.hold == 2)
    #expect(await pattern(desk).lane(of: Voice(.kick))?.steps[3]?.hold == 0)
    #expect(try await desk.perform("text").text?.contains("X++x") == true)
    try await desk.perform("hits hold 0")
    #expect(await pattern(desk).lane(of: Voice(.kick))?.steps[0]?.hold == 0)
    try await desk.perform("undo 2")
    #expect(try await pattern(desk) == Pattern(rows: "kick X..x....\nsnare ..o....."))
    await #expect(throws: CommandError.self) { try await desk.perform("hits hold 256") }
  }

  @Test func `groups are kept in the patch, by number and by name`() async throws {
    let desk = try desk("kick X.x.....")
    #expect(
      try await desk.perform("group list").text == ("no groups: `group save 1` makes one"))
    await #expect(
      throws: CommandError("group save 1: nothing is selected: `select all`, or `select 1-4`")
    ) {
      try await desk.perform("group save 1")
    }
    try await desk.perform("select hits 1-3")
    try await desk.perform("group save 1 lick")
    try await desk.perform("select 1-3")
    try await desk.perform("group save 4")
    #expect(try await desk.perform("group list").text == ("1  lick  2 hits\n4  3 markers"))
    try await desk.perform("group place lick 4")
    #expect(try await pattern(desk) == Pattern(rows: "kick X.xX.x.."))
    try await desk.perform("undo")
    try await desk.perform("group place 1 6")
    #expect(try await pattern(desk) == Pattern(rows: "kick X.x..X.x"))
    await #expect(throws: CommandError("group place 2: group 2 is empty: `group save 2` fills it"))
    {
      try await desk.perform("group place 2 1")
    }
    await #expect(
      throws: CommandError("group place riff: unknown group “riff”: `group list` lists them")
    ) {
      try await desk.perform("group place riff 1")
    }
    try await desk.perform("group clear 1")
    #expect(try await desk.perform("group list").text == ("4  3 markers"))
  }

  @Test func `clips are listed as they are typed`() async throws {
    let desk = try desk()
    try await desk.perform("clip 2 64@3 attack 0.5 decay 2")
    try await desk.perform("clip 3 none")
    let reply = try await desk.perform("clip list")
    guard let list = reply.text else {
      Issue.record("\(reply)")
      return
    }
    let lines = list.split(separator: "\n")
    #expect(lines.count == 16)
    #expect(lines.prefix(4) == ["1  kick", "2  64@3 attack 0.5 decay 2.0", "3  -", "4  openhat"])
    await #expect(
      throws: CommandError("fill 3: column 1: clip 3 is empty: `clip 3 snare` fills it")
    ) {
      try await desk.perform("fill 3")
    }
  }

  @Test func `the same seed fills with the same clips`() async throws {
    var patterns: [Pattern] = []
    for line in ["fill ? seed 9", "fill ? seed 9", "fill ? seed 10"] {
      let desk = try desk("kick ................")
      try await desk.perform(line)
      patterns.append(await pattern(desk))
    }
    #expect(patterns[0] == patterns[1])
    #expect(patterns[1] != patterns[2])
  }

  @Test func `undo brings back what was selected`() async throws {
    let desk = try desk()
    try await desk.perform("select 1-2")
    try await desk.perform("delete")
    #expect(await desk.machine.document.selection == nil)
    #expect(try await desk.perform("undo").text == ("undid: delete"))
    #expect(await desk.machine.document.selection?.numbers == [0, 1])
    await #expect(throws: CommandError.self) { try await desk.perform("undo") }
    #expect(await desk.machine.status().isEdited == false)
  }

  @Test func `a load selects nothing, and its undo selects again`() async throws {
    let desk = try desk()
    desk.shelf.put(Patch(pattern: try Pattern(rows: "kick ....")), at: "b.json")
    try await desk.perform("select 3")
    try await desk.perform("load b.json")
    #expect(await desk.machine.document.selection == nil)
    try await desk.perform("undo")
    #expect(await desk.machine.document.selection?.numbers == [2])
  }

  @Test func `fill says what it cleared, and edits which grid no longer moves`() async throws {
    let desk = try desk("kick X..x\nsnare ..o.\nsplash x...")
    #expect(
      try await desk.perform("fill 1 - - -").text
        == ("cleared 2 hits: kick 1, snare 1; undo brings them back"))
    #expect(try await desk.perform("fill 1 - - -") == .done)
    try await desk.perform("grid 8/2")
    try await desk.perform("temper 8:9 0 to 1 over 8 sine")
    #expect(try await desk.perform("amplitude 0.9") == .done)
    #expect(await pattern(desk).grid.loopCount == 8)
    #expect(
      try await desk.perform("subdivide 2").text
        == ("the grid no longer moves by itself: undo brings the temperament back"))
    try await desk.perform("undo")
    #expect(await pattern(desk).grid.loopCount == 8)
  }

  @Test func `after a select that failed nothing is edited until something is selected`()
    async throws
  {
    for failing in ["select 99", "select hits cowbell", "select code 9"] {
      let desk = try desk()
      try await desk.perform("select 1-2")
      await #expect(throws: CommandError.self) { try await desk.perform(failing) }
      let before = await desk.machine.document
      for line in ["fill 2", "rotate 1", "delete", "amplitude 0.5", "group save 1"] {
        await #expect(throws: CommandError.self, "\(line)") { try await desk.perform(line) }
      }
      #expect(await desk.machine.document == before)
      try await desk.perform("select none")
      try await desk.perform("fill 2")
      #expect(await desk.machine.document != before)
    }
  }

  @Test func `a select that failed refuses the edits of its sender, and those of no other client`()
    async throws
  {
    let desk = try desk()
    func perform(_ line: String, by client: Int) async throws {
      let command = try #require(try CommandReader.command(line))
      _ = try await desk.machine.perform(command.sent(by: .client(client)))
    }
    try await perform("select hits all", by: 2)
    await #expect(throws: CommandError.self) { try await perform("select 99", by: 1) }
    try await perform("hits velocity 33", by: 2)
    await #expect(throws: CommandError.self) { try await perform("hits velocity 44", by: 1) }
    // What another selects is not what this one meant.
    try await perform("select hits snare", by: 2)
    await #expect(throws: CommandError.self) { try await perform("delete", by: 1) }
    // As of a line that could not be read.
    await desk.machine.selectFailed(by: .client(2))
    await #expect(throws: CommandError.self) { try await perform("hits velocity 44", by: 2) }
    try await perform("select hits all", by: 1)
    try await perform("hits velocity 44", by: 1)
    await #expect(throws: CommandError.self) { try await perform("hits velocity 55", by: 2) }
  }

  @Test func `after a select that failed what names its own place is edited`() async throws {
    let desk = try desk()
    try await desk.perform("select 1-2")
    try await desk.perform("group save 1")
    await #expect(throws: CommandError.self) { try await desk.perform("select 99") }
    for line in ["draw 2 2", "draw at 1/8 2", "marker 3/8"] {
      let before = await pattern(desk)
      try await desk.perform(line)
      #expect(await pattern(desk) != before, "\(line)")
    }
    try await desk.perform("group place 1 1")
    await #expect(throws: CommandError.self) { try await desk.perform("delete") }
  }

  @Test func `after a select that failed no place is named where there is more than one grid`()
    async throws
  {
    let own = try Grid(length: Beats(3), markers: [Marker(.zero), Marker(Beats(1))])
    let lanes = [
      Lane(Voice(.kick), steps: [nil, nil], grid: own), Lane(Voice(.snare), restingFor: 4),
    ]
    let desk = Desk(Patch(pattern: try Pattern(stepCount: 4, lanes: lanes)))
    await #expect(throws: CommandError.self) { try await desk.perform("select markers kick 9") }
    let before = await pattern(desk)
    await #expect(throws: CommandError.self) { try await desk.perform("marker 1/8") }
    #expect(await pattern(desk) == before)
    try await desk.perform("select none")
    try await desk.perform("marker 1/8")
    #expect(await pattern(desk) != before)
  }

  @Test func `undo takes back the edit, not the selecting after it`() async throws {
    let desk = try desk()
    try await desk.perform("fill 2")
    try await desk.perform("select 1-2")
    #expect(try await desk.perform("undo").text == ("undid: fill 2"))
    #expect(try await pattern(desk) == Pattern(rows: "kick X..x\nsnare ..o."))
  }

  @Test func `what any edits made can be saved and loaded, written as text and pasted`()
    async throws
  {
    var chance = SplitMix64(seed: 23)
    for _ in 0..<40 {
      let random = EditedPattern.random(using: &chance)
      let desk = Desk(Patch(pattern: random.pattern))
      for line in Self.edits.shuffled(using: &chance).prefix(14) {
        _ = try? await desk.perform(line)
      }
      let patch = await desk.machine.document.patch
      #expect(try Patch(json: Array(patch.json.utf8), file: "a") == patch)
      #expect(try PatternNotation.pattern(PatternNotation.text(patch.pattern)) == patch.pattern)
    }
  }
}
