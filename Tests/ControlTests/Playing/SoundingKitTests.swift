import Commands
import GhostnoteTesting
import Rhythm
import Testing

@testable import Control

/// When a kit is loaded again, and when only its settings change.
@Suite struct SoundingKitTests {
  private let player = FakeKitPlayer()

  /// Lets `next` sound in place of the standard kit.
  private func change(
    _ request: KitRequest = .ifChanged, _ change: (inout KitDescription) -> Void = { _ in }
  ) throws -> SoundingKit {
    var kit = SoundingKit(player, name: "first")
    var next = KitDescription()
    change(&next)
    kit.apply(
      try kit.load(
        next, from: "a.json", insteadOf: KitDescription(), from: "a.json", request))
    return kit
  }

  @Test func `a level is applied, and loads nothing`() throws {
    let kit = try change { $0[.kick].sound.level = -3 }
    #expect(player.loaded.isEmpty)
    #expect(player.applied.map { $0[.kick].sound.level } == [-3])
    #expect(kit.name == "first")
  }

  @Test func `the same kit is not even applied`() throws {
    _ = try change()
    #expect(player.loaded.isEmpty && player.applied.isEmpty)
  }

  @Test func `another SoundFont, program, bank, key map or sound is loaded`() throws {
    let changes: [(inout KitDescription) -> Void] = [
      { $0.soundFont = "x.sf2" }, { $0.program = 8 }, { $0.bank = 0 },
      { $0.keyMap = KeyMap("avl") ?? .generalMIDI },
      { $0[.snare].source = DrumSource("y:128:0:40") },
    ]
    for (index, change) in changes.enumerated() {
      let kit = try self.change(.ifChanged, change)
      #expect(player.loaded.count == index + 1)
      #expect(kit.name.hasPrefix("kit "))
    }
  }

  @Test func `the first effect of a drum takes a kit prepared for it, the next one does not`()
    throws
  {
    _ = try change { $0[.snare].sound.reverb = 0.3 }
    #expect(player.loaded.count == 1)
    _ = try change { $0[.kick].sound.delay = 0.3 }
    #expect(player.loaded.count == 1)
  }

  @Test(arguments: [KitRequest.again, .named])
  func `a kit that was asked for is loaded though it is the same, as what was asked for`(
    request: KitRequest
  ) throws {
    _ = try change(request)
    #expect(player.loaded.count == 1 && player.requests == [request])
  }

  @Test func `a relative SoundFont is another one beside another patch`() throws {
    var kit = SoundingKit(player, name: "first")
    var own = KitDescription()
    own.soundFont = "x.sf2"
    for (file, count) in [("a.json", 0), ("b/a.json", 1)] {
      kit.apply(
        try kit.load(own, from: file, insteadOf: own, from: "a.json", .ifChanged))
      #expect(player.loaded.count == count)
    }
  }

  @Test(arguments: ["808", "3.5", "-1"])
  func `a number that names no SoundFont is refused with the programs there are`(name: String) {
    let kit = SoundingKit(FakeKitPlayer(missing: name), name: "first")
    let error = #expect(throws: CommandError.self) {
      _ = try kit.load(
        KitDescription(soundFont: name), from: nil, insteadOf: KitDescription(), from: nil, .named)
    }
    #expect(
      error?.description == "a program is 0–127; \(name): no such file")
  }

  @Test func `a kit that cannot be loaded leaves the other one sounding`() {
    #expect(throws: CommandError.self) { try change { $0.soundFont = "missing.sf2" } }
    #expect(player.applied.isEmpty)
  }
}
