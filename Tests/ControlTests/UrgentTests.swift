import CommandText
import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Sequencing
import Testing

/// What is urgent waits for nothing.
@Suite struct UrgentTests {
  private func command(_ line: String) throws -> Command {
    try #require(try CommandReader.command(line))
  }

  /// A machine that is in the middle of a load until `store` opens, and the load.
  private func busyDesk() async throws -> (Desk, SlowShelf, Task<Bool, any Error>) {
    let store = SlowShelf(["slow.json": Patch(name: "Slow")])
    let desk = Desk(Patch(pattern: try Pattern(rows: "kick x... x...")), store: store)
    try await desk.perform("play")
    desk.play(blocks: 4)
    let load = try command("load slow.json")
    let task = Task(executorPreference: OwnThread()) {
      try await desk.machine.perform(load) == .done
    }
    try await wait(for: "the load") { store.isWaiting }
    return (desk, store, task)
  }

  @Test func `stop acts in the next block while a patch is being loaded`() async throws {
    let (desk, store, load) = try await busyDesk()
    #expect(desk.machine.isRolling)
    #expect(try desk.machine.overtake(command("stop")) == .done)
    desk.play()
    #expect(!desk.machine.isRolling)
    #expect(store.isWaiting)
    store.open()
    #expect(try await load.value)
    #expect(await desk.machine.status().patch == "Slow")
  }

  @Test func `a pad strikes and a button stops while a patch is being loaded`() async throws {
    let (desk, store, load) = try await busyDesk()
    #expect(try desk.machine.overtake(command("hit crash 100")) == .done)
    desk.play()
    let sounds = unsafe desk.audio.sounds
    let isStruck = (0..<sounds.count).contains { index in
      let sound = unsafe sounds[index]
      return sound.kind == .hit && sound.drum == .crash
    }
    #expect(isStruck)
    // Controller 16 is a tempo fader and waits, 116 is stop. It passes the tempo, so that it takes hold in
    // the other patch as well.
    desk.audio.stage(.controlChange(channel: 9, controller: 16, value: 0), offset: 0)
    desk.audio.stage(.controlChange(channel: 9, controller: 16, value: 127), offset: 0)
    desk.audio.stage(.controlChange(channel: 9, controller: 116, value: 127), offset: 0)
    desk.play()
    #expect(desk.machine.attendUrgent().isEmpty)
    desk.play()
    #expect(!desk.machine.isRolling && store.isWaiting)
    store.open()
    #expect(try await load.value)
    _ = await desk.machine.attend()
    #expect(await desk.machine.document.patch.tempo.bpm == 187)
  }

  @Test func `what is assigned to something urgent is watched for, and acts without a tick`()
    async throws
  {
    let desk = Desk(Patch())
    try await desk.perform("assign cc 20 drummer density")
    #expect(!desk.machine.hasUrgentControls)
    try await desk.perform("assign cc 21 play")
    #expect(desk.machine.hasUrgentControls)
    desk.play(blocks: 2)
    desk.audio.stage(.controlChange(channel: 9, controller: 21, value: 127), offset: 0)
    desk.play()
    // Output is announced where there is something, and then only.
    let announced = Locked(0)
    for _ in 0..<3 {
      let failures = desk.machine.attendUrgent { announced.change { $0 += 1 } }
      #expect(failures.isEmpty)
    }
    desk.play()
    #expect(desk.machine.isRolling && announced.value == 1)
    try await desk.perform("assign cc 21 off")
    #expect(!desk.machine.hasUrgentControls)
  }

  @Test func `controls that are kept for this machine are watched for as well`() async throws {
    let folder = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = AssignmentFile(path: folder + "/controls.json")
    try file.save([
      ControlAssignment(.controller(99), ControlAction(["panic"], gives: .nothing))
    ])
    let desk = Desk(Patch(), assignments: file)
    #expect(!desk.machine.hasUrgentControls)
    try await desk.machine.takeDeviceControls()
    #expect(desk.machine.hasUrgentControls)
  }

  @Test func `what is not urgent does not overtake`() async throws {
    let desk = Desk(Patch())
    for line in ["tempo 90", "load x", "status", "locate 5", "step kick 1"] {
      #expect(try desk.machine.overtake(command(line)) == nil)
    }
    #expect(await desk.machine.document.patch == Patch())
  }
}
