import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// Programs that take over from one another, and songs. At 120 bpm a beat is 24 000 frames, and the
/// pre-roll is 48.
@Suite struct SwitchingTests {
  private static func patch(_ rows: String, perBeat: Int = 1) throws -> Patch {
    var patch = Patch()
    patch.pattern = try Pattern(rows: rows, stepsPerBeat: perBeat)
    return patch
  }

  /// The beats of a drum's strokes, at 120 bpm from the downbeat.
  private static func beats(_ drum: Drum, in room: Rehearsal) -> [Double] {
    room.strokes(of: drum).map { Double($0 - 48) / 24_000 }
  }

  @Test(
    arguments: [
      (SwitchMoment.now, [2.5, 3, 3.5]), (.beat, [3, 3.5, 4]), (.bar, [4, 4.5]),
      (.loopEnd, [12, 12.5]),
    ])
  func `another program comes in at its moment`(moment: SwitchMoment, first: [Double]) throws {
    // Twelve beats are three bars.
    let room = Rehearsal(Program(try Self.patch("kick xxxx xxxx xxxx")))
    room.ask(.play)
    room.play(frames: 48_000 + 9_000)
    room.swap(to: Program(try Self.patch("snare xx", perBeat: 2)), at: moment)
    room.play(frames: 128)
    #expect(room.status.isSwitchPending == (moment != .now))
    room.play(frames: 24_000 * 12)
    #expect(Array(Self.beats(.snare, in: room).prefix(first.count)) == first)
    #expect(Self.beats(.kick, in: room) == (0..<Int(first[0].rounded(.up))).map(Double.init))
    #expect(!room.status.isSwitchPending)
  }

  @Test func `at a bar line or a loop's end the new one begins at its top, else it goes on`() throws
  {
    func snares(_ moment: SwitchMoment) throws -> [Double] {
      let room = Rehearsal(Program(try Self.patch("kick xxxx xxxx xxxx")))
      room.ask(.play)
      room.play(frames: 24_000)
      room.swap(to: Program(try Self.patch("snare x......")), at: moment)
      room.play(frames: 24_000 * 20)
      return Self.beats(.snare, in: room)
    }
    #expect(try snares(.beat) == [7, 14])
    #expect(try snares(.bar) == [4, 11, 18])
    #expect(try snares(.loopEnd) == [12, 19])
  }

  @Test func `a program that waits can be taken back, overtaken, or comes when all stops`() throws {
    let snare = Program(try Self.patch("snare xxxx"))
    let room = Rehearsal(Program(try Self.patch("kick xxxx")))
    room.ask(.play)
    room.play(frames: 30_000)
    room.swap(to: snare, at: .loopEnd)
    room.play(frames: 30_000)
    room.ask(.cancelSwitch)
    room.play(frames: 120_000)
    #expect(room.strokes(of: .snare).isEmpty && !room.status.isSwitchPending)
    room.swap(to: snare, at: .loopEnd)
    room.swap(to: Program(try Self.patch("clap xxxx")), at: .beat)
    room.play(frames: 60_000)
    #expect(room.strokes(of: .snare).isEmpty && !room.strokes(of: .clap).isEmpty)
    room.swap(to: snare, at: .loopEnd)
    room.ask(.stop)
    room.play(frames: 1_000)
    #expect(!room.status.isSwitchPending)
    room.ask(.play)
    room.play(frames: 24_000)
    #expect(room.strokes(of: .snare).count == 1)
  }

