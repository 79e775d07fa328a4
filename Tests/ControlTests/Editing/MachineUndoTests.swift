import CommandText
import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

@Suite struct MachineUndoTests {
  private func desk(
    moment: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws -> Desk {
    let pattern = try Pattern(
      rows: """
        kick   X... X...
        snare  .... X...
        """)
    return Desk(Patch(name: "Rock", pattern: pattern), moment: moment)
  }

  /// Every command that changes the patch and needs no more than a kick and eight steps.
  static let edits = [
    "tempo 93", "loop off", "step kick 3 o", "step 64@3 2", "mute kick", "solo kick",
    "clear kick", "clear", "level -3", "level kick -4", "pan kick 0.5", "tuning kick 100",
    "decay kick 1.5", "output kick 3", "reverb kick 0.3",
    "reverb decay 2", "delay kick 0.4", "delay time 1/8t", "delay feedback 0.6", "delay tone 900",
    "filter kick lowpass", "cutoff kick 700", "resonance kick 9", "choke kick boom",
    "curve kick hard", "kit 9",
    "kit other.sf2 2", "kit other.sf2:0:2",
    "keymap kick2=36", "drummer style funk", "drummer density 0.7", "drummer seed 77",
    "drummer on", "humanise any 0.5", "grid markers 0 1/3", "temper 5:7 1/2",
    "euclid kick 3 8", "density kick 0.5", "lane kick ratio √2", "groove tigrigna 50%",
    "pattern new verse", "song add", "mutegroup 2", "load other.json",
    "grid triplets", "grid 5", "grid markers 0 1/3 1 in 2", "temper 5:7 0 to 1 over 4 sine",
    "temper 1/4", "euclid kick 3 8 1 2", "density kick 0.3", "lane kick grid tresillo",
    "lane kick grid pattern", "lane kick length 7", "lane kick ratio √2", "lane kick turn 1",
    "lane kick loose 5 10", "lane kick group 2",
  ]

  @Test func `every change undone gives back the very patch, and redo the change`() async throws {
    var chance = SplitMix64(seed: 5)
    for _ in 0..<12 {
      var patch = Patch.random(using: &chance)
      patch.pattern = .withKick(using: &chance)
      patch.drummer.isOn = false
      let desk = Desk(
        patch, shelf: InMemoryPatchStore(["other.json": Patch(name: "other")]),
        drummer: FakeDrummer(humanisingTables: HumaniseTests.tables))
      let first = await desk.machine.document
      for line in Self.edits {
        let before = await desk.machine.document
        do { _ = try await desk.perform(line) } catch {
          Issue.record("\(line): \(error)")
        }
        let after = await desk.machine.document
        guard after != before else { continue }
        try await desk.perform("undo")
        #expect(await desk.machine.document == before, "\(line)")
        try await desk.perform("redo")
        #expect(await desk.machine.document == after, "\(line)")
        desk.play()
      }
      while case .remarks = try? await desk.perform("undo") { desk.play() }
      #expect(await desk.machine.document == first)
    }
  }

  @Test func `undo and redo say what they did, and the list names it`() async throws {
    let desk = try desk()
    #expect(try await desk.perform("undo list").text == ("nothing to undo or redo"))
    for line in ["step crash 1 X", "mute kick", "tempo 90"] { try await desk.perform(line) }
    #expect(try await desk.perform("undo").text == ("undid: tempo"))
    #expect(
      try await desk.perform("undo list").text
        == ("redo 1  tempo\nundo 1  mute kick\nundo 2  step crash 1"))
    #expect(
      try await desk.perform("undo 2").text == ("undid 2 changes, back to before: step crash 1"))
    #expect(try await desk.perform("redo 3").text == ("redid 3 changes, up to: tempo"))
    await #expect(throws: CommandError("nothing to redo")) { try await desk.perform("redo") }
    await #expect(throws: CommandError("undo 4: there are only 3 to undo")) {
      try await desk.perform("undo 4")
    }
  }

  @Test func `an undone step is no longer heard, and its tempo is played`() async throws {
    let desk = try desk()
    try await desk.perform("step crash 1 X")
    try await desk.perform("tempo 90")
    try await desk.perform("undo 2")
    try await desk.perform("play")
    desk.play(blocks: 2)
    let status = await desk.machine.status()
    #expect(status.hits == 1)
    #expect(status.tempoBPM == 120)
    #expect(status.isEdited == false)
  }

  @Test func `a fader's stream is undone at once`() async throws {
    let now = ContinuousClock.now
    let desk = try desk { now }
    for bpm in 91...180 { try await desk.perform("tempo \(bpm)") }
    desk.play()
    for level in 1...40 { try await desk.perform("level \(-level)") }
    desk.play()
    for level in 1...40 { try await desk.perform("level kick \(-level)") }
    #expect(
      try await desk.perform("undo list").text
        == ("undo 1  level kick\nundo 2  level\nundo 3  tempo"))
    try await desk.perform("undo 3")
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 120)
  }

  /// What faders send; `%` is the value.
  private static let faders = [
    "tempo %", "level -%", "level kick -%", "drummer density 0.%", "record quantise 0.%", "tap",
  ]

  @Test(arguments: faders)
  func `a fader that two clients move in turn is undone for one of them`(fader: String) async throws
  {
    let time = Locked(ContinuousClock.now)
    let desk = try desk { time.value }
    func move(_ values: ClosedRange<Int>, _ origin: CommandOrigin) async throws {
      for value in values {
        time.change { $0 += .milliseconds(500 + value) }
        let line = fader.replacingOccurrences(of: "%", with: "\(value)")
        let command = try #require(try CommandReader.command(line))
        _ = try await desk.machine.perform(command.sent(by: origin))
        desk.play()
      }
    }
    try await move(20...29, .client(1))
    let former = await desk.machine.document
    try await move(40...49, .client(2))
    try await desk.perform("undo")
    #expect(await desk.machine.document == former)
    try await desk.perform("undo")
    #expect(await desk.machine.document.isEdited == false)
  }

  /// Carries out `lines` as parts of gesture `mark`.
  private func perform(
    _ lines: [String], of mark: String = "g", by client: Int = 1, at desk: Desk
  ) async throws -> Reply {
    var reply = Reply.done
    for line in lines {
      let command = try #require(try CommandReader.command(line))
      reply = try await desk.machine.perform(command.sent(by: .client(client), in: mark))
      desk.play()
    }
    return reply
  }

  @Test func `a gesture is one change for everybody, and goes on as another client`() async throws {
    let desk = try desk()
    _ = try await perform(["step snare 1 x", "step snare 2 x"], at: desk)
    // As after a reload of a page.
    _ = try await perform(["step snare 3 x"], by: 2, at: desk)
    #expect(try await desk.perform("undo list").text == "undo 1  step snare ×3")
    let drawn = await desk.machine.document
    #expect(try await desk.perform("undo").text == "undid: step snare ×3")
    #expect(await desk.machine.document.isEdited == false)
    #expect(try await desk.perform("redo").text == "redid: step snare ×3")
    #expect(await desk.machine.document == drawn)
  }

  @Test func `another's change parts a gesture in two, and no undo of it takes that back`()
    async throws
  {
    let desk = try desk()
    _ = try await perform(["temper 5:7 1/4", "temper 5:7 1/3"], at: desk)
    try await desk.perform("mute kick")
    _ = try await perform(["temper 5:7 1/2"], at: desk)
    let before = await desk.machine.document
    await #expect(throws: CommandError(UndoError.notLatest.description)) {
      _ = try await self.perform(["undo"], at: desk)
    }
    #expect(await desk.machine.document == before)
    #expect(
      try await desk.perform("undo list").text
        == "undo 1  temper\nundo 2  mute kick\nundo 3  temper")
  }

  @Test func `an undo of a gesture leaves nothing of it, not even to redo`() async throws {
    let desk = try desk()
    try await desk.perform("mute kick")
    let before = await desk.machine.document
    _ = try await perform(["paste kick: x.x.x.x.", "temper 5:7 1/4", "tempo 77"], at: desk)
    #expect(try await perform(["undo"], at: desk).text?.hasPrefix("undid: ") == true)
    #expect(await desk.machine.document == before)
    #expect(try await desk.perform("undo list").text == "undo 1  mute kick")
    await #expect(throws: CommandError("undo 2: there is only 1 to undo")) {
      _ = try await self.perform(["step snare 1 x", "undo 2"], at: desk)
    }
  }

  @Test(arguments: [
    ["undo", "redo"], ["mute kick", "undo"], ["mute kick", "tempo 90", "undo 2"],
  ])
  func `a gesture goes on where others have left what it did as the latest change`(
    lines: [String]
  ) async throws {
    let desk = try desk()
    let first = await desk.machine.document
    _ = try await perform(["temper 5:7 1/4"], at: desk)
    for line in lines {
      try await desk.perform(line)
      desk.play()
    }
    _ = try await perform(["temper 5:7 1/2", "tempo 77"], at: desk)
    #expect(try await desk.perform("undo list").text == "undo 1  tempo")
    _ = try await perform(["undo"], at: desk)
    #expect(await desk.machine.document == first)
    #expect(try await desk.perform("undo list").text == "nothing to undo or redo")
  }

  @Test func `a fader's command is of its stream, and of its gesture where it has one`() throws {
    let fader = try #require(try CommandReader.command("tempo 90"))
    #expect(fader.sent(by: .client(1)).group == .stream(.client(1)))
    #expect(fader.sent(by: .client(1), in: "g").group == .gesture("g"))
    let mute = try #require(try CommandReader.command("mute kick"))
    #expect(mute.sent(by: .client(1)).group == nil)
    #expect(mute.sent(by: .client(1), in: "g").group == .gesture("g"))
  }

  @Test func `a gesture that ends where it began leaves no change`() async throws {
    let desk = try desk()
    let first = await desk.machine.document
    _ = try await perform(["drummer density 0.9", "step snare 1 x", "step snare 1 ."], at: desk)
    #expect(try await desk.perform("undo list").text?.hasPrefix("undo 1  ") == true)
    try await desk.perform("undo")
    #expect(await desk.machine.document == first)
    _ = try await perform(
      ["step snare 1 x", "tempo 90", "tempo 120", "step snare 1 ."], of: "h", at: desk)
    #expect(await desk.machine.document == first)
    await #expect(throws: CommandError("nothing to undo")) { try await desk.perform("undo") }
  }

  @Test func `a control's stream is undone apart from what was typed`() async throws {
    let now = ContinuousClock.now
    let desk = try desk { now }
    try await desk.perform("assign cc 20 channel 1 level")
    for level in 1...3 { try await desk.perform("level -\(level)") }
    desk.play()
    for value in [127, 120, 110, 100, 90] as [UInt8] {
      desk.audio.stage(.controlChange(channel: 0, controller: 20, value: value), offset: 0)
      desk.play()
      _ = await desk.machine.attend()
    }
    #expect(await desk.machine.document.patch.kit.level != -3)
    try await desk.perform("undo")
    #expect(await desk.machine.document.patch.kit.level == -3)
  }

  @Test func `what changes nothing is not recorded for undo, nor is what fails`() async throws {
    let desk = try desk()
    try await desk.perform("tempo 120")
    await #expect(throws: CommandError.self) { try await desk.perform("mute cowbell") }
    await #expect(throws: CommandError.self) { try await desk.perform("load nowhere.json") }
    await #expect(throws: CommandError("nothing to undo")) { try await desk.perform("undo") }
    #expect(await desk.machine.status().isEdited == false)
  }

  @Test func `a load that threw work away is undone`() async throws {
    let desk = try desk()
    desk.shelf.put(Patch(name: "Next"), at: "next.json")
    try await desk.perform("step crash 1 X")
    let before = await desk.machine.document
    try await desk.perform("load next.json")
    #expect(try await desk.perform("undo").text == ("undid: load next.json"))
    #expect(await desk.machine.document == before)
    #expect(await desk.machine.status().file == "a.json")
    #expect(await desk.machine.status().isEdited)
  }

  @Test func `what was saved is not edited, wherever undo and redo go`() async throws {
    let desk = try desk()
    try await desk.perform("mute kick")
    try await desk.perform("save b.json")
    try await desk.perform("undo")
    #expect(await desk.machine.status().isEdited)
    #expect(await desk.machine.status().file == "b.json")
    try await desk.perform("redo")
    #expect(await desk.machine.status().isEdited == false)
    #expect(desk.shelf["b.json"] == (await desk.machine.document.patch))
  }

  @Test func `where the kit of before is gone, nothing is undone`() async throws {
    let patch = Patch(kit: KitDescription(soundFont: "missing.sf2"))
    let desk = Desk(patch)
    try await desk.perform("kit there.sf2 0")
    let before = await desk.machine.document
    await #expect(throws: CommandError("missing.sf2: no such file")) {
      try await desk.perform("undo")
    }
    #expect(await desk.machine.document == before)
    #expect(try await desk.perform("undo list").text == ("undo 1  kit"))
  }
}

