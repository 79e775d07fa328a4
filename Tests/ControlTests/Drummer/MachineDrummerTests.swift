import Commands
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

@testable import CommandText
@testable import Control
@testable import LiveDrummer
@testable import PatchFiles

@Suite struct MachineDrummerTests {
  /// Plays `bars` bars of 120 bpm, the drummer keeping up.
  private func play(_ desk: Desk, bars: Int) {
    for _ in 0..<bars * 750 {
      desk.drummer.catchUp()
      desk.play()
    }
  }

  private func error(_ desk: Desk, _ line: String) async throws -> String? {
    do throws(CommandError) {
      guard let command = try CommandReader.command(line) else { return nil }
      _ = try await desk.machine.perform(command)
      return nil
    } catch { return error.description }
  }

  @Test func `it joins in when it is asked, and its settings are the patch's`() async throws {
    let desk = Desk(Patch())
    #expect(!desk.drummer.isLoaded)
    for line in ["drummer style funk jazz 0.25", "drummer intensity 0.75", "drummer on", "play"] {
      try await desk.perform(line)
    }
    play(desk, bars: 2)
    let status = await desk.machine.status()
    #expect(status.hits > 8)
    #expect(status.isEdited)
    #expect(status.drummer.doing == .playing)
    #expect(status.drummer.name == "fake")
    #expect(status.drummer.style == "funk" && status.drummer.blend == "jazz 0.25")
    #expect(status.drummer.density == 0.75 && status.drummer.wildness == 0.75)
    #expect(status.drummer.starvedBars == 0 && status.drummer.awaitedBars == 0)
    #expect(status.text.contains("\ndrummer: playing, funk with jazz 0.25, bar 2, seed 0\n"))
    try await desk.perform("save b.json")
    let kept = try desk.shelf.load("b.json").patch.drummer
    #expect(kept.isOn && kept.style == "funk" && kept.loudness == 0.75)
    try await desk.perform("drummer off")
    play(desk, bars: 4)
    #expect(await desk.machine.status().drummer.line == "off")
  }

