import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct SongProgramTests {
  private static func patch(loops: Bool = false) throws -> Patch {
    var patch = Patch()
    try patch.setPatterns([
      Pattern(rows: "kick x...", name: "a"), Pattern(rows: "snare x.", stepsPerBeat: 1, name: "b"),
    ])
    let swing = try #require(
      Warp(period: Beats(1), [Warp.Point(Beats(1, over: 2), Beats(2, over: 3))]))
    try patch.setSong(
      Song(
        sections: [
          Section(pattern: "a", repeats: 3),
          Section(pattern: "b", tempo: Tempo(clampingBPM: 90)),
          Section(pattern: "a", groove: GrooveUse(Groove(name: "", warp: swing))),
        ], loops: loops))
    patch.playsSong = true
    return patch
  }

  @Test func `sections follow one another, each repeated as written`() throws {
    let program = Program(try Self.patch())
    let cues = program.cues(from: .zero, to: Beats(100))
    #expect(
      cues.map { "\($0.voice) \($0.beat.fraction)" }
        == ["kick 0", "kick 1", "kick 2", "snare 3", "kick 5"])
    #expect(unsafe program.image.pointee.length == Beats(6))
    let round = Program(try Self.patch(loops: true)).cues(from: Beats(6), to: Beats(12))
    #expect(round.map(\.beat) == cues.map { $0.beat + Beats(6) })
  }

  @Test func `a position in the song has its section, loop and tempo`() throws {
    let program = Program(try Self.patch(loops: true))
    defer { withExtendedLifetime(program) {} }
    let image = unsafe program.image.pointee
    #expect(image.place(at: Beats(2)).section == 0 && image.place(at: Beats(2)).loop == 2)
    #expect(image.place(at: Beats(4)).section == 1 && image.place(at: Beats(4)).loop == 0)
    #expect(image.place(at: Beats(9)).round == 1 && image.place(at: Beats(9)).section == 1)
    #expect(image.tempo(at: Beats(2)) == .standard)
    #expect(image.tempo(at: Beats(5)) == Tempo(clampingBPM: 90))
    // A song begins at the patch's tempo, each time round.
    #expect(image.tempo(at: Beats(7)) == .standard)
    #expect(image.tempoChange(from: Beats(1), before: Beats(3)) == nil)
    #expect(image.tempoChange(from: Beats(1), before: Beats(4))?.beat == Beats(3))
    #expect(image.tempoChange(from: Beats(4), before: Beats(20))?.beat == Beats(6))
  }

  @Test func `one section alone goes round, numbered as in the song`() throws {
    let program = Program(try Self.patch(), section: 1)
    #expect(program.cues(from: .zero, to: Beats(5)).map(\.beat) == [.zero, Beats(2), Beats(4)])
    withExtendedLifetime(program) {
      #expect(unsafe program.image.pointee.place(at: Beats(3)).section == 1)
    }
  }

  @Test func `muted groups are silent`() throws {
    var patch = Patch()
    var lane = Lane(drum: .kick, steps: try StepNotation.steps("x.x."))
    lane.muteGroup = 3
    patch.pattern = try Pattern(
      stepCount: 4, lanes: [lane, Lane(drum: .snare, steps: try StepNotation.steps(".x.x"))])
    patch.mutedGroups = [2]
    #expect(Program(patch).cues(from: .zero, to: Beats(1)).count == 4)
    patch.mutedGroups = [3]
    #expect(
      Program(patch).cues(from: .zero, to: Beats(1)).allSatisfy { $0.voice == Voice(.snare) })
  }

  @Test func `tempi within sections come on their beats, every time round`() throws {
    func tempo(_ bpm: Double) -> Tempo { Tempo(clampingBPM: bpm) }
    var patch = Patch(pattern: try Pattern(rows: "kick x... x... x... x...", name: "a"))
    let tempi = [(3, 100.0), (5, 110), (9, 300)].map {
      TempoChange(beat: Beats($0), tempo: tempo($1))
    }
    try patch.setSong(
      Song(
        sections: [
          Section(pattern: "a", repeats: 2, tempo: tempo(90), tempi: tempi), Section(pattern: "a"),
        ], loops: true))
    patch.playsSong = true
    let program = Program(patch)
    var (found, from): ([(Int64, Double)], Beats) = ([], .zero)
    while let change = unsafe program.image.pointee.tempoChange(from: from, before: Beats(24)) {
      found.append((change.beat.units / Beats.unitsPerBeat, change.tempo.bpm))
      from = change.beat + Beats(units: 1)
    }
    #expect(found.map(\.0) == [0, 3, 5, 12, 15, 17])
    #expect(found.map(\.1) == [90, 100, 110, 90, 100, 110])
    let at = [0, 2, 3, 8, 14, 23].map { unsafe program.image.pointee.tempo(at: Beats($0))?.bpm }
    #expect(at == [90, 90, 100, 110, 90, 110])
    #expect(patch.songForm.tempo(ofSection: 1).bpm == 110)
    #expect(patch.songForm.tempos.map(\.tempo.bpm) == [90, 100, 110])
  }
}
