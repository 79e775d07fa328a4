import MusicalTime
import Playback
import Rhythm
import Sequencing

/// The cost of irregular rhythm: compiling it, and playing it.
enum RhythmCost {
  private static let rounds = 9
  private static let blocks = 30_000

  static func measure() throws -> [Figure] {
    let whole = try song()
    var times: [Double] = []
    for _ in 0..<rounds {
      let begin = microseconds()
      let program = Program(whole)
      times.append((microseconds() - begin) / 1_000)
      _ = program
    }
    let oneLane = try plain()
    let manyLanes = try rich(hitsInLane: 1)
    let dense = try rich(hitsInLane: 16)
    var costs: (plain: [Double], rich: [Double], dense: [Double]) = ([], [], [])
    var hits: (plain: Double, dense: Double) = (0, 0)
    for _ in 0..<rounds {
      let first = play(Program(oneLane))
      costs.plain.append(first.cost)
      costs.rich.append(play(Program(manyLanes)).cost)
      let last = play(Program(dense))
      costs.dense.append(last.cost)
      hits = (first.hits, last.hits)
    }
    let (one, many) = (Sample(costs.plain).minimum, Sample(costs.rich).minimum)
    let busy = Sample(costs.dense).minimum
    let compiling = Sample(times)
    return [
      Figure(
        what: "64 lanes of 64 steps, 4 patterns, 1,000 sections: compiled, median ms",
        bar: "≤ 20", ours: compiling.median.digits(2), passes: compiling.median <= 20),
      Figure(
        what: "block of 64 lanes of 64 with everything on, as many hits, mean µs",
        bar: "reported only",
        ours: many.digits(3), peer: "1 lane of 16: \(one.digits(3))", ratio: many / one),
      Figure(
        what: "the same with 16 hits a lane: µs per additional hit", bar: "reported only",
        ours: ((busy - one) / (hits.dense - hits.plain)).digits(3),
        peer: "\(hits.dense.digits(2)) hits per block"),
    ]
  }

  /// Sixteen hits in four beats.
  private static func plain() throws -> Patch {
    var patch = Patch()
    let step = Step(Velocity(clamping: 90))
    patch.pattern = try Pattern(
      stepCount: 16, lanes: [Lane(drum: .kick, steps: Array(repeating: step, count: 16))])
    return patch
  }

  /// 64 lanes of about sixteen beats, each with another length and everything that can vary a hit.
  private static func rich(hitsInLane: Int, name: String = "") throws -> Patch {
    var patch = Patch(pattern: try richPattern(hitsInLane: hitsInLane, name: name))
    let swing = Warp(period: Beats(1), [Warp.Point(Beats(1, over: 2), Beats(2, over: 3))])
    patch.groove = swing.map { GrooveUse(Groove(name: "swing", warp: $0)) }
    return patch
  }

  private static func richPattern(hitsInLane: Int, name: String) throws -> Pattern {
    let lanes = try (0..<64).compactMap { (number: Int) -> Lane? in
      let voice =
        number < 26 ? Voice(Drum(clampingIndex: number)) : Voice(note: number, channel: 1)
      guard let voice else { return nil }
      var steps = [Step?](repeating: nil, count: 64)
      for hit in 0..<hitsInLane {
        var step = Step(Velocity(clamping: 80))
        step.probability = 99
        step.offset = Beats(units: Int64(number) * 1_000 - 32_000)
        step.condition = .notFill
        step.isAccented = hit % 2 == 0
        steps[(number * 7 + hit * 64 / hitsInLane) % 64] = step
      }
      let grid = try Grid(
        length: Beats(16) + Beats(units: Int64(number) * 20_000),
        markers: (0..<64).map { Marker(.sixteenth * Int64($0)) })
      var lane = Lane(voice, steps: steps, grid: grid)
      lane.looseness = Looseness(milliseconds: 5, velocity: 8) ?? .none
      return lane
    }
    return try Pattern(name: name, stepCount: 64, lanes: lanes)
  }

  private static func song() throws -> Patch {
    var patch = try rich(hitsInLane: 64)
    let names = ["a", "b", "c", "d"]
    try patch.setPatterns(try names.map { try richPattern(hitsInLane: 64, name: $0) })
    try patch.setSong(
      Song(
        sections: (0..<1_000).map { number in
          Section(
            pattern: names[number % 4], repeats: 1 + number % 3,
            tempo: number % 5 == 0 ? Tempo(clampingBPM: 100 + Double(number % 40)) : nil)
        }))
    patch.playsSong = true
    return patch
  }

  /// The cost of a block of the engine alone, and the number of hits in it.
  private static func play(_ program: Program) -> (cost: Double, hits: Double) {
    let engine = Engine(EngineConfiguration(), program: program)
    var control = engine.control
    let audio = engine.audio
    _ = control.send(.play)
    let period = SampleRate.standard.duration(frames: Int64(Buffers.frames))
    var now = HostTime(nanoseconds: 0)
    let begin = microseconds()
    for _ in 0..<blocks {
      audio.process(BlockTime(frames: Buffers.frames, began: now, heard: now))
      now = now.advanced(by: period)
    }
    let cost = (microseconds() - begin) / Double(blocks)
    return (cost, Double(control.status().hits) / Double(blocks))
  }
}
