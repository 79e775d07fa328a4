import Commands
import Control
import GhostnoteTesting
import MIDI
import Playback
import Rhythm
import Testing

/// Wheels and faders that send pitch bend.
@Suite struct PitchBendTests {
  /// The time that the machine sees.
  private let time = Locked(ContinuousClock.now)
  private let desk: Desk

  init() {
    let time = time
    desk = Desk(Patch(), moment: { time.value })
  }

  private func level(_ drum: Drum = .kick) async -> Float {
    await desk.machine.document(after: -1)?.patch.kit[drum].sound.level ?? .nan
  }

  private func bend(_ channel: UInt8, _ value: UInt16) {
    let (low, high) = (UInt8(value & 127), UInt8(value >> 7))
    desk.audio.stage(ShortMessage(status: 0xE0 | channel, data1: low, data2: high), offset: 0)
    desk.play()
  }

  @Test func `a pitch bend is learned on its channel, and sets in steps of 14 bits`() async throws {
    try await desk.perform("learn level kick")
    desk.play()
    // A fader of a Mackie Control notices the finger before it moves.
    desk.audio.stage(.noteOn(channel: 0, note: 106, velocity: 127), offset: 0)
    desk.play()
    _ = await desk.machine.attend()
    bend(2, 4_000)
    #expect(
      await desk.machine.attend().learned.map(\.text) == [
        "bend channel 3  level kick from -60 to 12"
      ])
    desk.play()
    for value in [12_000, 12_001] as [UInt16] {
      bend(2, value)
      _ = await desk.machine.attend()
      let wanted = -60 + 72 * Float(value) / 16_383
      #expect(abs(await level() - wanted) < 0.001)
    }
    // Another fader has another channel.
    bend(3, 0)
    _ = await desk.machine.attend()
    #expect(await level() > -10)
    try await desk.perform("assign bend channel 3 off")
    #expect(try await desk.perform("assign list").text?.contains("bend") == false)
  }

  @Test func `a pad is learned for a number where no fader follows it`() async throws {
    try await desk.perform("learn level kick")
    desk.play()
    desk.audio.stage(.noteOn(channel: 0, note: 106, velocity: 127), offset: 0)
    desk.play()
    #expect(await desk.machine.attend().learned.isEmpty)
    time.change { $0 += .seconds(1) }
    #expect(
      await desk.machine.attend().learned.map(\.text) == [
        "note 106 channel 1  level kick from -60 to 12"
      ])
  }

  @Test func `a pitch bend waits until it passes the setting, as any fader`() async throws {
    try await desk.perform("assign bend channel 1 level kick")
    desk.play()
    for (value, wanted) in [(1_000, 0), (2_000, 0), (16_383, 12), (0, -60)] as [(UInt16, Float)] {
      bend(0, value)
      _ = await desk.machine.attend()
      #expect(await level() == wanted)
    }
    // Without a channel it is that of the notes.
    try await desk.perform("assign bend level kick from 0 to 1")
    #expect(
      try await desk.perform("assign list").text?.contains("bend  level kick from 0 to 1") == true)
  }

  @Test func `a pitch bend is pressed once in its upper quarter`() async throws {
    try await desk.perform("assign bend channel 1 mute kick toggle")
    try await desk.perform("step kick 1")
    desk.play()
    for (value, isMuted) in [
      (8_192, false), (12_287, false), (12_288, true), (16_383, true), (14_000, true),
      (8_192, true),
      (13_000, false),
    ] as [(UInt16, Bool)] {
      bend(0, value)
      _ = await desk.machine.attend()
      #expect(
        await desk.machine.document.patch.pattern.lane(of: .kick)?.isMuted == isMuted, "\(value)")
    }
  }
}
