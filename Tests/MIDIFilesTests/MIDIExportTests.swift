import GhostnoteTesting
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct MIDIExportTests {
  private func ons(_ track: StandardMIDIFile.Track) -> [StandardMIDIFile.Event] {
    track.events.filter { $0.message?.kind == 0x90 }
  }

  @Test func `swing of 66 per cent is in the file, and as many loops as were asked for`() throws {
    var patch = Patch(pattern: try Pattern(rows: "kick  x.x. x.x."))
    patch.groove = GrooveUse(try Groove(named: "swing8 66"))
    let file = try StandardMIDIFile(patch, loops: 3)
    let track = try #require(file.tracks.first)
    #expect(file.format == .single && track.end == Beats(6))
    #expect(ons(track).count == 12)
    #expect(ons(track).prefix(2).map(\.beat) == [.zero, Beats(66, over: 100)])
  }

  @Test func `format 1 has a track for the tempo and one for each voice, named`() throws {
    let patch = Patch(
      tempo: Tempo(clampingBPM: 97), pattern: try Pattern(rows: "kick  x...\nsnare  ..x."))
    let file = try StandardMIDIFile(patch, loops: 1, format: .together)
    #expect(file.tracks.map(\.name) == ["", "kick", "snare"])
    #expect(TempoMap(file.tracks[0]).tempo(at: .zero).bpm.rounded() == 97)
    #expect(file.tracks.allSatisfy { $0.end == Beats(1) })
    let one = try StandardMIDIFile(patch, loops: 1)
    #expect(ons(file.songs[0]) == ons(one.songs[0]))
  }

  @Test func `drums leave on channel 10, notes on their own, held as long as they are`() throws {
    var step = Step(StepNotation.hit)
    step.hold = 2
    let voice = try #require(Voice(note: 64, channel: 2))
    let pattern = try Pattern(
      stepCount: 4,
      lanes: [
        Lane(voice, steps: [step, nil, nil, nil]),
        Lane(drum: .kick, steps: [Step(StepNotation.hit), nil, nil, nil]),
      ])
    let file = try StandardMIDIFile(Patch(pattern: pattern), loops: 1)
    let offs = file.tracks[0].events.filter { $0.message?.kind == 0x80 }
    #expect(offs.map(\.message?.channel) == [9, 2])
    #expect(offs.map(\.beat) == [Beats(1, over: 6), Beats(3, over: 4)])
  }

  @Test func `meters are those that the patterns fill`() throws {
    for (steps, meter) in [(16, "4/4"), (14, "7/8"), (32, "4/4"), (12, "3/4"), (5, "5/16")] {
      let pattern = try Pattern(stepCount: steps)
      let file = try StandardMIDIFile(Patch(pattern: pattern), loops: 1)
      #expect(MeterMap(file.tracks[0]).meter(at: .zero).description == meter)
    }
  }

  @Test func `the division is 960, or its multiple that holds every stroke`() {
    func ticks(_ beats: Beats...) -> UInt16 {
      let cues = beats.map { Cue(voice: Voice(.kick), velocity: StepNotation.hit, beat: $0) }
      return StandardMIDIFile(cues, tempi: [], end: Beats(4)).division.ticks
    }
    #expect(ticks(.zero, Beats(1, over: 15)) == 960)
    #expect(ticks(Beats(1, over: 7)) == 6_720)
    #expect(ticks(Beats(1, over: 11)) == 10_560)
    #expect(ticks(Beats(1, over: 13)) == 12_480)
    #expect(ticks(Beats(1, over: 9), Beats(1, over: 11)) == 31_680)
    // No division has these on ticks.
    #expect(ticks(Beats(units: 1)) == 960)
  }

  @Test func `the same chance is written as is heard, loop for loop`() throws {
    var pattern = try Pattern(rows: "kick  xxxx")
    for step in 0..<4 {
      var written = Step(StepNotation.hit)
      written.probability = 50
      try pattern.set(step: step, of: Voice(.kick), to: written)
    }
    var patch = Patch(pattern: pattern)
    patch.seed = 77
    let heard = Program(patch).cues(from: .zero, to: Beats(50), lands: true)
    #expect(ons(try StandardMIDIFile(patch, loops: 50).tracks[0]).map(\.beat) == heard.map(\.beat))
    #expect((60..<140).contains(heard.count))
    // A pattern that plays once is written as often as is asked for.
    patch.pattern.loops = false
    #expect(ons(try StandardMIDIFile(patch, loops: 50).tracks[0]).count == heard.count)
  }

  @Test func `a drummer's pattern that plays once is written as often as is asked for`() throws {
    let once = Patch(pattern: try Pattern(rows: "kick  ..x. ..x.", loops: false))
    #expect(once.exported(loops: 1) == once)
    for (loops, count) in [(1, 2), (3, 6)] {
      let patch = once.exported(loops: loops)
      let unrolled = UnrolledPattern(patch.pattern, lanes: patch.pattern.lanes, turns: 2)
      let late = Beats(1, over: 100)
      let played = unrolled.strokes.map { stroke in
        Hit(drum: stroke.hit.drum, velocity: stroke.hit.velocity, beat: stroke.hit.beat + late)
      }
      let program = Program(patch, humanised: HumanisedHits(unrolled, played: played))
      let track = try StandardMIDIFile(once, loops: loops, program: program).tracks[0]
      #expect(ons(track).count == count && track.end == Beats(Int64(2 * loops)))
      #expect(ons(track).first?.beat == Beats(1, over: 2) + late)
    }
  }

  @Test func `each round of a song is written at the tempi at which it is heard`() throws {
    var patch = Patch(tempo: Tempo(clampingBPM: 120))
    let pattern = try Pattern(rows: "kick x... .... .... ....", name: "a")
    let sections = [Section(pattern: "a"), Section(pattern: "a", tempo: Tempo(clampingBPM: 200))]
    try patch.setPatterns([pattern], selected: 0, song: Song(sections: sections, loops: true))
    patch.playsSong = true
    let file = try StandardMIDIFile(patch, loops: 3)
    #expect(tempi(file) == ["0 120", "4 200", "8 120", "12 200", "16 120", "20 200"])
    let part = try StandardMIDIFile(patch, until: Beats(13), program: Program(patch))
    #expect(tempi(part) == ["0 120", "4 200", "8 120", "12 200"])
    // As many seconds as the engine takes, which begins each round at the first tempo.
    #expect(patch.songForm.tempos(until: Beats(12)).map(\.beat) == [.zero, Beats(4), Beats(8)])
    try patch.setSong(Song(sections: sections))
    #expect(patch.songForm.tempos(until: Beats(12)).map(\.beat) == [.zero, Beats(4)])
  }

  private func tempi(_ file: StandardMIDIFile) -> [String] {
    let map = TempoMap(file.tracks[0])
    return map.changes.map { "\($0.beat.fraction) \(Int(map.tempo(at: $0.beat).bpm.rounded()))" }
  }

  @Test func `what plays once has no early notes of a next round`() throws {
    var patch = Patch(
      pattern: try Pattern(rows: "kick x... .... .... ....", loops: false, name: "a"))
    var early = Step(StepNotation.hit)
    early.offset = Beats(-1, over: 16)
    try patch.pattern.set(step: 0, of: Voice(.kick), to: early)
    let heard = Program(patch).cues(from: .zero, to: Beats(8), lands: true)
    let written = try StandardMIDIFile(patch, loops: 1).tracks[0]
    #expect(ons(written).map(\.beat) == heard.map(\.beat))
  }

  @Test func `no loops, too many and too many notes are refused`() throws {
    let hat = Array(repeating: Optional(Step(StepNotation.hit)), count: 256)
    let pattern = try Pattern(
      name: "dense", stepCount: 256, stepsPerBeat: 16,
      lanes: Drum.all.prefix(8).map { Lane(drum: $0, steps: hat) })
    for count in [0, -1, 10_001] {
      #expect(throws: MIDIExportError.loops(count)) {
        try StandardMIDIFile(Patch(), loops: count)
      }
    }
    var patch = Patch(pattern: pattern)
    try patch.setSong(Song(sections: [Section(pattern: "dense", repeats: 999)]))
    patch.playsSong = true
    // 2048 notes in four bars: the millionth and first is in the 1954th.
    #expect(throws: MIDIExportError.noteCount(bar: 1_953)) {
      try StandardMIDIFile(patch, loops: 1)
    }
    #expect(
      MIDIExportError.noteCount(bar: 1_953).description
        == "bar 1954: more than 1000000 notes up to here: export fewer loops or a shorter song")
    #expect(throws: MIDIExportError.noteCount(bar: 1_953)) {
      try StandardMIDIFile(Patch(pattern: pattern), loops: 10_000)
    }
  }

  @Test func `ten thousand loops are written`() throws {
    let patch = Patch(pattern: try Pattern(rows: "kick x..."))
    let track = try #require(try StandardMIDIFile(patch, loops: 10_000).tracks.first)
    #expect(ons(track).count == 10_000 && track.end == Beats(10_000))
  }

  @Test func `of a song without many notes no more loops are written than fit`() throws {
    let pattern = try Pattern(rows: "kick x... .... .... ....", name: "a")
    func patch(_ sections: [Section]) throws -> Patch {
      var patch = Patch(tempo: Tempo(clampingBPM: 120))
      try patch.setPatterns([pattern], selected: 0, song: Song(sections: sections, loops: true))
      patch.playsSong = true
      return patch
    }
    // A tempo change a bar, and a meter: 100 loops have a million and one.
    let restless = try patch(
      (0..<10_000).map {
        Section(pattern: "a", tempo: Tempo(clampingBPM: $0.isMultiple(of: 2) ? 120 : 121))
      })
    #expect(throws: MIDIExportError.changeCount(bar: 999_999)) {
      try StandardMIDIFile(restless, loops: 1_000)
    }
    #expect(
      MIDIExportError.changeCount(bar: 999_999).description
        == "bar 1000000: more than 1000000 changes of tempo and meter up to here: "
        + "export fewer loops or bars")
    // 9,990,000 bars.
    let long = try patch(Array(repeating: Section(pattern: "a", repeats: 999), count: 10_000))
    #expect(throws: MIDIExportError.barCount(loopsThatFit: 1)) {
      try StandardMIDIFile(long, loops: 2)
    }
    #expect(
      MIDIExportError.barCount(loopsThatFit: 1).description
        == "more than 10000000 bars of four beats: export at most 1 loop")
  }

  @Test func `what would begin on the end's tick begins on the one before, and has a length`()
    throws
  {
    let cues = [Beats(0), Beats(2) + Beats(units: 1), Beats(4) - Beats(units: 1)].map {
      Cue(voice: Voice(.kick), velocity: Velocity(clamping: 90), beat: $0)
    }
    let file = try StandardMIDIFile(
      bytes: StandardMIDIFile(cues, tempi: [], end: Beats(4)).bytes)
    let track = try #require(file.songs.first)
    #expect(
      track.cues(.all).map(\.beat) == [Beats(0), Beats(2), Beats(4) - Beats(1, over: 960)])
    #expect(track.cues(.all).allSatisfy { $0.duration > .zero })
  }
}
