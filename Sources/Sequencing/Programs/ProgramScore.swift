import MusicalTime
import Rhythm

/// The input of compilation: patterns as streams of hits, and the order in which they play.
struct ProgramScore {
  /// Lanes with the same period and speed.
  struct Stream {
    var strokes: [CompiledStroke]
    let cycle: Int64
    let ratio: SpeedRatio
    /// The largest offsets of hits from their positions, in units of the lane.
    var earlier: Int64 = 0
    var later: Int64 = 0
    /// The largest looseness in time.
    var looseMilliseconds: Float = 0
  }

  var streams: [Stream] = []
  var patterns: [PatternImage] = []
  var sections: [SectionImage] = []
  /// Ordered by beat; beats count from the song's beginning.
  var tempi: [TempoImage] = []
  private(set) var grooves: [(warp: Warp, levels: [Groove.Level])] = []
  private var grooveNumbers: [GrooveUse: Int] = [:]
  /// Length of one loop of all sections.
  var length = Beats(units: 1)
  var isSong = false
  /// The number of bars of all sections of a song.
  var barCount: Int64 = 0
  /// How far grooves move hits past the end of their sections.
  private var overhang = Beats.zero

  /// Effectively infinite.
  static let endless = Beats(units: 1 << 60)

  /// The index of a groove, which is added if it is new.
  mutating func number(of use: GrooveUse) -> Int {
    if let known = grooveNumbers[use] { return known }
    grooveNumbers[use] = grooves.count
    grooves.append((use.warp, use.timing == 0 && use.velocity == 0 ? [] : use.levels))
    return grooves.count - 1
  }

  /// Adds a pattern of these lanes and returns its index.
  mutating func add(_ pattern: Pattern, lanes: [Lane], humanised: HumanisedHits? = nil) -> Int {
    var grouped: [StreamKey: [CompiledStroke]] = [:]
    for lane in lanes {
      var (key, strokes) = compiled(lane, in: pattern, humanised: humanised)
      // Streams without offsets or looseness need no lookahead.
      key.reaches = strokes.contains { $0.offset != 0 || $0.looseMilliseconds > 0 }
      if !strokes.isEmpty { grouped[key, default: []] += strokes }
    }
    let first = streams.count
    for (key, strokes) in grouped.sorted(by: { $0.key < $1.key }) {
      add(strokes, cycle: key.cycle, ratio: key.ratio)
    }
    patterns.append(
      PatternImage(
        stream: first, streamCount: streams.count - first, length: pattern.length,
        bar: pattern.bar))
    return patterns.count - 1
  }

  /// Adds hits with a common period.
  mutating func add(_ strokes: [CompiledStroke], cycle: Int64, ratio: SpeedRatio = .one) {
    let sorted = strokes.sorted { a, b in
      a.place == b.place ? a.voice.key < b.voice.key : a.place < b.place
    }
    var stream = Stream(strokes: sorted, cycle: cycle, ratio: ratio)
    for stroke in strokes {
      stream.earlier = max(stream.earlier, -stroke.offset)
      stream.later = max(stream.later, stroke.offset)
      stream.looseMilliseconds = max(stream.looseMilliseconds, stroke.looseMilliseconds)
    }
    streams.append(stream)
  }

  /// The maximum advance of hits before their positions, at any tempo.
  func early(_ stream: Stream) -> Beats { reach(stream.earlier, stream) }

  /// The maximum delay of hits after their positions, at any tempo: a groove may move them past the
  /// end of their section.
  func late(_ stream: Stream) -> Beats { reach(stream.later, stream) + overhang }

  /// The maximum distance of hits from their positions: a groove may stretch their offset.
  private func reach(_ offset: Int64, _ stream: Stream) -> Beats {
    var units = 0.0
    if offset > 0 {
      // Positions are rounded to half a unit.
      let written = stream.ratio.patternUnits(ofLane: offset) + 2
      let steepest = grooves.map { Self.steepest($0.warp) }.max() ?? 1
      units += Double(written) * steepest + 2
    }
    if stream.looseMilliseconds > 0 {
      let beats = Double(stream.looseMilliseconds) * Tempo.range.upperBound / 60_000
      units += beats * Double(Beats.unitsPerBeat) + 1
    }
    return Beats(units: Int64(units.rounded(.up)))
  }

