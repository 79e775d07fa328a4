import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct GridCommandTests {
  private let kick = Voice(.kick)

  private func desk() throws -> Desk {
    let pattern = try Pattern(
      rows: """
        kick   X... x... X... x..x
        snare  .... X... .... X...
        """)
    return Desk(Patch(name: "Rock", pattern: pattern))
  }

  private func pattern(_ desk: Desk) async -> Pattern { await desk.machine.document.patch.pattern }

  @Test func `a line names a grid, markers, a tempering or a lane's own`() throws {
    func command(_ line: String) throws -> Command? { try CommandReader.command(line) }
    func beat(_ n: Int64, _ d: Int64) -> Beats { Beats(n, over: d) }
    #expect(try command("grid")?.action == .grid(.list))
    #expect(
      try command("grid 17 in 4")?.action == .grid(.pattern(.grid(Grid(count: 17, in: Beats(4))))))
    #expect(try command("grid son")?.action == .grid(.pattern(.grid(Grid(named: "son")))))
    let markers = [Marker(.zero), Marker(beat(1, 3), amplitude: 0.5)]
    #expect(
      try command("grid markers 0 1/3=0.5")?.action
        == .grid(.pattern(.markers(markers, length: nil))))
    #expect(
      try command("grid markers 0 1/3=0.5 in 7/2")?.action
        == .grid(.pattern(.markers(markers, length: beat(7, 2)))))
    let tempering = try Tempering("5:7 0 to 1/2 over 8 sine")
    #expect(
      try command("temper 5:7 0 to 1/2 over 8 loops sine")?.action
        == .grid(.pattern(.tempered(tempering, length: nil))))
    #expect(
      try command("lane kick grid temper 5:7 1/2 in 3")?.action
        == .grid(
          .lane(kick, .grid(.tempered(Tempering("5:7 1/2"), length: Beats(3))))))
    #expect(try command("temper 5:7 50%")?.action == command("temper 5:7 1/2")?.action)
    #expect(try command("temper 1/3")?.action == .grid(.pattern(.course(TemperingCourse("1/3")))))
    #expect(
      try command("lane 64@3 grid pattern")?.action
        == .grid(.lane(#require(Voice(note: 64, channel: 2)), .grid(nil))))
  }

  @Test func `a line generates or sets a lane`() throws {
    func command(_ line: String) throws -> Command? { try CommandReader.command(line) }
    #expect(try command("euclid kick 3 8")?.action == .grid(.euclid(kick, Euclid(3, in: 8))))
    #expect(
      try command("euclid kick 5 8 -2 3")?.action
        == .grid(.euclid(kick, Euclid(5, in: 8, turnedBy: -2, accents: 3))))
    #expect(
      try command("density kick 0.5")?.action == .grid(.density(kick, #require(Density(0.5)))))
    let rows: [(String, LaneChange)] = [
      ("length 7", .length(7)), ("ratio 3/2", .ratio(try #require(SpeedRatio(3, over: 2)))),
      ("ratio √2", .ratio(try #require(SpeedRatio("√2")))), ("turn -1", .turn(-1)),
      ("loose 5", .looseness(try #require(Looseness(milliseconds: 5, velocity: 0)))),
      ("loose 5.5 10", .looseness(try #require(Looseness(milliseconds: 5.5, velocity: 10)))),
      ("group 8", .muteGroup(8)), ("group none", .muteGroup(nil)),
    ]
    for (words, change) in rows {
      #expect(try command("lane kick \(words)")?.action == .grid(.lane(kick, change)))
    }
  }

  @Test(arguments: [
    ("grid blues", "grid: unknown grid “blues”: expected a preset such as sixteenths or son"),
    ("grid 300/4", "grid: a number of markers: expected 1–256, found 300; usage: grid"),
    ("grid markers", "grid markers: markers are missing; usage: grid markers BEAT"),
    ("grid markers 0 x", "grid markers: expected a beat from 0"),
    ("grid markers 0=1=2", "grid markers: expected a beat from 0"),
    ("grid markers 0 in x", "grid markers: expected a length in beats"),
    ("temper", "temper: two subdivisions are missing"),
    ("temper 0:7 1/2", "temper: parts of a subdivision: expected 1–256, found 0"),
    ("temper 5:1000 1/2", "temper: parts of a subdivision: expected 1–256, found 1000"),
    ("temper 5:7 1/2 map 1,2,3,4,8", "temper: upper beat 5 goes to lower beat 8 of 7, which isn't"),
    ("euclid kick 9 8", "euclid: pulses in 8 steps: expected 0–8, found 9"),
    ("euclid kick 3", "euclid: a number of steps is missing"),
    ("euclid kick 3 8 0 4", "euclid: expected a number of accents of 0–3, found 4"),
    ("density kick 1.1", "density: expected a density of 0–1 or 0%–100%, found 1.1"),
    ("density kick nan", "density: expected a density of 0–1"),
    ("lane kick", "lane: a setting is missing"),
    (
      "lane kick swing 3", "lane: expected grid, length, ratio, turn, loose or group, found “swing”"
    ),
    ("lane kick ratio 0", "lane: expected a ratio"),
    ("lane kick ratio nan", "lane: expected a ratio"),
    ("lane kick ratio ∞", "lane: expected a ratio"),
    ("lane kick turn 256", "lane: expected a number of markers of -255 – 255, found 256"),
    ("lane kick loose 51", "lane: expected 0–50 ms, found 51"),
    ("lane kick loose 5 65", "lane: expected a velocity of 0–64, found 65"),
    ("lane kick group 9", "lane: expected a group of 1–8, found 9"),
    ("lane kick length 0", "lane: expected a number of markers of 1–256, found 0"),
    ("lane kick turn 1 2", "lane: unexpected “2”"),
  ])
  func `a slip is named`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test func `grid alone lists every preset with its meaning`() async throws {
    guard let list = try await desk().perform("grid").text else {
      Issue.record("nothing to read")
      return
    }
    for preset in GridPreset.all {
      #expect(list.contains(preset.name) && list.contains(preset.meaning))
    }
    #expect(list.split(separator: "\n").count == GridPreset.all.count)
  }

  @Test func `a shorter grid says what fell off, and undo brings it back`() async throws {
    let desk = try desk()
    let before = await pattern(desk)
    let reply = try await desk.perform("grid triplets")
    #expect(
      reply.text
        == ("3 hits fell off the end: kick 13, kick 16, snare 13; undo brings them back"))
    #expect(await pattern(desk).grid == (try Grid(named: "triplets")))
    #expect(try await desk.perform("undo").text == ("undid: grid"))
    #expect(await pattern(desk) == before)
    #expect(try await desk.perform("grid 5") != .done)
  }

  @Test func `tempering keeps the length, and the amplitudes of as many markers`() async throws {
    let desk = try desk()
    try await desk.perform("clear")
    try await desk.perform("grid markers 0 1=0.5 2=0.25 in 3")
    try await desk.perform("temper 3:3(1,2,3) 1/2")
    var grid = await pattern(desk).grid
    #expect(grid.length == Beats(3))
    #expect(grid.markers.map(\.amplitude) == [1, 0.5, 0.25])
    try await desk.perform("temper 5:7 1/2 in 4")
    grid = await pattern(desk).grid
    #expect(grid.markers.map(\.beat.fraction) == ["0", "24/35", "58/35", "82/35", "116/35"])
    #expect(grid.markers.map(\.amplitude) == [1, 1, 1, 1, 1])
    try await desk.perform("temper 0 to 1 over 4 back")
    grid = await pattern(desk).grid
    #expect(grid.tempering?.description == "5:7 0 to 1 over 4 back")
    #expect(grid.loopCount == 4)
    #expect(try await desk.perform("undo").text == ("undid: temper"))
  }

  @Test func `lanes get their own grid, length and speed`() async throws {
    let desk = try desk()
    try await desk.perform("lane kick length 12")
    #expect(await pattern(desk).lane(of: .kick)?.grid == (try Grid(count: 12, stepsPerBeat: 4)))
    try await desk.perform("lane kick grid temper 5:7 1/2 in 4")
    #expect(await pattern(desk).lane(of: .kick)?.steps.count == 5)
    try await desk.perform("lane kick grid pattern")
    #expect(await pattern(desk).lane(of: .kick)?.grid == nil)
    for line in ["ratio √2", "turn 1", "loose 5 10", "group 2"] {
      try await desk.perform("lane kick \(line)")
    }
    let lane = try #require(await pattern(desk).lane(of: .kick))
    #expect(lane.ratio == SpeedRatio("√2"))
    #expect((lane.turn, lane.muteGroup) == (1, 2))
    #expect(lane.looseness == Looseness(milliseconds: 5, velocity: 10))
    #expect(try await desk.perform("undo").text == ("undid: lane kick group"))
  }

  @Test func `generators write hits that are edited like any others`() async throws {
    let desk = try desk()
    try await desk.perform("euclid kick 5 8 0 2")
    try await desk.perform("step kick 1 0")
    let lane = try #require(await pattern(desk).lane(of: .kick))
    #expect(
      lane.steps.map { $0 == nil ? "." : "x" }.joined() == "..xx.xx.x.xx.xx.")
    #expect(lane.steps.compactMap { $0?.isAccented }.filter(\.self).count == 3)
    try await desk.perform("density ride 0.25")
    #expect(
      await pattern(desk).lane(of: .ride).flatMap { StepNotation.text($0.steps) }
        == "x...x...x...x...")
  }

  @Test(arguments: [
    ("temper 1/2", "the grid is not tempered: name two subdivisions, as in 5:7 1/2"),
    ("grid markers 0 2 1", "marker 3 at beat 1: it must be after the marker before it"),
    ("grid markers 0 0", "markers 1 and 2 fall on the same beat, 0: move or delete"),
    ("grid markers 0 4", "marker 2 at beat 4: the grid is from 0 to before 4"),
    ("grid markers 0=2", "grid markers: marker 1, amplitude: expected 0–1, found 2; usage"),
    ("grid markers 0=nan", "grid markers: marker 1, amplitude: expected 0–1, found nan"),
    ("grid markers 0 in 2000", "a grid's length: expected 1/64–1024 beats, found 2000"),
    ("lane kick grid markers 1 1", "markers 1 and 2 fall on the same beat, 1"),
  ])
  func `what can't be done says where, and changes nothing`(
    line: String, beginning: String
  ) async throws {
    let desk = try desk()
    let before = await desk.machine.document
    let error = await #expect(throws: CommandError.self) { try await desk.perform(line) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
    #expect(await desk.machine.document == before)
  }
}