  @Test func `a style it does not know is refused, with those it does, and it plays on`()
    async throws
  {
    let desk = Desk(Patch(), shelf: InMemoryPatchStore(["x.json": Self.patch(style: "polka")]))
    try await desk.perform("drummer style Rock")
    try await desk.perform("drummer style funk")
    try await desk.perform("drummer on")
    #expect(
      try await error(desk, "drummer style fank")
        == "unknown style “fank”; did you mean “funk”?; it knows funk, jazz, rock")
    #expect(try await error(desk, "load x.json")?.contains("unknown style “polka”") == true)
    #expect(await desk.machine.status().drummer.style == "funk")
  }

  private static func patch(style: String) -> Patch {
    var patch = Patch(name: "x")
    patch.drummer.isOn = true
    patch.drummer.style = style
    return patch
  }

  @Test func `without a model the pattern plays alone, and one plain line says why`() async throws {
    let absence = DrummerError("no model: install one")
    let desk = Desk(
      Patch(), shelf: InMemoryPatchStore(["x.json": Self.patch(style: "funk")]),
      drummer: FakeDrummer(absence: absence))
    #expect(try await error(desk, "drummer on") == "no model: install one")
    #expect(
      try await desk.perform("load x.json").text
        == ("the drummer does not play: no model: install one"))
    #expect(await desk.machine.status().patch == "x")
    try await desk.perform("play")
    play(desk, bars: 1)
    let status = await desk.machine.status()
    #expect(status.isRolling && status.hits == 0)
    #expect(status.drummer.name == nil)
    #expect(status.drummer.isOn && status.drummer.doing == .off)
    #expect(
      status.drummer.line
        == "the drummer is silent: it has no model; `drummer on` says where one is looked for")
    try await desk.perform("drummer off")
    #expect(await desk.machine.status().drummer.line == "off")
  }

  @Test func `loading a patch brings its drummer, and reading it again what has changed`()
    async throws
  {
    let shelf = InMemoryPatchStore(["x.json": Self.patch(style: "funk")])
    let desk = Desk(Patch(), shelf: shelf)
    try await desk.perform("load x.json")
    try await desk.perform("play")
    play(desk, bars: 1)
    let hits = await desk.machine.status().hits
    #expect(hits > 3)
    shelf.put(Self.patch(style: "jazz"), at: "x.json")
    try await desk.perform("reload")
    #expect(await desk.machine.status().drummer.style == "jazz")
    shelf.put(Patch(name: "x"), at: "x.json")
    try await desk.perform("reload")
    play(desk, bars: 4)
    #expect(await desk.machine.status().drummer.doing == .off)
  }

  @Test(arguments: [0, 2, 12])
  func `switched off it stays off when the song begins again, and on again it is there at once`(
    bars: Int
  ) async throws {
    let desk = Desk(Patch())
    for line in ["drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: bars)
    desk.play(blocks: 100)
    try await desk.perform("drummer off")
    desk.play()
    try await desk.perform("stop")
    desk.play(blocks: 10)
    desk.drummer.catchUp()
    let before = await desk.machine.status().hits
    try await desk.perform("play")
    play(desk, bars: bars + 2)
    #expect(await desk.machine.status().hits == before)
    try await desk.perform("drummer on")
    try await desk.perform("play")
    play(desk, bars: 1)
    let status = await desk.machine.status()
    #expect(status.hits > before + 3)
    #expect(status.drummer.starvedBars == 0 && status.drummer.awaitedBars == 0)
  }

  @Test func `a patch loaded while rolling brings its drummer to the song's beginning too`()
    async throws
  {
    let desk = Desk(Patch(), shelf: InMemoryPatchStore(["x.json": Self.patch(style: "jazz")]))
    for line in ["drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: 3)
    try await desk.perform("load x.json")
    try await desk.perform("play")
    play(desk, bars: 2)
    #expect(
      desk.drummer.ask { part in (0..<9).allSatisfy { part.plan.settings[$0].style == "jazz" } })
    let song = DrummerRehearsal.song({ _ in Self.patch(style: "jazz").drummer }, until: 2)
    #expect(
      desk.drummer.ask { part in
        (part.cache?[0]?.hits ?? []).allSatisfy { song.contains($0) }
          && part.cache?[0]?.hits.contains { $0.drum == .ride } == true
      })
  }

  @Test func `a style in a patch whose drummer is off asks for no model`() async throws {
    var patch = Self.patch(style: "funk")
    patch.drummer.isOn = false
    let desk = Desk(
      patch, shelf: InMemoryPatchStore(["x.json": patch]),
      drummer: FakeDrummer(absence: DrummerError("none")))
    #expect(try await desk.perform("drummer off") == .done)
    #expect(try await desk.perform("drummer intensity 0.5") == .done)
    #expect(try await desk.perform("load x.json") == .done)
    #expect(try await error(desk, "drummer style jazz") == "none")
  }

  @Test func `what needs a drummer that plays says so`() async throws {
    let desk = Desk(Patch())
    for line in ["fill", "rest 1", "lock", "release", "prime pattern"] {
      let words = try await error(desk, "drummer \(line)")
      #expect(words == "the drummer is off: `drummer on` lets it join in")
    }
    #expect(
      try await error(desk, "keep 1")?.hasPrefix("keep 1: the drummer has not played") == true)
    try await desk.perform("drummer on")
    #expect(try await error(desk, "drummer release")?.contains("nothing is locked") == true)
    #expect(try await error(desk, "drummer prime pattern")?.contains("silent") == true)
  }

  @Test func `its last bars become the pattern, step for step`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("drummer on")
    #expect(
      try await error(desk, "keep 1")?.contains("the drummer has not played this long") == true)
    try await desk.perform("play")
    play(desk, bars: 3)
    let reply = try await desk.perform("keep 2")
    guard let words = reply.text else {
      Issue.record("keep says nothing")
      return
    }
    #expect(words.hasPrefix("kept bars 1 to 2 as played: "))
    #expect(words.hasSuffix("; `drummer off` to hear them alone"))
    let drawing = await desk.machine.drawing()
    #expect(drawing.contains("kick") && drawing.contains("snare"))
  }

  @Test(arguments: [1, 3]) func `a bar that is named becomes a pattern of its own, as one change`(
    number: Int
  ) async throws {
    let desk = Desk(Patch(pattern: try Pattern(rows: "tom1 x...x...", name: "mine")))
    for line in ["drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: 2)
    let before = await desk.machine.document
    let shown = try #require(
      desk.drummer.barsAhead().first { $0.number + 1 == number }?.hits
        ?? desk.drummer.hits(inBar: number - 1))
    let words = try await desk.perform("keep bar \(number) Verse").text ?? ""
    #expect(words.hasPrefix("kept bar \(number) as pattern “Verse” as played: "))
    let patch = await desk.machine.document.patch
    #expect(patch.patterns.map(\.name) == ["mine", "Verse"] && patch.selected == 0)
    #expect(patch.patterns[0] == before.patch.pattern && patch.patterns[1].length == Beats(4))
    #expect(Set(patch.patterns[1].lanes.map(\.voice)) == Set(shown.map { Voice($0.drum) }))
    try await desk.perform("undo")
    #expect(await desk.machine.document == before)
    try await desk.perform("keep bar \(number)")
    #expect(await desk.machine.document.patch.pattern.length == Beats(4))
    #expect(try await error(desk, "keep bar 99")?.contains("has not made it") == true)
  }

  @Test func `the grid shows what the drummer plays beside a pattern without hits`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("drummer on")
    let empty = await desk.machine.page(columns: 80)
    #expect(!empty.contains("snare"))
    try await desk.perform("play")
    play(desk, bars: 1)
    for _ in 0..<190 {
      desk.play()
      desk.drummer.catchUp()
    }
    let page = await desk.machine.page(columns: 80)
    let rows = page.split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("kick") } && rows.contains { $0.hasPrefix("snare") })
    #expect(rows.last?.trimmingCharacters(in: .whitespaces) == "^")
    // What `show` draws is the pattern.
    #expect(await !desk.machine.drawing().contains("snare"))
    try await desk.perform("step kick 1 100")
    #expect(await !desk.machine.page(columns: 80).contains("snare"))
    try await desk.perform("undo")
    try await desk.perform("stop")
    desk.play()
    #expect(await desk.machine.page(columns: 80) == empty)
  }

  @Test func `a jump is prepared for, so that its first hit is not missed`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("drummer on")
    try await desk.perform("play")
    play(desk, bars: 1)
    try await desk.perform("locate 161")
    desk.play(blocks: 100)
    let status = await desk.machine.status()
    #expect(status.beat >= 160)
    #expect(status.drummer.awaitedBars == 0 && status.drummer.starvedBars == 0)
  }

  @Test func `a bar that was never reached does not replace those that are played`()
    async throws
  {
    let desk = Desk(Patch())
    for line in ["drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: 22)
    // Bars 86 and 87 share the places of 22 and 23; the jump never happens.
    desk.drummer.expect(Beats(4 * 86))
    play(desk, bars: 4)
    let status = await desk.machine.status()
    #expect(status.drummer.starvedBars == 0)
    #expect(desk.drummer.ask { $0.expected } == nil)
  }

  @Test func `a jump of thousands of bars holds up no command, and gets there`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("drummer on")
    try await desk.perform("play")
    play(desk, bars: 1)
    let invented = desk.drummer.ask { $0.cache?.last }
    try await desk.perform("locate 20001")
    // Not one bar of the way is invented while the command is carried out.
    #expect(desk.drummer.ask { $0.cache?.last } == invented)
    for _ in 0..<50 {
      desk.drummer.catchUp(atMost: 50)
      desk.play()
    }
    #expect(await desk.machine.status().drummer.awaitedBars == 1)
    play(desk, bars: 2)
    let status = await desk.machine.status()
    #expect(status.beat >= 20_000 + 8)
    #expect(status.drummer.starvedBars == 0 && status.drummer.doing == .playing)
  }

  @Test
  func `steering far into the song holds up no command, and near its beginning is done at once`()
    async throws
  {
    let desk = Desk(Patch())
    try await desk.perform("drummer on")
    try await desk.perform("locate 20001")
    desk.play(blocks: 4)
    try await desk.perform("drummer style funk")
    #expect(desk.drummer.ask { $0.cache?.last ?? -1 } < 64)
    // Nor are the bars invented that did not sound there.
    #expect(try await error(desk, "keep 4")?.contains("the drummer has not played") == true)
    #expect(desk.drummer.ask { $0.cache?.last ?? -1 } < 64)
    try await desk.perform("locate 1")
    desk.play(blocks: 4)
    try await desk.perform("drummer style jazz")
    #expect(desk.drummer.ask { $0.barsToWrite } == 0)
  }

  @Test func `a MIDI file primes it, and one that can't is named`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var track = StandardMIDIFile.Track()
    track.add(.message(.noteOn(channel: 0, note: 60, velocity: 90)), at: .zero)
    track.add(.message(.noteOn(channel: 9, note: 38, velocity: 90)), at: Beats(4))
    let drums = folder.appending(path: "drums.mid").path
    try Data(StandardMIDIFile(track).bytes).write(to: URL(filePath: drums))
    let empty = folder.appending(path: "empty.mid").path
    try Data(StandardMIDIFile(StandardMIDIFile.Track()).bytes).write(to: URL(filePath: empty))
    let broken = folder.appending(path: "broken.mid").path
    try Data("MThd".utf8).write(to: URL(filePath: broken))
    let desk = Desk(Patch())
    try await desk.perform("drummer on")
    #expect(try await desk.perform("drummer prime \(drums)") == .done)
    #expect(
      try await error(desk, "drummer prime \(empty)")
        == "\(empty): no drum is struck in it: name a MIDI file with drums")
    #expect(try await error(desk, "drummer prime \(broken)")?.hasPrefix("\(broken): ") == true)
    #expect(
      try await error(desk, "drummer prime \(folder.path)")
        == "\(folder.path): a folder, not a file")
  }

  @Test(arguments: ["groove off", "groove shuffle", "groove pattern tigrigna 60%"])
  func `kept bars play when they were played, and the rest of the pattern stays`(
    groove: String
  ) async throws {
    var pattern = try Pattern(rows: "tom1 x...x...", name: "mine")
    pattern.accent = 7
    pattern.clips[2] = nil
    let desk = Desk(Patch(pattern: pattern))
    for line in [groove, "humanise off", "drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: 3)
    let played = try #require(desk.drummer.lastBars(2)).hits.enumerated().flatMap { bar, hits in
      hits.map { Hit(drum: $0.drum, velocity: $0.velocity, beat: $0.beat + Beats(4) * Int64(bar)) }
    }
    let before = await desk.machine.document
    try await desk.perform("keep 2")
    let patch = await desk.machine.document.patch
    #expect(patch.pattern.length == Beats(8) && patch.pattern.name == "mine")
    #expect(patch.pattern.accent == 7 && patch.pattern.clips[2] == nil)
    #expect(patch.pattern.groove == before.patch.pattern.groove)
    // The second time round, so that early hits of the first bar are there too.
    let cues = Program(patch).cues(from: Beats(6), to: Beats(18), at: patch.tempo)
    for hit in played {
      let found = cues.contains { cue in
        cue.voice == Voice(hit.drum)
          && abs((cue.beat - hit.beat - Beats(8)).units) <= 2
          && abs(Int(cue.velocity.value) - Int(hit.velocity.value)) <= 1
      }
      #expect(found, "\(hit)")
    }
    #expect(try Patch(json: Array(patch.json.utf8), file: "a") == patch)
    try await desk.perform("undo")
    #expect(await desk.machine.document == before)
  }

  @Test(arguments: [
    ("humanise any 1", true), ("humanise jazz 0.25", true), ("humanise off", false),
  ])
  func `kept bars are not humanised a second time`(
    humanise: String, wasHumanised: Bool
  ) async throws {
    let pattern = try Pattern(rows: "tom1 x...x...", name: "mine")
    let desk = Desk(
      Patch(pattern: pattern), drummer: FakeDrummer(humanisingTables: HumaniseTests.tables))
    for line in [humanise, "drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: 3)
    let before = await desk.machine.document
    #expect((before.patch.humanising != nil) == wasHumanised)
    let words = try await desk.perform("keep 2").text ?? ""
    let isOff = words.contains("; humanise is off: their timing is the drummer’s;")
    #expect(isOff == wasHumanised, "\(words)")
    #expect(await desk.machine.document.patch.humanising == nil)
    #expect(await desk.machine.status().humanised == nil)
    try await desk.perform("undo")
    #expect(await desk.machine.document == before)
  }

  @Test(arguments: ["3/4", "6/8", "7/8"])
  func `the drummer refuses a pattern that is written in another meter than 4/4`(
    meter: String
  ) async throws {
    var pattern = try Pattern(rows: "kick x..... x.....", name: "a")
    pattern.meter = Meter(meter)
    let desk = Desk(Patch(pattern: pattern))
    #expect(
      try await error(desk, "drummer on")
        == "the drummer plays 4/4 only, and pattern “a” is in \(meter): "
        + "`drummer off`, or play patterns in 4/4")
  }

  @Test func `a drummer that is on is silent beside 3/4, says so, and plays again in 4/4`()
    async throws
  {
    let desk = Desk(Patch())
    for line in ["drummer on", "play"] { try await desk.perform(line) }
    play(desk, bars: 2)
    #expect(await desk.machine.status().drummer.doing == .playing)
    let before = await desk.machine.status().hits
    #expect(before > 4)
    let command = try #require(
      try CommandReader.command("paste pattern meter: 3/4; grid: 12/4; cowbell: ............"))
    let name = await desk.machine.document.patch.pattern.name
    let silence =
      "the drummer is silent: the drummer plays 4/4 only, and pattern “\(name)” is in 3/4: "
      + "`drummer off`, or play patterns in 4/4"
    #expect(try await desk.machine.perform(command) == .remark(.warning(text: silence)))
    play(desk, bars: 1)
    let quiet = await desk.machine.status().hits
    play(desk, bars: 4)
    let status = await desk.machine.status()
    #expect(status.hits == quiet)
    #expect(status.drummer.isOn && status.drummer.line == silence)
    #expect(try await error(desk, "drummer fill") != nil)
    try await desk.perform("drummer style funk")
    play(desk, bars: 2)
    #expect(await desk.machine.status().hits == quiet)
    try await desk.perform("undo 2")
    play(desk, bars: 3)
    #expect(await desk.machine.status().hits > quiet)
    #expect(await desk.machine.status().drummer.doing == .playing)
  }
}
