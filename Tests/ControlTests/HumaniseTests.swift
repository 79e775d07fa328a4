import CommandText
import Commands
import Control
import Drummer
import Foundation
import GhostnoteTesting
import LiveDrummer
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Testing

@Suite struct HumaniseTests {
  /// A drummer of few cells that has learned nothing: every weight is a sine.
  static let tables: DrummerTables = {
    var design = DrummerDesign()
    (design.hiddenSize, design.embeddingSize, design.headSize) = (16, 8, 8)
    let weights = (0..<TensorLayout(design).count).map { Float(sin(1.7 * Double($0))) }
    return DrummerTables(DrummerModel(design: design, weights: weights, card: ModelCard()))
  }()

  private func desk(_ drummer: FakeDrummer = FakeDrummer(humanisingTables: Self.tables)) throws
    -> Desk
  {
    let pattern = try Pattern(
      rows: """
        closedhat  x.x. x.x. x.x. x.x.
        kick       X... .... X... ....
        """)
    return Desk(Patch(name: "Stiff", pattern: pattern), drummer: drummer)
  }

  /// What a bar of the engine sounds like: (drum, velocity, frame) of every stroke in 8 bars.
  private func strokes(_ desk: Desk) async throws -> [[Int]] {
    var strokes: [[Int]] = []
    try await desk.perform("play")
    for block in 0..<6_000 {
      desk.play()
      let sounds = unsafe desk.audio.sounds
      for index in 0..<sounds.count {
        let sound = unsafe sounds[index]
        guard sound.kind == .hit else { continue }
        strokes.append([
          Int(sound.drum.index), Int(sound.value), block * 128 + Int(sound.offset),
        ])
      }
    }
    return strokes
  }

  @Test(arguments: [
    ("humanise jazz 0.5", Humanising(style: "jazz", amount: 0.5)),
    ("humanise jazz", Humanising(style: "jazz")), ("humanise any 1", Humanising(amount: 1)),
    ("humanise off", nil),
  ])
  func `lines are read`(line: String, humanising: Humanising?) throws {
    #expect(try CommandReader.command(line)?.action == .humanise(humanising))
  }

  @Test(arguments: ["humanise jazz 2", "humanise jazz much", "humanise off 1"])
  func `lines that make no sense say how they are used`(line: String) {
    #expect(throws: CommandError.self) { try CommandReader.command(line) }
  }

  @Test func `a patch keeps it`() throws {
    var patch = try Patch(json: Array(Patch().json.utf8), file: "a")
    #expect(patch.humanising == nil)
    for humanising in [Humanising(style: "jazz", amount: 0.25), Humanising(amount: 1)] {
      patch.humanising = humanising
      #expect(try Patch(json: Array(patch.json.utf8), file: "a") == patch)
    }
    let wrong = patch.json.replacing("\"amount\": 1", with: "\"amount\": 1.5")
    #expect(throws: PatchError.self) { try Patch(json: Array(wrong.utf8), file: "a") }
  }

  @Test func `every stroke comes, none where the grid has it, and no two bars are alike`()
    async throws
  {
    let stiff = try desk()
    let given = try await strokes(stiff)
    let human = try desk()
    try await human.perform("humanise jazz 1")
    #expect(await human.machine.status().humanised == "1 jazz")
    let played = try await strokes(human)
    #expect(abs(given.count - played.count) <= 2 && given.count > 60)
    let bars = (0..<7).map { bar in
      played.filter { $0[2] / 96_000 == bar }.map { [$0[0], $0[1]] }
    }
    #expect(Set(bars).count > 4)
    try await human.perform("humanise off")
    #expect(await human.machine.status().humanised == nil)
  }

  @Test func `a mute leaves the other drums where the drummer plays them`() async throws {
    let (whole, muted) = (try desk(), try desk())
    for desk in [whole, muted] { try await desk.perform("humanise jazz 1") }
    try await muted.perform("mute closedhat")
    let kick = Int(Drum.kick.index)
    let (all, left) = (try await strokes(whole), try await strokes(muted))
    #expect(left == all.filter { $0[0] == kick } && (10..<all.count).contains(left.count))
  }

