import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Sequencing

/// What is compiled of patterns and songs, beside what each lane gives alone and what sections reach one by
/// one.
@Suite struct ProgramScoreTests {
  /// A hit as far as its stream knows it, and the stream's period and speed.
  private struct Written: Hashable {
    var cycle: Int64
    var ratio: SpeedRatio
    var voice: Voice
    var place: Int64
    var offset: Int64
    var duration: Int64
    var velocity: Velocity
    var ratchet: UInt8
    var step: UInt16

    static func all(of score: ProgramScore) -> [Written] {
      score.streams.flatMap { stream in
        stream.strokes.map { stroke in
          Written(
            cycle: stream.cycle, ratio: stream.ratio, voice: stroke.voice, place: stroke.place,
            offset: stroke.offset, duration: stroke.duration, velocity: stroke.velocity,
            ratchet: stroke.ratchet, step: stroke.step)
        }
      }
    }
  }

  private static func counts(_ hits: [Written]) -> [Written: Int] {
    Dictionary(hits.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a pattern has the hits that its lanes have alone, each once`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let pattern = try LivelyMusic.pattern("a", using: &dice)
      var together = ProgramScore()
      _ = together.add(pattern, lanes: pattern.lanes)
      let alone = pattern.lanes.flatMap { lane in
        var score = ProgramScore()
        _ = score.add(pattern, lanes: [lane])
        return Written.all(of: score)
      }
      #expect(Self.counts(Written.all(of: together)) == Self.counts(alone))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `streams are in one order, whatever order the lanes are in, and their hits by position`(
    seed: UInt64
  ) throws {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let pattern = try LivelyMusic.pattern("a", using: &dice)
      var (score, shuffled) = (ProgramScore(), ProgramScore())
      _ = score.add(pattern, lanes: pattern.lanes)
      _ = shuffled.add(pattern, lanes: pattern.lanes.shuffled(using: &dice))
      #expect(Written.all(of: score) == Written.all(of: shuffled))
      for stream in score.streams {
        let places = stream.strokes.map { [$0.place, Int64($0.voice.key)] }
        #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(!places.isEmpty && places.allSatisfy { (0..<stream.cycle).contains($0[0]) })
      }
    }
  }

  @Test func `lanes of one period and speed are one stream, and one more of those that reach`()
    throws
  {
    let plain = Step(Velocity(clamping: 100))
    var moved = plain
    moved.offset = Beats(-1, over: 32)
    var loose = Lane(drum: .crash, steps: [plain])
    loose.looseness = try #require(Looseness(milliseconds: 5, velocity: 0))
    var fast = Lane(drum: .ride, steps: [plain, nil, plain, nil])
    fast.ratio = try #require(SpeedRatio(3, over: 2))
    let four: [Step?] = [plain, nil, plain, nil]
    let lanes = [
      Lane(drum: .kick, steps: four), Lane(drum: .snare, steps: four), fast,
      Lane(drum: .tom1, steps: [moved, nil, nil, nil]), Lane(Voice(.clap), restingFor: 4),
    ]
    let pattern = try Pattern(stepCount: 4, lanes: lanes)
    var score = ProgramScore()
    let number = score.add(pattern, lanes: pattern.lanes)
    let drums = score.streams.map { Set($0.strokes.compactMap(\.voice.drum)) }
    #expect(drums == [[.kick, .snare], [.tom1], [.ride]])
    #expect(number == 0 && score.patterns.map(\.streamCount) == [3])
    let earlier = score.streams.map(\.earlier)
    #expect(earlier == [0, Beats(1, over: 32).units, 0])
    #expect(score.streams.allSatisfy { $0.later == 0 && $0.looseMilliseconds == 0 })
    // The next pattern's streams follow; a pattern without hits has none.
    let silent = try Pattern(stepCount: 4, lanes: [Lane(Voice(.clap), restingFor: 4)])
    _ = score.add(silent, lanes: silent.lanes)
    let other = try Pattern(stepCount: 1, lanes: [loose])
    let last = score.add(other, lanes: other.lanes)
    #expect(last == 2)
    #expect(score.patterns.map(\.stream) == [0, 3, 3])
    #expect(score.patterns.map(\.streamCount) == [3, 0, 1])
    #expect(score.streams.last?.looseMilliseconds == 5)
  }

  /// A score of one stream of `strokes`, as (place, offset) in units, that `groove` may move.
  private static func score(
    _ strokes: [(place: Int64, offset: Int64)], cycle: Int64, ratio: SpeedRatio = .one,
    loose: Float = 0, groove: GrooveUse = .straight
  ) -> ProgramScore {
    var score = ProgramScore()
    score.add(
      strokes.map { place, offset in
        var stroke = CompiledStroke(
          place: place, voice: Voice(.kick), velocity: Velocity(clamping: 100))
        stroke.offset = offset
        stroke.looseMilliseconds = loose
        return stroke
      }, cycle: cycle, ratio: ratio)
    // Any of them may move it.
    for use in [groove, .straight] { _ = score.number(of: use) }
    return score
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `no hit is heard farther from its marker than its stream says`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    let ratios = [SpeedRatio.one, SpeedRatio(3, over: 2), SpeedRatio(1, over: 64), SpeedRatio(0.7)]
    for _ in 0..<8 {
      let groove = GrooveUse.randomGentle(using: &dice)
      let ratio = try #require(ratios.randomElement(using: &dice) ?? nil)
      let cycle = Int64.random(in: 100_000...9_000_000, using: &dice)
      let strokes = (0..<6).map { _ in
        (
          place: Int64.random(in: 0..<cycle, using: &dice),
          offset: Int64.random(in: -2_000_000...2_000_000, using: &dice)
        )
      }
      let score = Self.score(strokes, cycle: cycle, ratio: ratio, groove: groove)
      let (early, late) = (score.early(score.streams[0]), score.late(score.streams[0]))
      let warp = groove.warp
      var reach = (early: Int64.min, late: Int64.min)
      for loop in 0..<12 as Range<Int64> {
        for (place, offset) in strokes {
          let heard = { (units: Int64) in
            warp.warped(Beats(units: ratio.patternUnits(ofLane: loop * cycle + units))).units
          }
          let moved = heard(place + offset) - heard(place)
          reach = (max(reach.early, -moved), max(reach.late, moved))
        }
      }
      #expect(reach.early <= early.units && reach.late <= late.units)
      // And no more than the steepest part of the groove would move it.
      let most = strokes.map { $0.offset.magnitude }.max() ?? 0
      let limit = 2 * Double(most) / ratio.value + 10
      #expect(Double(early.units) <= limit && Double(late.units) <= limit)
    }
  }

  @Test func `only what is moved reaches, and only to the side that it is moved to`() {
    func reach(_ offset: Int64, loose: Float = 0) -> [Beats] {
      let score = Self.score([(0, 0), (500, offset)], cycle: 1_000, loose: loose)
      return [score.early(score.streams[0]), score.late(score.streams[0])]
    }
    #expect(reach(0) == [.zero, .zero])
    let (early, late) = (reach(-300), reach(300))
    #expect(early[1] == .zero && (300...310).contains(early[0].units))
    #expect(late[0] == .zero && (300...310).contains(late[1].units))
    // 50 ms of 300 beats a minute are a quarter of a beat.
    let loose = reach(0, loose: 50)
    let quarter = Beats(1, over: 4).units
    #expect(loose.allSatisfy { (quarter...quarter + 2).contains($0.units) })
  }

  @Test func `what a groove moves past a section's end is late in all streams`() throws {
    let points = [Warp.Point(Beats(1, over: 2), Beats(3, over: 4))]
    let swing = GrooveUse(
      Groove(name: "", warp: try #require(Warp(period: Beats(1), points)), levels: []))
    var score = Self.score([(0, 0)], cycle: 1_000, groove: .straight)
    func add(_ length: Beats, _ groove: GrooveUse) {
      score.add(
        SectionImage(
          number: 0, start: .zero, length: length, pattern: 0, groove: score.number(of: groove)))
    }
    add(Beats(1, over: 2), .straight)
    add(Beats(2), swing)
    #expect(score.late(score.streams[0]) == .zero)
    add(Beats(1, over: 2), swing)
    let last = swing.warp.warped(Beats(1, over: 2) - Beats(units: 1))
    #expect(score.late(score.streams[0]) == last - Beats(1, over: 2))
    add(Beats(2), .straight)
    #expect(score.late(score.streams[0]) == last - Beats(1, over: 2))
    #expect(score.early(score.streams[0]) == .zero)
  }

  @Test func `the same groove is kept once, and one that does nothing has no levels`() throws {
    let levels = [Groove.Level(.zero, factor: 0.5)]
    let warp = try #require(
      Warp(period: Beats(1), [Warp.Point(Beats(1, over: 2), Beats(2, over: 3))]))
    let groove = Groove(name: "son", warp: warp, levels: levels)
    var score = ProgramScore()
    let uses = [
      GrooveUse.straight, GrooveUse(groove), GrooveUse(groove, timing: 0, velocity: 0),
      GrooveUse(groove, timing: 0, velocity: 1), GrooveUse(groove, timing: 1, velocity: 0),
    ]
    let numbers = (uses + uses.reversed()).map { score.number(of: $0) }
    #expect(numbers == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0])
    #expect(score.grooves.map(\.warp) == uses.map(\.warp))
    #expect(score.grooves.map { $0.levels.map(\.factor) } == [[], [0.5], [], [0.5], [1]])
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>, [true, false])
  func `a section reaches back as far as any after it, over all that lies between`(
    seed: UInt64, loops: Bool
  ) {
    var dice = SplitMix64(seed: seed)
    for isSong in [true, false] {
      var score = ProgramScore()
      score.isSong = isSong
      let lengths = (0..<7).map { _ in Int64.random(in: 1...900, using: &dice) }
      var start: Int64 = 0
      for (number, length) in lengths.enumerated() {
        let first = score.streams.count
        for _ in 0..<Int.random(in: 0...2, using: &dice) {
          let offset = dice.once(in: 2) ? 0 : -Int64.random(in: 1...3_000, using: &dice)
          let stroke = Self.score([(0, offset)], cycle: 4_000).streams[0].strokes
          score.add(stroke, cycle: 4_000)
        }
        score.patterns.append(
          PatternImage(
            stream: first, streamCount: score.streams.count - first, length: Beats(units: length),
            bar: Bar(.fourFour)))
        score.add(
          SectionImage(
            number: number, start: Beats(units: start), length: Beats(units: length),
            pattern: number, groove: score.number(of: .straight)))
        start += length
      }
      let own = score.patterns.map { pattern in
        score.streams[pattern.stream..<pattern.stream + pattern.streamCount]
          .map { score.early($0).units }.max() ?? 0
      }
      let found = score.sectionsWithReach(loops: loops).map(\.reachBack.units)
      // The slow truth: all the sections that follow, twice round where they come again.
      let ahead = loops && isSong ? 14 : 7
      let reaches = (0..<7).map { section in
        var (between, most): (Int64, Int64) = (0, 0)
        for later in section..<max(7, ahead) {
          most = max(most, own[later % 7] - between)
          between += lengths[later % 7]
        }
        return most
      }
      #expect(found == reaches)
    }
  }

  @Test
  func `sections lie end to end, what is unknown is left out, and a pattern is compiled once`()
    throws
  {
    let step = Step(Velocity(clamping: 100))
    func pattern(_ name: String, _ steps: Int) throws -> Pattern {
      try Pattern(
        name: name, stepCount: steps, stepsPerBeat: 1,
        lanes: [Lane(drum: .kick, steps: Array(repeating: step, count: steps))])
    }
    var patch = Patch()
    try patch.setPatterns([pattern("a", 4), pattern("b", 3)])
    let tempo = { Tempo(clampingBPM: $0) }
    let changes = [
      TempoChange(beat: Beats(2), tempo: tempo(100)),
      TempoChange(beat: Beats(6), tempo: tempo(110)),
    ]
    try patch.setSong(
      Song(sections: [
        Section(pattern: "a", repeats: 2, tempo: tempo(90)),
        Section(pattern: "b", repeats: 2, tempi: changes), Section(pattern: "a"),
      ]))
    var score = ProgramScore()
    score.addSong(patch.song.sections[...], of: patch)
    #expect(score.isSong && score.length == Beats(18))
    #expect(score.sections.map(\.start) == [.zero, Beats(8), Beats(14)])
    #expect(score.sections.map(\.length) == [Beats(8), Beats(6), Beats(4)])
    #expect(score.sections.map(\.pattern) == [0, 1, 0] && score.patterns.count == 2)
    #expect(score.sections.map(\.number) == [0, 1, 2])
    // What would come with the section's end is the next one's.
    #expect(score.tempi.map(\.beat) == [.zero, Beats(10)])
    #expect(score.tempi.map(\.tempo.bpm) == [90, 100])
    let unknown = [Section(pattern: "c", repeats: 9), Section(pattern: "b")]
    var known = ProgramScore()
    known.addSong(unknown[...], of: patch)
    #expect(known.sections.map(\.number) == [1] && known.sections.map(\.start) == [.zero])
    #expect(known.length == Beats(3))
    // From its middle on it begins with the tempo that it has there.
    var middle = ProgramScore()
    middle.addSong(patch.song.sections[2...2], of: patch)
    #expect(middle.sections.map(\.number) == [2] && middle.sections.map(\.start) == [.zero])
    #expect(middle.tempi.map(\.tempo) == [patch.songForm.tempo(ofSection: 2)])
  }
}
