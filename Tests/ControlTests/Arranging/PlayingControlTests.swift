import Commands
import Control
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

/// Fills, mute groups, and the pads that work them.
@Suite struct PlayingControlTests {
  /// A kick a beat, a snare in fills, a clap in group 2; pads for all of it.
  private func desk() throws -> Desk {
    var patch = try Patch(
      patterns: """
        a kick xxxx
        b ride xxxx
        """)
    let hit = Velocity(clamping: 96)
    var filling = Step(hit)
    filling.condition = .fill
    let snare = Lane(Voice(.snare), steps: Array(repeating: filling, count: 4))
    var clap = Lane(Voice(.clap), steps: Array(repeating: Step(hit), count: 4))
    clap.muteGroup = 2
    patch.pattern = try patch.pattern.with(lanes: patch.pattern.lanes + [snare, clap])
    patch.mutedGroups = [2]
    patch.input.controls += [
      ControlAssignment(.note(100), .fill), ControlAssignment(.note(101), .muteGroup(2)),
      ControlAssignment(.controller(20), .pattern(.next, at: .bar)),
      ControlAssignment(.note(102), .pattern(.name("nowhere"), at: .now)),
    ]
    return Desk(patch)
  }

  @Test func `a fill lasts as long as its pad is held`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    #expect(desk.hear(2) == "kk")
    await desk.receive(.noteOn(channel: 9, note: 100, velocity: 3))
    #expect(desk.hear(2) == "ksks")
    #expect(await desk.machine.status().text.contains("fill: on"))
    await desk.receive(.noteOff(channel: 9, note: 100))
    #expect(desk.hear(2) == "kk")
    #expect(await desk.machine.status().arrangement.isFilling == false)
    try await desk.perform("fill on")
    #expect(desk.hear(1) == "ks")
    try await desk.perform("fill off")
    #expect(desk.hear(1) == "k")
  }

  @Test func `a fill ends when the device of the pad that holds it has gone`() async throws {
    let desk = try desk()
    await desk.receive(.noteOn(channel: 9, note: 100, velocity: 99))
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling)
    await desk.machine.releaseHeldNotes()
    _ = await desk.machine.attend()
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling == false)
    // A fill that was typed is held by no device.
    try await desk.perform("fill on")
    await desk.machine.releaseHeldNotes()
    _ = await desk.machine.attend()
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling)
  }

  @Test func `a fill ends when its pad is let go of while another is learned`() async throws {
    let desk = try desk()
    await desk.receive(.noteOn(channel: 9, note: 100, velocity: 99))
    try await desk.perform("learn play")
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling)
    await desk.receive(.noteOff(channel: 9, note: 100))
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling == false)
    desk.audio.stage(.noteOn(channel: 9, note: 60, velocity: 99), offset: 0)
    desk.play()
    #expect(await desk.machine.attend().learned.map(\.text) == ["note 60 channel 10  play"])
  }

  @Test func `a button that is let go of while another is learned isn't learned itself`()
    async throws
  {
    let desk = try desk()
    try await desk.perform("assign cc 40 fill")
    desk.play()
    await desk.receive(.controlChange(channel: 9, controller: 40, value: 127))
    try await desk.perform("learn play")
    desk.play()
    desk.audio.stage(.controlChange(channel: 9, controller: 40, value: 0), offset: 0)
    desk.play()
    #expect(await desk.machine.attend().learned.isEmpty)
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling == false)
  }

  @Test func `a fill ends when the pad that holds it is given another command`() async throws {
    let desk = try desk()
    await desk.receive(.noteOn(channel: 9, note: 100, velocity: 99))
    try await desk.perform("assign note 100 play")
    await desk.receive(.noteOff(channel: 9, note: 100))
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling == false)
  }

  @Test(arguments: [0, 1])
  func `a fill ends where another patch's pads could not end it`(blocks: Int) async throws {
    let desk = try desk()
    desk.shelf.put(Patch(name: "Other"), at: "other.json")
    await desk.receive(.noteOn(channel: 9, note: 100, velocity: 99))
    desk.play(blocks: blocks)
    #expect(await desk.machine.status().arrangement.isFilling == (blocks > 0))
    try await desk.perform("load other.json")
    desk.play()
    #expect(await desk.machine.status().arrangement.isFilling == false)
  }

  @Test func `a pad that toggles a lane's mute does so at each press, and nothing when released`()
    async throws
  {
    let desk = try desk()
    try await desk.perform("learn mute kick toggle")
    desk.play()
    await desk.receive(.noteOn(channel: 9, note: 60, velocity: 99))
    desk.play()
    try await desk.perform("play")
    for heard in ["", "k", "", "k"] {
      await desk.receive(.noteOn(channel: 9, note: 60, velocity: 99))
      await desk.receive(.noteOff(channel: 9, note: 60))
      #expect(desk.hear(1) == heard)
    }
  }

  @Test func `a group is muted and heard again, by command and by pad`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    #expect(desk.hear(1) == "k")
    #expect(await desk.machine.status().text.contains("muted groups: 2"))
    await desk.receive(.noteOn(channel: 9, note: 101, velocity: 99))
    await desk.receive(.noteOff(channel: 9, note: 101))
    #expect(desk.hear(1).sorted() == ["c", "k"])
    try await desk.perform("mutegroup 2")
    #expect(desk.hear(1) == "k")
    try await desk.perform("mutegroup 2 off")
    #expect(desk.hear(1).sorted() == ["c", "k"])
    try await desk.perform("undo")
    #expect(await desk.machine.status().arrangement.mutedGroups == [2])
  }

  @Test func `a button plays the next pattern at the bar`() async throws {
    let desk = try desk()
    try await desk.perform("play")
    var heard = desk.hear(1)
    await desk.receive(.controlChange(channel: 9, controller: 20, value: 127))
    await desk.receive(.controlChange(channel: 9, controller: 20, value: 0))
    heard += desk.hear(5)
    #expect(heard == "kkkkrr")
    let failures = await desk.receive(.noteOn(channel: 9, note: 102, velocity: 9))
    #expect(failures == [CommandError("pattern “nowhere” does not exist")])
  }

  @Test func `a pad struck as a drum is let go as one, though it became a control`() async throws {
    let desk = Desk(Patch())
    await desk.receive(.noteOn(channel: 9, note: 38, velocity: 90))
    var next = Patch(name: "Next")
    next.input.controls = [ControlAssignment(.note(38), .fill)]
    desk.shelf.put(next, at: "next.json")
    try await desk.perform("load next.json")
    desk.play()
    desk.audio.stage(.noteOff(channel: 9, note: 38), offset: 0)
    desk.play()
    #expect(unsafe Array(desk.audio.sounds).map(\.kind) == [.release])
  }
}