  /// The sections, with how far each reaches back, itself or by a later one.
  func sectionsWithReach(loops: Bool) -> [SectionImage] {
    var made = sections
    let own = made.map { section in
      let pattern = patterns[section.pattern]
      return streams[pattern.stream..<pattern.stream + pattern.streamCount]
        .map { early($0) }.max() ?? .zero
    }
    var after = Beats.zero
    // In the second iteration the first sections include those of the next repeat.
    for _ in 0..<(loops && isSong ? 2 : 1) {
      for index in made.indices.reversed() {
        made[index].reachBack = max(own[index], after - made[index].length)
        after = made[index].reachBack
      }
    }
    return made
  }

  /// The maximum slope of a warp.
  private static func steepest(_ warp: Warp) -> Double {
    let points = warp.points + [Warp.Point(warp.period, warp.period)]
    return zip(points, points.dropFirst()).map { a, b in
      Double((b.to - a.to).units) / Double((b.from - a.from).units)
    }.max() ?? 1
  }

  /// Adds a section that is played with `groove`.
  mutating func add(_ section: SectionImage) {
    sections.append(section)
    let end = grooves[section.groove].warp.warped(section.length - Beats(units: 1))
    overhang = max(overhang, end - section.length)
  }

  /// The properties that distinguish streams.
  private struct StreamKey: Hashable, Comparable {
    var cycle: Int64
    var ratio: SpeedRatio
    var reaches = false

    static func < (a: Self, b: Self) -> Bool {
      (a.cycle, a.ratio.numerator, a.ratio.denominator, a.reaches ? 1 : 0)
        < (b.cycle, b.ratio.numerator, b.ratio.denominator, b.reaches ? 1 : 0)
    }
  }

  private func compiled(
    _ lane: Lane, in pattern: Pattern, humanised: HumanisedHits?
  ) -> (StreamKey, [CompiledStroke]) {
    let laneLoop = pattern.loop(of: lane)
    let cycle = laneLoop.period
    let loops = cycle * max((humanised?.loopCounts[lane.voice] ?? 1) / cycle, 1)
    let envelopes = lane.steps.map { step in step.map { pattern.envelope(of: $0, in: lane.voice) } }
    var strokes: [CompiledStroke] = []
    for loop in 0..<loops {
      for stroke in laneLoop.hits(inLoop: loop) {
        guard let step = lane.steps[stroke.step] else { continue }
        var made = CompiledStroke(
          place: laneLoop.grid.length.units * Int64(loop) + stroke.place.units, voice: lane.voice,
          velocity: stroke.velocity)
        made.offset = (stroke.beat - stroke.place).units
        let number = StrokeNumber(
          voice: lane.voice, loop: loop, step: stroke.step, ratchet: stroke.ratchet)
        if let move = humanised?.move(of: number) { made.take(move, at: lane.ratio) }
        made.duration = stroke.duration?.units ?? 0
        made.probability = UInt8(
          min(max(step.probability, Step.probabilities.lowerBound), Step.probabilities.upperBound))
        made.condition = step.condition
        made.ratchet = UInt8(stroke.ratchet)
        made.step = UInt16(stroke.step)
        made.loop = Int32(loop)
        made.loopsInCycle = Int32(loops)
        made.looseMilliseconds = Float(lane.looseness.milliseconds)
        made.looseVelocity = Int16(lane.looseness.velocity)
        made.attack = envelopes[stroke.step]?.attack ?? 0
        made.decay = envelopes[stroke.step]?.decay ?? 0
        strokes.append(made)
      }
    }
    let key = StreamKey(cycle: laneLoop.grid.length.units * Int64(loops), ratio: lane.ratio)
    return (key, strokes)
  }
}

extension CompiledStroke {
  /// Applies humanised timing and velocity: exact to the unit if the lane has the pattern's speed.
  fileprivate mutating func take(_ move: HumanisedHits.Move, at ratio: SpeedRatio) {
    velocity = Velocity(clamping: Int(velocity.value) + move.harder)
    let later =
      ratio == .one
      ? move.later.units : Int64((Double(move.later.units) * ratio.value).rounded())
    offset += later
  }
}