  @Test func `publishing while it plays neither loses nor doubles a hit`() throws {
    var dice = SplitMix64(seed: 3)
    for ahead in [false, true] {
      var configuration = EngineConfiguration()
      configuration.schedulesAhead = ahead
      let patch = try Self.patch("kick xxx\nsnare x.x\nclosedhat xxx", perBeat: 3)
      var swung = patch
      let warp = try #require(
        Warp(period: Beats(1), [Warp.Point(Beats(1, over: 3), Beats(2, over: 5))]))
      swung.groove = GrooveUse(Groove(name: "", warp: warp))
      for lively in [patch, swung] {
        let room = Rehearsal(Program(lively), configuration)
        room.ask(.play)
        while room.frame.index < 500_000 {
          room.play(frames: .random(in: 1...3_000, using: &dice))
          room.swap(to: Program(lively))
          room.collect()
        }
        let whole = Rehearsal(Program(lively), configuration)
        whole.ask(.play)
        whole.play(frames: Int(room.frame.index))
        for drum in [Drum.kick, .snare, .closedHat] {
          #expect(room.strokes(of: drum) == whole.strokes(of: drum))
        }
      }
    }
  }

  @Test func `a song brings its tempi, each on its first beat, and stops where it ends`() throws {
    var patch = Patch()
    try patch.setPatterns([
      Pattern(rows: "kick xx", stepsPerBeat: 1, name: "a"),
      Pattern(rows: "snare xx", stepsPerBeat: 1, name: "b"),
    ])
    try patch.setSong(
      Song(sections: [
        Section(pattern: "a"), Section(pattern: "b", tempo: Tempo(clampingBPM: 60)),
        Section(pattern: "a", tempo: Tempo(clampingBPM: 240)),
      ]))
    patch.playsSong = true
    for block in [64, 1_000, 40_000] {
      let room = Rehearsal(Program(patch))
      room.ask(.play)
      room.play(frames: 200_000, block: block)
      #expect(room.strokes(of: .kick).map { $0 - 48 } == [0, 24_000, 144_000, 156_000])
      #expect(room.strokes(of: .snare).map { $0 - 48 } == [48_000, 96_000])
      #expect(room.clock(.stop) == [168_048])
      #expect(!room.status.isRolling)
      room.ask(.locate(Beats(3)))
      room.ask(.continue)
      room.play(frames: 48_000)
      #expect(room.status.tempo == Tempo(clampingBPM: 60))
      #expect(room.status.place.section == 1)
    }
  }

  /// A song of one kick a beat that becomes faster on every sixteenth of a beat: 24 times, and then for good.
  private static func hastening() throws -> Program {
    let ramp = (1..<24).map { (step: Int64) in
      TempoChange(beat: Beats(step, over: 16), tempo: Tempo(clampingBPM: Double(120 + 2 * step)))
    }
    let last = TempoChange(beat: Beats(3, over: 2), tempo: Tempo(clampingBPM: 240))
    var patch = Patch()
    try patch.setPatterns([Pattern(rows: "kick x", stepsPerBeat: 1, name: "a")])
    try patch.setSong(
      Song(sections: [
        Section(
          pattern: "a", repeats: 32, tempo: Tempo(clampingBPM: 120), tempi: ramp + [last])
      ]))
    patch.playsSong = true
    return Program(patch)
  }

  @Test(arguments: [64, 1_000, 40_000])
  func `where tempi come faster than a plan has room for, the song goes on at the last of them`(
    block: Int
  ) throws {
    let room = Rehearsal(try Self.hastening())
    room.ask(.play)
    // The last falls within the first 40 000 frames.
    room.play(frames: 120_000, block: block)
    #expect(room.status.tempo == Tempo(clampingBPM: 240))
    let kicks = room.strokes(of: .kick)
    let spaces = zip(kicks.dropFirst(), kicks).map { $0 - $1 }
    #expect(kicks.count > 6 && spaces.suffix(4).allSatisfy { $0 == 12_000 })
  }

  @Test func `a tempo that a song had no room for does not come after one that was set by hand`()
    throws
  {
    let room = Rehearsal(try Self.hastening())
    room.ask(.play)
    room.play(frames: 40_000, block: 40_000)
    room.ask(.tempo(Tempo(clampingBPM: 90)))
    room.play(frames: 40_000, block: 40_000)
    #expect(room.status.tempo == Tempo(clampingBPM: 90))
  }

  @Test func `a fill plays what is for fills while it is asked for`() throws {
    var patch = Patch()
    var fill = Step(Velocity(clamping: 90))
    fill.condition = .fill
    var rest = fill
    rest.condition = .notFill
    patch.pattern = try Pattern(
      stepCount: 1, stepsPerBeat: 1,
      lanes: [Lane(drum: .tom1, steps: [fill]), Lane(drum: .kick, steps: [rest])])
    let room = Rehearsal(Program(patch))
    room.ask(.play)
    room.play(frames: 36_000)
    room.ask(.fill(true))
    room.play(frames: 48_000)
    #expect(room.status.isFilling)
    room.ask(.fill(false))
    room.play(frames: 48_000)
    #expect(Self.beats(.tom1, in: room) == [2, 3])
    #expect(Self.beats(.kick, in: room) == [0, 1, 4, 5])
  }

  @Test
  func `a voice that is not a drum is sent by out as long as it is held, and ends with the song`()
    throws
  {
    var held = Step(Velocity(clamping: 90))
    held.hold = 1
    let voice = try #require(Voice(note: 60, channel: 2))
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 4, stepsPerBeat: 1,
      lanes: [Lane(voice, steps: [held, nil, Step(.init(clamping: 50)), held])])
    let room = Rehearsal(Program(patch))
    room.ask(.play)
    room.play(frames: 48 + 24_000 * 3 + 1_000)
    room.ask(.stop)
    room.play(frames: 1_000)
    let notes = room.messages.filter { $0.event.port == .notes }
    let on = ShortMessage.noteOn(channel: 2, note: 60, velocity: 90)
    #expect(notes.map(\.event.message).first == on)
    let offs = notes.filter { $0.event.message == .noteOff(channel: 2, note: 60) }
    #expect(offs.map { $0.frame.index - 48 }.prefix(2) == [48_000, 48_000 + 2_400])
    #expect(offs.count == 3)
    #expect(room.sounds.allSatisfy { if case .hit = $0.event.kind { false } else { true } })
  }
}

