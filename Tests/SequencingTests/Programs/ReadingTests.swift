import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct ReadingTests {
  @Test func `windows of any size hold the cues of one look, none twice and none lost`() throws {
    var dice = SplitMix64(seed: 5)
    for _ in 0..<120 {
      let program = Program(try LivelyMusic.patch(using: &dice))
      let all = program.cues(from: .zero, to: Beats(24), isFilling: true, lands: true)
      #expect(all == all.sorted { $0.beat < $1.beat })
      var reader = CueReader()
      unsafe reader.seek(to: .zero, in: program.image, lands: true)
      var found: [Cue] = []
      var end = Beats.zero
      while end < Beats(24) {
        end = min(end + Beats(units: .random(in: 1...900_000, using: &dice)), Beats(24))
        while let cue = unsafe reader.next(
          before: end, in: program.image, at: .standard, isFilling: true)
        {
          #expect(cue.beat < end)
          found.append(cue)
        }
      }
      #expect(found == all)
    }
  }

  @Test func `a bar is the same however one gets there`() throws {
    var dice = SplitMix64(seed: 6)
    for _ in 0..<120 {
      let program = Program(try LivelyMusic.patch(using: &dice))
      let all = program.cues(from: .zero, to: Beats(40))
      for _ in 0..<8 {
        let from = Beats(units: .random(in: 0...100_000_000, using: &dice))
        let to = from + Beats(units: .random(in: 0...12_000_000, using: &dice))
        let expected = all.filter { $0.beat >= from && $0.beat < to }
        #expect(program.cues(from: from, to: to).sorted() == expected.sorted())
      }
    }
  }

  @Test func `what is written on the first beat sounds on it, however early it is played`() throws {
    var early = Step(.init(clamping: 90))
    early.offset = Beats(-1, over: 32)
    var steps: [Step?] = [early, nil, early, nil]
    steps[1] = nil
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 4, stepsPerBeat: 1, lanes: [Lane(drum: .kick, steps: steps)])
    let program = Program(patch)
    let beats = program.cues(from: .zero, to: Beats(4), lands: true).map(\.beat)
    #expect(beats == [.zero, Beats(2) - Beats(1, over: 32), Beats(4) - Beats(1, over: 32)])
    // Gone on to without a jump, the first was heard before.
    #expect(program.cues(from: .zero, to: Beats(3)).map(\.beat) == [Beats(2) - Beats(1, over: 32)])
  }

  @Test func `chance in a lane is its own affair`() throws {
    var dice = SplitMix64(seed: 7)
    for _ in 0..<60 {
      var patch = Patch()
      patch.pattern = try LivelyMusic.pattern("", using: &dice)
      let watched = patch.pattern.lanes[0].voice
      let before = Program(patch).cues(from: .zero, to: Beats(30)).filter { $0.voice == watched }
      var others = patch.pattern.lanes
      others.swapAt(1, 2)
      others[1] = try LivelyMusic.lane(
        others[1].voice, over: patch.pattern.grid, using: &dice)
      others.removeLast()
      patch.pattern = try patch.pattern.with(lanes: others.reversed())
      let after = Program(patch).cues(from: .zero, to: Beats(30)).filter { $0.voice == watched }
      #expect(after == before)
    }
  }

  @Test
  func
    `of a hundred loops a step of 30 per cent plays in about thirty, with another seed in others`()
    throws
  {
    var step = Step(Velocity(clamping: 90))
    step.probability = 30
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 1, stepsPerBeat: 1, lanes: [Lane(drum: .snare, steps: [step])])
    let first = Program(patch).cues(from: .zero, to: Beats(1_000)).map(\.beat)
    #expect((250...350).contains(first.count))
    patch.seed = 1
    let second = Program(patch).cues(from: .zero, to: Beats(1_000)).map(\.beat)
    #expect((250...350).contains(second.count))
    #expect(first != second)
    let both = Set(first).intersection(second).count
    #expect((50...130).contains(both))
  }

  @Test func `conditions count the lane's own loops`() throws {
    func loops(_ condition: StepCondition, isFilling: Bool = false) throws -> [Int64] {
      var step = Step(Velocity(clamping: 90))
      step.condition = condition
      var patch = Patch()
      patch.pattern = try Pattern(
        stepCount: 4, stepsPerBeat: 4, lanes: [Lane(drum: .snare, steps: [step, nil, nil, nil])])
      return Program(patch).cues(from: .zero, to: Beats(8), isFilling: isFilling)
        .map { $0.beat.dividedRoundingDown(by: Beats(1)) }
    }
    #expect(try loops(.turn(1, of: 4)) == [0, 4])
    #expect(try loops(.turn(3, of: 3)) == [2, 5])
    #expect(try loops(.first) == [0])
    #expect(try loops(.fill) == [])
    #expect(try loops(.fill, isFilling: true) == Array(0..<8))
    #expect(try loops(.notFill) == Array(0..<8))
    #expect(try loops(.notFill, isFilling: true) == [])
  }

  @Test func `looseness stays within its bounds and is the same each time`() throws {
    var lane = Lane(drum: .snare, steps: [Step(Velocity(clamping: 64))])
    lane.looseness = try #require(Looseness(milliseconds: 20, velocity: 10))
    var patch = Patch()
    patch.pattern = try Pattern(stepCount: 1, stepsPerBeat: 1, lanes: [lane])
    let program = Program(patch)
    let cues = program.cues(from: Beats(1) - Beats(1, over: 2), to: Beats(1_000), at: .standard)
    let late = cues.enumerated().map { index, cue in
      (cue.beat - Beats(Int64(index) + 1)).inBeats * 500
    }
    #expect(late.allSatisfy { abs($0) <= 20 })
    #expect(late.contains { $0 > 12 } && late.contains { $0 < -12 })
    #expect(abs(late.reduce(0, +) / Double(late.count)) < 1)
    let velocities = cues.map { Int($0.velocity.value) }
    #expect(velocities.allSatisfy { (54...74).contains($0) } && Set(velocities).count > 10)
    // Twice as fast the same milliseconds are twice the beats.
    let fast = program.cues(
      from: Beats(1) - Beats(1, over: 2), to: Beats(50), at: Tempo(clampingBPM: 240))
    #expect(abs((fast[9].beat - Beats(10)).inBeats * 250 - late[9]) < 0.001)
  }

  @Test(arguments: [300.0, 400, 600, 999])
  func `loose hits come in time also at the tempo of another clock`(bpm: Double) throws {
    let step = Step(Velocity(clamping: 100))
    var lane = Lane(drum: .kick, steps: Array(repeating: step, count: 16))
    lane.looseness = try #require(Looseness(milliseconds: 50, velocity: 0))
    var patch = Patch()
    patch.pattern = try Pattern(stepCount: 16, lanes: [lane])
    let program = Program(patch)
    let tempo = Tempo(measuredMicrobpm: Int64(bpm * 1e6))
    var reader = CueReader()
    unsafe reader.seek(to: .zero, in: program.image, lands: true)
    var end = Beats.zero
    var (count, late) = (0, 0)
    while end < Beats(200) {
      let from = end
      end = end + Beats(1, over: 24)
      while let cue = unsafe reader.next(
        before: end, in: program.image, at: tempo, isFilling: false)
      {
        count += 1
        if cue.beat < from { late += 1 }
      }
    }
    #expect(count > 700 && late == 0, "\(late) of \(count) after the blocks that they belong in")
  }
}
