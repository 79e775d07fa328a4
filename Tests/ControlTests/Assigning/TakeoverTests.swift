import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import PatchFiles
import Playback
import Rhythm
import Testing

/// Faders that stand elsewhere than what they set.
@Suite struct TakeoverTests {
  /// The time that the machine sees.
  private let time = Locked(ContinuousClock.now)
  private let desk: Desk

  init() {
    let time = time
    desk = Desk(Patch(), moment: { time.value })
  }

  /// Lets a controller on channel 1 send these values, and what waits for more be decided.
  private func move(_ number: UInt8, _ values: UInt8...) async {
    for value in values { stage(number, value) }
    await settle()
  }

  private func stage(_ number: UInt8, _ value: UInt8) {
    desk.audio.stage(.controlChange(channel: 0, controller: number, value: value), offset: 0)
    desk.play()
  }

  private func settle() async {
    _ = await desk.machine.attend()
    time.change { $0 += .seconds(1) }
    _ = await desk.machine.attend()
    desk.play()
  }

  private func level(_ drum: Drum = .kick) async -> Float {
    await desk.machine.document(after: -1)?.patch.kit[drum].sound.level ?? .nan
  }

  /// Whether the fader of that desk waits at the first touch, and sets when it passes 0 dB.
  private func picksUp(_ desk: Desk) async -> [Float] {
    var levels: [Float] = []
    for value in [20, 30, 127] as [UInt8] {
      desk.audio.stage(.controlChange(channel: 0, controller: 30, value: value), offset: 0)
      desk.play()
      _ = await desk.machine.attend()
      levels.append(await desk.machine.document.patch.kit[.kick].sound.level)
    }
    return levels
  }

  @Test func `a setting beyond a fader's ends is picked up at the nearer one`() async throws {
    try await desk.perform("assign cc 30 channel 1 level kick from -60 to -20")
    desk.play()
    await move(30, 20, 100)
    #expect(await level() == 0)
    await move(30, 127)
    #expect(await level() == -20)
    await move(30, 0)
    #expect(await level() == -60)
  }

  private static let levelFader = ControlAssignment(
    .controller(30), ControlAction(["level", "kick"], gives: .range(from: -60, to: 12)), channel: 0)

  @Test func `a fader that stands elsewhere does nothing at its first touch`() async {
    var patch = Patch()
    patch.input.controls = [Self.levelFader]
    #expect(await picksUp(Desk(patch)) == [0, 0, 12])
    // One that stands where the setting is goes on from there.
    let desk = Desk(patch)
    desk.audio.stage(.controlChange(channel: 0, controller: 30, value: 106), offset: 0)
    desk.play()
    _ = await desk.machine.attend()
    #expect(await desk.machine.document.patch.kit[.kick].sound.level != 0)
  }

  @Test func `a fader that is kept for this machine waits at its first touch as well`() async throws
  {
    let path = "/tmp/gn-controls-\(UUID().uuidString.prefix(8)).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = AssignmentFile(path: path)
    try file.save([Self.levelFader])
    let desk = Desk(Patch(), assignments: file)
    try await desk.machine.takeDeviceControls()
    desk.play()
    #expect(await picksUp(desk) == [0, 0, 12])
  }

  @Test func `what was just learned sets at once, once, and not after a load`() async throws {
    try await desk.perform("learn level kick")
    desk.play()
    await move(30, 1, 2, 3)
    await move(30, 4)
    #expect(await level() < -57)
    // Moved elsewhere by a page, it waits as any.
    try await desk.perform("level kick 6")
    await move(30, 5)
    #expect(await level() == 6)
    try await desk.perform("learn level kick")
    desk.play()
    await move(30, 1, 2, 3)
    var next = Patch(name: "Next")
    next.input.controls = [Self.levelFader]
    desk.shelf.put(next, at: "next.json")
    try await desk.perform("load next.json")
    desk.play()
    await move(30, 4)
    #expect(await level() == 0)
  }

  @Test func `a fader's position means nothing for its next command`() async throws {
    try await desk.perform("assign cc 30 channel 1 level kick")
    desk.play()
    await move(30, 120, 106)
    try await desk.perform("assign cc 30 channel 1 level kick from -60 to -50")
    desk.play()
    await move(30, 100)
    #expect(await level() > -1)
  }
}
