import CommandText
import Commands
import Control
import GhostnoteTesting
import Rhythm
import Testing

/// `sound DRUM FONT…`: one drum's sound of another SoundFont.
@Suite struct DrumSourceCommandTests {
  @Test(arguments: [
    ("pan kick", 0.1), ("level kick", -3.3), ("cutoff kick", 440.5), ("level", -0.1),
    ("decay crash", 0.7),
  ])
  func `a number is shown as it was said`(setting: String, value: Double) async throws {
    let desk = Desk(Patch())
    try await desk.perform("\(setting) \(value)")
    guard case .setting(let answer) = try await desk.perform(setting) else {
      Issue.record("no setting")
      return
    }
    // JSON shows each digit of it.
    #expect(answer.value == value)
  }

  @Test func `a drum's sound is loaded with the kit, kept in the patch and undone`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("sound snare Other.sf2:0:5:60")
    #expect(
      await desk.machine.document.patch.kit[.snare].source == DrumSource("Other.sf2:0:5:60"))
    #expect(
      desk.kits.loaded.last?.sources == [.snare: try #require(DrumSource("Other.sf2:0:5:60"))])
    let count = desk.kits.loaded.count
    // A level loads nothing.
    try await desk.perform("level snare -3")
    #expect(desk.kits.loaded.count == count)
    try await desk.perform("undo 2")
    #expect(desk.kits.loaded.last?.sources == [:])
    try await desk.perform("redo")
    try await desk.perform("sound snare kit")
    #expect(await desk.machine.document.patch == Patch())
  }

  @Test func `a kit of another bank and a key map are loaded, kept in the patch and undone`()
    async throws
  {
    let desk = Desk(Patch())
    try await desk.perform("kit Black_Pearl_4_LV2:0:3")
    try await desk.perform("keymap avl")
    let kit = try #require(desk.kits.loaded.last)
    #expect(kit.soundFont == "Black_Pearl_4_LV2" && kit.bank == 0 && kit.program == 3)
    #expect(kit.keyMap == .avl)
    // Another program of the same SoundFont is of the same bank; another SoundFont has drums.
    try await desk.perform("kit 1")
    #expect(desk.kits.loaded.last?.bank == 0 && desk.kits.loaded.last?.program == 1)
    try await desk.perform("kit Other.sf2")
    #expect(desk.kits.loaded.last?.bank == 128)
    try await desk.perform("undo 4")
    #expect(await desk.machine.document.patch == Patch())
    await #expect(throws: CommandError.self) { try await desk.perform("keymap kick=200") }
    await #expect(throws: CommandError.self) { try await desk.perform("kit a:0:1:60") }
  }

  @Test(arguments: [
    "sound", "sound snare", "sound banjo a.sf2", "sound snare a:128", "sound snare :1",
  ])
  func `a wrong line is refused`(line: String) {
    #expect(throws: CommandError.self) { try CommandReader.command(line) }
  }

  @Test func `only those who may read files may name one`() throws {
    let command = try #require(try CommandReader.command("sound snare a.sf2"))
    #expect(command.spec.access == .files)
  }
}