  @Test func `another seed of the drummer is heard at once, as if it had been there before`()
    async throws
  {
    var heard: [[[Int]]] = []
    for lines in [
      ["humanise jazz 1"], ["humanise jazz 1", "drummer seed 7"],
      ["drummer seed 7", "humanise jazz 1"],
    ] {
      let desk = try desk()
      for line in lines { try await desk.perform(line) }
      heard.append(try await strokes(desk))
    }
    #expect(heard[1] == heard[2] && heard[0] != heard[1])
  }

  @Test func `with no room in the engine the seed stays as it was`() async throws {
    let desk = try desk()
    try await desk.perform("humanise jazz 1")
    desk.play()
    for _ in 0..<256 { try await desk.perform("hit kick") }
    await #expect(throws: CommandError("the engine takes no more for now: try again")) {
      try await desk.perform("drummer seed 7")
    }
    #expect(await desk.machine.document.patch.drummer.seed == 0)
    desk.play()
    try await desk.perform("drummer seed 7")
    #expect(await desk.machine.document.patch.drummer.seed == 7)
  }

  @Test func `lanes out of step with the pattern keep every note, for as long as it plays`()
    async throws
  {
    let text = """
      grid: 16/4
      kick: x...x...x...x..o
      closedhat [grid 5/4]: x.oxx
      sidestick [ratio √2]: x...x...x...x...
      snare [turn 1]: x...............
      """
    let pattern = try PatternNotation.pattern(text)
    let desks = [
      Desk(Patch(pattern: pattern)),
      Desk(Patch(pattern: pattern), drummer: FakeDrummer(humanisingTables: Self.tables)),
    ]
    try await desks[1].perform("humanise any 1")
    let (given, played) = (try await strokes(desks[0]), try await strokes(desks[1]))
    #expect(given != played)
    for drum in Set(given.map { $0[0] }) {
      let counts = [given, played].map { strokes in strokes.count { $0[0] == drum } }
      #expect(counts[0] > 5 && abs(counts[0] - counts[1]) <= 1)
    }
  }

  @Test func `the bar stays the bar of the pattern`() async throws {
    let desk = Desk(
      Patch(pattern: try Pattern(rows: "kick x... x... x...")),
      drummer: FakeDrummer(humanisingTables: Self.tables))
    desk.play()
    #expect(desk.audio.meter == Meter("3/4"))
    try await desk.perform("humanise funk")
    desk.play()
    #expect(desk.audio.meter == Meter("3/4"))
  }

  @Test func `what cannot be done changes nothing`() async throws {
    let reasons: [(FakeDrummer, String)] = [
      (FakeDrummer(absence: DrummerError("absent")), "absent"),
      (FakeDrummer(), "humanise: fake knows no micro-timing: use another model"),
      (
        FakeDrummer(humanisingTables: Self.tables),
        "humanise: unknown style “polka”: this model has "
          + Vocabulary.grooveStyles.joined(separator: ", ")
      ),
    ]
    for (drummer, reason) in reasons {
      let desk = try desk(drummer)
      await #expect(throws: CommandError(reason)) { try await desk.perform("humanise polka 1") }
      #expect(await desk.machine.status().humanised == nil)
      #expect(await desk.machine.status().isEdited == false)
    }
  }

  @Test
  func `a patch that asks to be humanised plays as written where no drummer can, and says so`()
    async throws
  {
    var patch = Patch(name: "Human")
    patch.humanising = Humanising(style: "jazz")
    let shelf = InMemoryPatchStore(["human.json": patch])
    let desk = Desk(
      Patch(), shelf: shelf, drummer: FakeDrummer(absence: DrummerError("no model is here")))
    let reply = try await desk.perform("load human.json")
    #expect(reply.text == ("the pattern plays as its steps are: no model is here"))
    #expect(await desk.machine.status().patch == "Human")
  }
}