extension SwitchingTests {
  @Test func `a clip's envelope reaches the synthesizer`() throws {
    var patch = Patch()
    var pattern = try Pattern(rows: "kick x...", stepsPerBeat: 1)
    pattern.clips[0] = Clip(
      Voice(.kick), envelope: try #require(Envelope(attack: 0.25, decay: 1.5)))
    patch.pattern = pattern
    let room = Rehearsal(Program(patch))
    room.ask(.play)
    room.play(frames: 1_000)
    let hit = try #require(room.sounds(.hit).first)
    #expect(hit.event.attack == 0.25 && hit.event.decay == 1.5)
  }

  @Test func `a pattern that plays once goes on in its time round where it comes in at a beat`()
    throws
  {
    var once = try Self.patch("snare xxxx")
    once.pattern.loops = false
    let room = Rehearsal(Program(try Self.patch("kick xxxx")))
    room.ask(.play)
    room.play(frames: 24_000 * 7)
    room.swap(to: Program(once), at: .beat)
    room.play(frames: 24_000 * 8)
    #expect(Self.beats(.snare, in: room) == [7])
    #expect(room.clock(.stop) == [24_000 * 8 + 48])
  }

  @Test func `a song that comes in at once brings its tempo, and an edit leaves one set by hand`()
    throws
  {
    var song = try Self.patch("kick x...")
    try song.setSong(
      Song(sections: [Section(pattern: "", repeats: 8, tempo: Tempo(clampingBPM: 60))]))
    song.playsSong = true
    let room = Rehearsal(Program(try Self.patch("kick x...")))
    room.ask(.play)
    room.play(frames: 30_000)
    room.swap(to: Program(song))
    room.play(frames: 30_000)
    #expect(room.status.tempo == Tempo(clampingBPM: 60))
    room.ask(.tempo(Tempo(clampingBPM: 90)))
    room.play(frames: 1_000)
    song.pattern = try Pattern(rows: "snare x...", stepsPerBeat: 1)
    room.swap(to: Program(song))
    room.play(frames: 30_000)
    #expect(room.status.tempo == Tempo(clampingBPM: 90))
  }

  @Test func `a pattern that comes in on the song's first beat plays what is early there`() throws {
    var early = Step(Velocity(clamping: 90))
    early.offset = Beats(-1, over: 8)
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 4, stepsPerBeat: 1, lanes: [Lane(drum: .snare, steps: [early, nil, nil, nil])])
    let heard = try [SwitchMoment.now, .beat].map { moment in
      let room = Rehearsal(Program(try Self.patch("kick xxxx")))
      if moment == .now { room.swap(to: Program(patch)) }
      room.ask(.play)
      if moment != .now { room.swap(to: Program(patch), at: moment) }
      room.play(frames: 24_000)
      return Self.beats(.snare, in: room)
    }
    #expect(heard[0].count == 1 && heard[0] == heard[1])
  }

  @Test func `what sounded early before Stop does not sound again after Continue`() throws {
    var early = Step(Velocity(clamping: 90))
    early.offset = Beats(-1, over: 2)
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 4, stepsPerBeat: 1, lanes: [Lane(drum: .kick, steps: [nil, nil, early, nil])])
    let room = Rehearsal(Program(patch))
    room.ask(.play)
    room.play(frames: 24_000 * 17 / 10)
    room.ask(.stop)
    room.play(frames: 1_000)
    room.ask(.continue)
    room.play(frames: 24_000)
    #expect(Self.beats(.kick, in: room) == [1.5])
  }

  @Test func `where a groove carries a section's last stroke past its end, the next is in time`()
    throws
  {
    var patch = Patch()
    var step = Step(Velocity(clamping: 90))
    step.ratchet = try #require(Ratchet(count: 2))
    try patch.setPatterns([
      Pattern(
        name: "a", stepCount: 12, stepsPerBeat: 4,
        lanes: [Lane(drum: .kick, steps: Array(repeating: nil, count: 11) + [step])]),
      Pattern(rows: "snare x...", name: "b"),
    ])
    let warp = try #require(
      Warp(period: Beats(2), [Warp.Point(Beats(3, over: 4), Beats(6, over: 5))]))
    patch.groove = GrooveUse(Groove(name: "", warp: warp))
    try patch.setSong(Song(sections: [Section(pattern: "a"), Section(pattern: "b")]))
    patch.playsSong = true
    let cues = Program(patch).cues(from: .zero, to: Beats(4))
    let past = cues.filter { $0.voice == Voice(.kick) }.map(\.beat)
    #expect(past.count == 2 && past.allSatisfy { $0 > Beats(3) })
    for block in [64, 4_096] {
      let room = Rehearsal(Program(patch))
      room.ask(.play)
      room.play(frames: 24_000 * 5, block: block)
      #expect(room.strokes(of: .snare) == [24_000 * 3 + 48])
    }
    // Gone on from after the border, the strokes of the section before are still heard.
    let between = Program(patch).cues(from: Beats(3) + Beats(units: 1), to: Beats(4))
    #expect(between.map(\.beat) == past)
  }
}
