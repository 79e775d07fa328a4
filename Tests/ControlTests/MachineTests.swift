import Commands
import Control
import Files
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Testing

@Suite struct MachineTests {
  private let rock = try? Pattern(
    rows: """
      kick   X... X...
      snare  .... X...
      """)

  private func desk() throws -> Desk {
    let pattern = try #require(rock)
    return Desk(Patch(name: "Rock", pattern: pattern))
  }

  @Test func `play and stop reach the engine`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    desk.play(blocks: 20)
    #expect(await desk.machine.status().isRolling)
    #expect(await desk.machine.status().hits > 0)
    try await desk.perform("toggle")
    desk.play()
    #expect(await desk.machine.status().isRolling == false)
  }

  @Test func `an edit is heard, drawn and marked`() async throws {
    let desk = try desk()
    #expect(await desk.machine.status().isEdited == false)
    try await desk.perform("step crash 1 X")
    #expect(await desk.machine.drawing().contains("crash   X..."))
    #expect(await desk.machine.status().isEdited)
    try await desk.perform("play")
    desk.play(blocks: 2)
    #expect(await desk.machine.status().hits == 2)
  }

  @Test(arguments: ["step kick 9", "mute cowbell", "load nowhere.json", "kit missing.sf2 0"])
  func `what cannot be done changes nothing`(line: String) async throws {
    let desk = try desk()
    let before = await desk.machine.drawing()
    await #expect(throws: CommandError.self) { try await desk.perform(line) }
    #expect(await desk.machine.drawing() == before)
    let status = await desk.machine.status()
    #expect(status.isEdited == false)
    #expect(status.kit == "first")
    #expect(status.file == "a.json")
  }

  @Test func `a load brings tempo, pattern and kit; a broken reload keeps them`() async throws {
    let desk = try desk()
    var next = Patch(name: "Next", tempo: Tempo(clampingBPM: 90), pattern: try #require(rock))
    next.kit.program = 8
    desk.shelf.put(next, at: "next.json")
    try await desk.perform("load next.json")
    desk.play()
    var status = await desk.machine.status()
    #expect(status.patch == "Next")
    #expect(status.tempoBPM == 90)
    #expect(status.kit == "kit 8 of the first SoundFont")
    desk.shelf.put(nil, at: "next.json")
    await #expect(
      throws: CommandError("next.json: no such file or factory patch (looked in memory)")
    ) {
      try await desk.perform("reload")
    }
    status = await desk.machine.status()
    #expect(status.patch == "Next")
    #expect(desk.kits.loaded.count == 1)
  }

  @Test func `a save goes to the path that was given, and a failed one keeps the mark`()
    async throws
  {
    let desk = try desk()
    try await desk.perform("tempo 77")
    await #expect(throws: CommandError.self) { try await desk.perform("save /full/x.json") }
    #expect(await desk.machine.status().isEdited)
    try await desk.perform("save b.json")
    #expect(desk.shelf["b.json"]?.tempo == Tempo(clampingBPM: 77))
    #expect(await desk.machine.status().isEdited == false)
    #expect(await desk.machine.status().file == "b.json")
  }

  @Test func `save and load by one name are one patch, and a factory's is left as it is`()
    async throws
  {
    let folder = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/share", withIntermediateDirectories: true)
    let factory = "\(folder)/share/techno.json"
    try PatchFile.save(Patch(name: "Techno", pattern: try #require(rock)), to: factory)
    let files = PatchFiles(
      folders: DataFolders(["\(folder)/own", "\(folder)/share"], own: "\(folder)/own"))
    let desk = Desk(try PatchFile.load(factory), path: factory, store: files)
    try await desk.perform("tempo 77")
    let reply = try await desk.perform("save")
    #expect(
      reply.text
        == ("saved \(folder)/own/techno.json; \(factory) came with ghostnote and stays as it is"))
    try await desk.perform("tempo 120")
    try await desk.perform("load techno")
    #expect(await desk.machine.document.patch.tempo.bpm == 77)
    try await desk.perform("tempo 99")
    try await desk.perform("save techno")
    try await desk.perform("tempo 120")
    try await desk.perform("load techno")
    #expect(await desk.machine.document.patch.tempo.bpm == 99)
    #expect(try PatchFile.load(factory).tempo == .standard)
  }

  @Test func `a SoundFont beside the patch is found from where the patch is saved to`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .standardizedFileURL.path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for place in ["a/kits", "b"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
    }
    _ = FileManager.default.createFile(atPath: "\(folder)/a/kits/x.sf2", contents: Data())
    var patch = Patch(name: "Here", pattern: try #require(rock))
    patch.kit.soundFont = "kits/x.sf2"
    let former = "\(folder)/a/p.json"
    try PatchFile.save(patch, to: former)
    let desk = Desk(patch, path: former, store: PatchFiles())
    try await desk.perform("save \(folder)/b/p.json")
    #expect(try PatchFile.load("\(folder)/b/p.json").kit.soundFont == "\(folder)/a/kits/x.sf2")
    // What is played is of that file by now.
    #expect(await desk.machine.document.patch.kit.soundFont == "\(folder)/a/kits/x.sf2")
  }

  @Test func `a file that was changed while the session began is asked about`() async throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: place) }
    try Data("first".utf8).write(to: place)
    let version = FileVersion(of: place.path)
    let unchanged = Desk(Patch(), path: place.path, version: version, store: PatchFiles())
    try await unchanged.perform("save")
    // Its version is by now that which was saved.
    let desk = Desk(Patch(), path: place.path, version: version, store: PatchFiles())
    let error = await #expect(throws: CommandError.self) { try await desk.perform("save") }
    #expect(error?.description.contains("another program wrote it since it was read") == true)
    try await desk.perform("save")
  }

  @Test func `what was read before another program wrote the file is not saved over that unasked`()
    async throws
  {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: place) }
    try PatchFile.save(Patch(name: "Ours"), to: place.path)
    let desk = Desk(try PatchFile.load(place.path), path: place.path, store: PatchFiles())
    try await desk.perform("tempo 77")
    try PatchFile.save(Patch(name: "Theirs"), to: place.path)
    try await desk.perform("reload")
    try await desk.perform("undo")
    let error = await #expect(throws: CommandError.self) { try await desk.perform("save") }
    #expect(error?.description.contains("another program wrote it since it was read") == true)
    #expect(try PatchFile.load(place.path).name == "Theirs")
    // What was read of it then is saved at once, and what is undone after that is written over our own.
    try await desk.perform("redo")
    try await desk.perform("tempo 78")
    try await desk.perform("save")
    try await desk.perform("undo 2")
    try await desk.perform("save")
    #expect(try PatchFile.load(place.path).name == "Ours")
  }

  @Test func `levels reach the kit without loading it again`() async throws {
    let desk = try desk()
    try await desk.perform("level openhat -6")
    try await desk.perform("level 2")
    #expect(desk.kits.loaded.isEmpty)
    #expect(desk.kits.applied.last?[.openHat].sound.level == -6)
    #expect(desk.kits.applied.last?.level == 2)
  }

  @Test func `a controller works the transport through the patch's map`() async throws {
    let desk = try desk()
    desk.audio.stage(.controlChange(channel: 9, controller: 117, value: 127), offset: 0)
    // The fader passes the tempo, so that it takes hold.
    desk.audio.stage(.controlChange(channel: 9, controller: 16, value: 127), offset: 1)
    desk.audio.stage(.controlChange(channel: 9, controller: 16, value: 30), offset: 2)
    desk.play()
    let found = await desk.machine.attend()
    #expect(found.failures.isEmpty)
    desk.play()
    let status = await desk.machine.status()
    #expect(status.isRolling)
    #expect(status.tempoBPM == 90)
  }

  @Test func `of a fader on the move only the last value counts`() async throws {
    let desk = try desk()
    for value in (0...127).reversed() {
      desk.audio.stage(
        .controlChange(channel: 9, controller: 17, value: UInt8(value)), offset: 127 - value)
    }
    desk.play()
    let found = await desk.machine.attend()
    #expect(found.failures.isEmpty)
    #expect(desk.kits.applied.map(\.level) == [-60])
  }

  @Test func `with no room in the engine, nothing is changed and no kit is loaded`() async throws {
    let desk = try desk()
    for _ in 0..<256 { try await desk.perform("hit kick") }
    await #expect(throws: CommandError("the engine takes no more for now: try again")) {
      try await desk.perform("kit other.sf2 3")
    }
    #expect(desk.kits.loaded.isEmpty)
    #expect(await desk.machine.status().kit == "first")
    desk.play()
    try await desk.perform("kit other.sf2 3")
    #expect(await desk.machine.status().kit == "kit 3 of other.sf2")
  }

  @Test func `room in the engine is waited for until it has carried out nothing for a second`()
    async throws
  {
    let desk = try desk()
    let none = await desk.machine.awaitsRoom(RoomPatience())
    #expect(none == nil)
    for _ in 0..<256 { try await desk.perform("hit kick") }
    var (patience, looks) = (RoomPatience(), 0)
    while looks < 1_000, let left = await desk.machine.awaitsRoom(patience) {
      (patience, looks) = (left, looks + 1)
    }
    #expect(RoomPatience.pause * looks == .seconds(1))
    // What was carried out since is a reason to wait on.
    desk.play()
    for _ in 0..<256 { try await desk.perform("hit kick") }
    let again = await desk.machine.awaitsRoom(patience)
    #expect(again != nil)
  }

  @Test func `a command that is carried out leaves the room of what is urgent`() async throws {
    // It changes all that a command sends the engine: tempo, program, metronome, and the end of a fill that is held.
    var next = Patch(
      name: "Next", tempo: Tempo(clampingBPM: 77), pattern: try Pattern(rows: "kick x.x."))
    next.metronome.sounding = .on
    next.input.notes[36] = .snare
    var accepted = 0
    for room in 16...32 {
      let desk = Desk(
        Patch(pattern: try #require(rock)), shelf: InMemoryPatchStore(["b.json": next]))
      try await desk.perform("fill on")
      desk.play(blocks: 2)
      for _ in 0..<256 - room { try await desk.perform("hit kick") }
      guard (try? await desk.perform("load b.json")) != nil else { continue }
      accepted += 1
      for _ in 0..<16 { try await desk.perform("hit kick") }
    }
    #expect((1..<17).contains(accepted))
  }

  @Test func `finish stops and lets go`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    desk.audio.stage(.noteOn(channel: 9, note: 49, velocity: 90), offset: 0)
    desk.play()
    async let finished: Void = desk.machine.finish()
    for _ in 0..<200 {
      desk.play()
      try await Task.sleep(for: .milliseconds(1))
    }
    await finished
    #expect(await desk.machine.status().isRolling == false)
  }
}
