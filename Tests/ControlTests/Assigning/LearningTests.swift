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
import Testing

/// Controls that are assigned by moving them.
@Suite struct LearningTests {
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

  @Test func `two steps lead from the wish to a working fader`() async throws {
    let reply = try await desk.perform("learn level kick")
    #expect(reply.text?.contains("move a control") == true)
    desk.play()
    // A controller on another channel than the notes'.
    await move(21, 60, 61, 62)
    #expect(
      try await desk.perform("assign list").text?.contains(
        "cc 21 channel 1  level kick from -60 to 12") == true)
    #expect(await level() == 0)
    await move(21, 127)
    #expect(await level() == 12)
    try await desk.perform("undo")
    try await desk.perform("undo")
    #expect(try await desk.perform("assign list").text?.contains("cc 21") == false)
  }

  @Test func `a pad is assigned, and plays no drum meanwhile`() async throws {
    try await desk.perform("learn toggle")
    desk.play()
    desk.audio.stage(.noteOn(channel: 9, note: 38, velocity: 90), offset: 0)
    desk.play()
    #expect(unsafe Array(desk.audio.sounds).isEmpty)
    let found = await desk.machine.attend()
    #expect(found.learned.map(\.text) == ["note 38 channel 10  toggle"])
    desk.play()
    desk.audio.stage(.noteOff(channel: 9, note: 38), offset: 0)
    desk.audio.stage(.noteOn(channel: 9, note: 38, velocity: 90), offset: 1)
    desk.play()
    _ = await desk.machine.attend()
    desk.play(blocks: 2)
    #expect(await desk.machine.status().isRolling)
    // The others play drums again.
    desk.audio.stage(.noteOn(channel: 9, note: 36, velocity: 90), offset: 0)
    desk.play()
    #expect(unsafe !Array(desk.audio.sounds).isEmpty)
  }

  @Test(
    arguments: [
      ("relative-twos", [1, 1, 127], [1, 1, 1, 127] as [UInt8], 2),
      ("relative-offset", [65, 65, 63], [65, 65, 65, 63], 2),
      ("relative-sign", [1, 1, 65], [1, 1, 1, 65], 2),
    ] as [(String, [UInt8], [UInt8], Int)])
  func `an encoder is recognised, and turns the setting from where it is`(
    coding: String, shown: [UInt8], turned: [UInt8], steps: Int
  ) async throws {
    try await desk.perform("level kick -6")
    try await desk.perform("learn level kick")
    desk.play()
    for value in shown { stage(30, value) }
    await settle()
    let list = try await desk.perform("assign list").text ?? ""
    #expect(list.contains("cc 30 channel 1 \(coding)  level kick"), "\(list)")
    #expect(await level() == -6)
    for value in turned { stage(30, value) }
    _ = await desk.machine.attend()
    let wanted: Float = -6 + Float(steps) * 72 / 127
    #expect(abs(await level() - wanted) < 0.01)
    // Moved by hand elsewhere, it goes on from there.
    try await desk.perform("level kick 3")
    stage(30, turned[0])
    _ = await desk.machine.attend()
    let next: Float = 3 + 72 / 127
    #expect(abs(await level() - next) < 0.01)
  }

  @Test(
    arguments: [
      ("relative-twos", 1, 127), ("relative-sign", 1, 65), ("relative-sign", 65, 1),
      ("relative-offset", 65, 63),
    ] as [(String, UInt8, UInt8)])
  func `an encoder that is turned for long one way shows its coding as soon as it is turned back`(
    coding: String, one: UInt8, other: UInt8
  ) async throws {
    try await desk.perform("learn level kick")
    desk.play()
    for value in Array(repeating: one, count: 8) { stage(30, value) }
    await settle()
    #expect(try await desk.perform("assign list").text?.contains("cc 30") == false)
    stage(30, other)
    let found = await desk.machine.attend().learned.map(\.text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("cc 30 channel 1 \(coding)  level kick") == true, "\(found)")
  }

  @Test(arguments: [(1, 65, -1), (65, 1, 1)] as [(UInt8, UInt8, Int)])
  func `an encoder that is turned one way only is learned all the same, and never jumps`(
    shown: UInt8, other: UInt8, steps: Int
  ) async throws {
    try await desk.perform("level kick -6")
    let reply = try await desk.perform("learn level kick")
    #expect(reply.text?.contains("turn an encoder both ways") == true)
    desk.play()
    for value in Array(repeating: shown, count: 8) { stage(30, value) }
    for _ in 0..<3 { await settle() }
    #expect(try await desk.perform("assign list").text?.contains("cc 30") == true)
    // The other way, by an encoder with a sign bit.
    stage(30, other)
    _ = await desk.machine.attend()
    let wanted: Float = -6 + Float(steps) * 72 / 127
    #expect(abs(await level() - wanted) < 0.01)
  }

  @Test func `fourteen bits are recognised, and move in finer steps`() async throws {
    try await desk.perform("learn pan ride")
    desk.play()
    for (upper, lower) in [(64, 0), (64, 32), (64, 90)] as [(UInt8, UInt8)] {
      stage(7, upper)
      stage(39, lower)
    }
    await settle()
    #expect(
      try await desk.perform("assign list").text?.contains("cc 7 channel 1 14bit  pan ride") == true
    )
    stage(7, 64)
    stage(39, 20)
    _ = await desk.machine.attend()
    let pan = await desk.machine.document(after: -1)?.patch.kit[.ride].sound.pan ?? .nan
    let wanted: Float = 2 * 8_212 / 16_383 - 1
    #expect(abs(pan - wanted) < 0.0006)
  }

  @Test(arguments: [1, 7, 20, 31] as [UInt8])
  func `fourteen bits are recognised where the lower half comes first`(upper: UInt8) async throws {
    let lower = upper + 32
    try await desk.perform("learn pan ride")
    desk.play()
    for (high, low) in [(64, 0), (64, 32), (64, 90)] as [(UInt8, UInt8)] {
      stage(lower, low)
      stage(upper, high)
    }
    await settle()
    let list = try await desk.perform("assign list").text ?? ""
    #expect(list.contains("cc \(upper) channel 1 14bit  pan ride"), "\(list)")
    #expect(!list.contains("cc \(lower) "), "\(list)")
    stage(upper, 64)
    stage(lower, 20)
    _ = await desk.machine.attend()
    let pan = await desk.machine.document(after: -1)?.patch.kit[.ride].sound.pan ?? .nan
    let wanted: Float = 2 * 8_212 / 16_383 - 1
    #expect(abs(pan - wanted) < 0.0006)
  }

  @Test func `a fader picks up after another patch was loaded`() async throws {
    var patch = Patch(name: "Next")
    patch.tempo = Tempo(clampingBPM: 150)
    patch.input.controls = [
      ControlAssignment(
        .controller(21), .tempo(from: Tempo(clampingBPM: 60), to: Tempo(clampingBPM: 187)))
    ]
    desk.shelf.put(patch, at: "next.json")
    try await desk.perform("load next.json")
    desk.play()
    func tempo(_ values: UInt8...) async -> Double {
      for value in values {
        desk.audio.stage(.controlChange(channel: 9, controller: 21, value: value), offset: 0)
        desk.play()
        _ = await desk.machine.attend()
      }
      return await desk.machine.document(after: -1)?.patch.tempo.bpm ?? .nan
    }
    // 60 + value: it stands below 150, and does nothing until it gets there.
    #expect(await tempo(20, 40, 80) == 150)
    #expect(await tempo(95) == 155)
    #expect(await tempo(50) == 110)
    // A page moves the tempo: the fader waits again.
    try await desk.perform("tempo 70")
    #expect(await tempo(55) == 70)
    #expect(await tempo(20, 5) == 65)
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

  @Test func `several values of one look are one movement`() async throws {
    try await desk.perform("assign cc 21 channel 1 level kick")
    desk.play()
    for value in stride(from: UInt8(0), through: 120, by: 10) { stage(21, value) }
    _ = await desk.machine.attend()
    let wanted: Float = -60 + 72 * 120 / 127
    #expect(abs(await level() - wanted) < 0.01)
  }

  @Test func `learning ends by itself, by command, and when something was learned`() async throws {
    try await desk.perform("learn play")
    desk.play()
    time.change { $0 += .seconds(61) }
    _ = await desk.machine.attend()
    await move(50, 127)
    try await desk.perform("learn play")
    try await desk.perform("learn off")
    desk.play()
    await move(51, 127)
    try await desk.perform("learn play")
    desk.play()
    await move(52, 127)
    await move(53, 127)
    let list = try await desk.perform("assign list").text ?? ""
    #expect([50, 51, 53].allSatisfy { !list.contains("cc \($0)") })
    #expect(list.contains("cc 52 channel 1  play"))
  }

  @Test func `assignments are cleared, and taken away by channel`() async throws {
    try await desk.perform("assign cc 20 channel 1 play")
    try await desk.perform("assign cc 20 stop")
    try await desk.perform("assign cc 20 channel 1 off")
    let list = try await desk.perform("assign list").text ?? ""
    #expect(list.contains("cc 20  stop"))
    #expect(!list.contains("cc 20 channel 1"))
    try await desk.perform("assign clear")
    #expect(try await desk.perform("assign list").text?.contains("cc") == false)
    try await desk.perform("undo")
    #expect(try await desk.perform("assign list").text?.contains("cc 20  stop") == true)
  }

  @Test(arguments: [
    "assign bend 3 play", "assign bend", "assign bend channel 17 play", "learn", "learn quux",
    "learn level", "learn level bell", "assign cc 40 14bit tempo",
    "assign cc 20 channel 17 play", "assign note 20 relative-twos tempo", "learn play from 1 to 2",
    "assign cc 3 14bit mute snare", "assign cc 3 channel 1 14bit play",
    "assign cc 20 relative-twos pattern next", "assign cc 20 relative-sign mute snare toggle",
  ])
  func `what cannot be assigned is refused`(line: String) {
    // `level` alone is a whole command; the range is then asked of the master.
    if line == "learn level" { return }
    #expect(throws: CommandError.self) { _ = try CommandReader.command(line) }
  }

  @Test func `a coding is refused by name where the command takes no number`() {
    let refusal = CommandError(
      "assign: “mute snare” takes no number, which 14bit is for; leave 14bit out", isUsage: true)
    #expect(throws: refusal) { _ = try CommandReader.command("assign cc 3 14bit mute snare") }
    #expect(throws: Never.self) {
      for line in ["assign cc 3 14bit off", "assign cc 3 absolute play", "assign cc 3 14bit level"]
      {
        _ = try CommandReader.command(line)
      }
    }
  }

  @Test(
    arguments: [
      // The lower seven bits say nothing of a button.
      (.fourteenBits, [35, 35, 35, 3, 35, 3, 35, 3], [127, 0, 127, 64, 127, 63, 127, 127]),
      // One step up each time, and one down.
      (.twosComplement, [3, 3, 3], [1, 127, 1]), (.offset, [3, 3, 3], [65, 63, 66]),
      (.signBit, [3, 3, 3], [1, 65, 2]),
    ] as [(ControlCoding, [UInt8], [UInt8])])
  func `what a patch codes though it takes no number is pressed by upper bits and by steps up`(
    coding: ControlCoding, numbers: [UInt8], values: [UInt8]
  ) async throws {
    var patch = Patch()
    patch.input.controls = [
      ControlAssignment(
        .controller(3), ControlAction(["mute", "kick", "toggle"]), channel: 0, coding: coding)
    ]
    let desk = Desk(patch)
    try await desk.perform("step kick 1")
    desk.play()
    var changes = 0
    var wasMuted = false
    for (number, value) in zip(numbers, values) {
      desk.audio.stage(.controlChange(channel: 0, controller: number, value: value), offset: 0)
      desk.play()
      _ = await desk.machine.attend()
      let isMuted =
        await desk.machine.document.patch.pattern.lane(of: .kick)?.isMuted == true
      if isMuted != wasMuted { changes += 1 }
      wasMuted = isMuted
    }
    #expect(changes == 2)
  }

  @Test func `what is kept for this machine goes with every patch, after the patch's own`()
    async throws
  {
    let folder = "/tmp/gn-controls-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = AssignmentFile(path: folder + "/a/controls.json")
    #expect(try file.load().isEmpty)
    let desk = Desk(Patch(), assignments: file)
    try await desk.perform("assign cc 30 channel 1 level kick")
    try await desk.perform("assign save")
    #expect(try file.load().count == 1)
    // What is kept goes on whatever the patch says, so taking it from the patch alone is refused.
    await #expect(throws: CommandError.self) {
      try await desk.perform("assign cc 30 channel 1 off")
    }
    var other = Patch(name: "Other")
    other.input.controls = [ControlAssignment(.controller(31), .play)]
    desk.shelf.put(other, at: "other.json")
    try await desk.perform("load other.json")
    let list = try await desk.perform("assign list").text ?? ""
    #expect(list.contains("cc 31  play"))
    #expect(list.contains("cc 30 channel 1  level kick from -60 to 12  (this machine)"))
    desk.play()
    desk.audio.stage(.controlChange(channel: 0, controller: 30, value: 127), offset: 0)
    desk.play()
    _ = await desk.machine.attend()
    // It waits until it passes the level, as after every patch.
    #expect(await desk.machine.document(after: -1)?.patch.kit[.kick].sound.level == 0)
    // Another session begins with it.
    let next = Desk(Patch(), assignments: file)
    try await next.machine.takeDeviceControls()
    #expect(try await next.perform("assign list").text?.contains("(this machine)") == true)
    try await next.perform("assign forget")
    #expect(try file.load().isEmpty)
    #expect(try await next.perform("assign list").text?.contains("(this machine)") == false)
  }
}