extension Pattern {
  /// A few steps and lanes, a kick among them.
  static func withKick(using chance: inout SplitMix64) -> Pattern {
    let count = Int.random(in: 8...12, using: &chance)
    let drums: [Drum] = [.kick, .snare, .ride]
    let lanes = drums.map { drum in
      Lane(
        drum: drum,
        steps: (0..<count).map { _ in
          chance.once(in: 3) ? Step(Velocity(clamping: Int(chance.next() % 128))) : nil
        })
    }
    return (try? Pattern(stepCount: count, lanes: lanes)) ?? .empty
  }

  @Test func `a patch read again is adapted as at the start, in one change that edits nothing`()
    async throws
  {
    let patch = Patch(name: "Rock", pattern: try Pattern(rows: "kick X..."))
    let desk = Desk(
      patch, shelf: InMemoryPatchStore(["a.json": patch]),
      adapting: { $0.tempo = Tempo(clampingBPM: 99) })
    try await desk.perform("tempo 140")
    try await desk.perform("reload")
    #expect(await desk.machine.document.patch.tempo.bpm == 99)
    #expect(await !desk.machine.document.isEdited)
    #expect(try await desk.perform("undo").text == ("undid: load a.json"))
    #expect(await desk.machine.document.patch.tempo.bpm == 140)
    try await desk.perform("load a.json")
    #expect(await desk.machine.document.patch.tempo == patch.tempo)
  }
}
