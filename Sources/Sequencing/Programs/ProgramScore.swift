import MusicalTime
import Rhythm

/// What a program is compiled from: patterns as streams of strokes, and the order they play in.
struct ProgramScore {
  /// Lanes that come round together and equally fast.
  struct Stream {
    var strokes: [CompiledStroke]
    let cycle: Int64
    let ratio: SpeedRatio
  }

  var streams: [Stream] = []
  var patterns: [PatternImage] = []
  var sections: [SectionImage] = []
  /// In order of beats, which are in the song.
  var tempi: [TempoImage] = []
  private(set) var grooves: [(warp: Warp, levels: [Groove.Level])] = []
  private var grooveNumbers: [GrooveUse: Int] = [:]
  /// Length of one loop of all sections.
  var length = Beats(units: 1)
  var isSong = false
  /// The farthest that an offset puts a stroke from its place.
  private var farthest = Beats.zero
  /// How far grooves put strokes past the end of their sections.
  private var overhang = Beats.zero
  private(set) var looseMilliseconds: Float = 0

  /// So long that it never ends.
  static let endless = Beats(units: 1 << 60)

  /// The number of a groove, which is added where it is new.
  mutating func number(of use: GrooveUse) -> Int {
    if let known = grooveNumbers[use] { return known }
    grooveNumbers[use] = grooves.count
    grooves.append((use.warp, use.timing == 0 && use.velocity == 0 ? [] : use.levels))
    return grooves.count - 1
  }

  /// Adds a pattern of these lanes and answers its number.
  mutating func add(_ pattern: Pattern, lanes: [Lane], hand: PatternHand? = nil) -> Int {
    var grouped: [StreamKey: [CompiledStroke]] = [:]
    for lane in lanes {
      let (key, strokes) = compiled(lane, in: pattern, hand: hand)
      if !strokes.isEmpty { grouped[key, default: []] += strokes }
    }
    let first = streams.count
    for (key, strokes) in grouped.sorted(by: { $0.key < $1.key }) {
      add(strokes, cycle: key.cycle, ratio: key.ratio)
    }
    patterns.append(
      PatternImage(stream: first, streamCount: streams.count - first, length: pattern.length))
    return patterns.count - 1
  }

  /// Adds strokes that come round together.
  mutating func add(_ strokes: [CompiledStroke], cycle: Int64, ratio: SpeedRatio = .one) {
    let sorted = strokes.sorted { a, b in
      a.place == b.place ? a.voice.key < b.voice.key : a.place < b.place
    }
    streams.append(Stream(strokes: sorted, cycle: cycle, ratio: ratio))
    for stroke in strokes {
      let farthest = ratio.patternUnits(ofLane: abs(stroke.offset))
      self.farthest = max(self.farthest, Beats(units: farthest))
      looseMilliseconds = max(looseMilliseconds, stroke.looseMilliseconds)
    }
  }

  /// How far a stroke may be from its place, apart from looseness: a groove may stretch its offset.
  var reach: Beats {
    let steepest = grooves.map { Self.steepest($0.warp) }.max() ?? 1
    return max(Beats(units: Int64((Double(farthest.units) * steepest).rounded(.up))), overhang)
  }

  /// How many beats a warp makes of one, at most.
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

  /// What streams are told apart by.
  private struct StreamKey: Hashable, Comparable {
    var cycle: Int64
    var ratio: SpeedRatio

    static func < (a: Self, b: Self) -> Bool {
      (a.cycle, a.ratio.numerator, a.ratio.denominator)
        < (b.cycle, b.ratio.numerator, b.ratio.denominator)
    }
  }

  private func compiled(
    _ lane: Lane, in pattern: Pattern, hand: PatternHand?
  ) -> (StreamKey, [CompiledStroke]) {
    let grid = pattern.grid(of: lane)
    let cycle = pattern.loopsInCycle(of: lane)
    let loops = cycle * max((hand?.loopCounts[lane.voice] ?? 1) / cycle, 1)
    let clip = pattern.clips.first { $0?.voice == lane.voice } ?? nil
    var strokes: [CompiledStroke] = []
    for loop in 0..<loops {
      for stroke in pattern.strokes(of: lane, inLoop: loop) {
        guard let step = lane.steps[stroke.step] else { continue }
        var made = CompiledStroke(
          place: grid.length.units * Int64(loop) + stroke.place.units, voice: lane.voice,
          velocity: stroke.velocity)
        made.offset = (stroke.beat - stroke.place).units
        let number = StrokeNumber(
          voice: lane.voice, loop: loop, step: stroke.step, ratchet: stroke.ratchet)
        if let move = hand?.move(of: number) { made.take(move, at: lane.ratio) }
        made.duration = stroke.duration?.units ?? 0
        made.probability = UInt8(min(max(step.probability, 0), 100))
        made.condition = step.condition
        made.ratchet = UInt8(stroke.ratchet)
        made.step = UInt16(stroke.step)
        made.loop = Int32(loop)
        made.loopsInCycle = Int32(loops)
        made.looseMilliseconds = Float(lane.looseness.milliseconds)
        made.looseVelocity = Int16(lane.looseness.velocity)
        made.attack = clip?.envelope.attack ?? 0
        made.decay = clip?.envelope.decay ?? 0
        strokes.append(made)
      }
    }
    let key = StreamKey(cycle: grid.length.units * Int64(loops), ratio: lane.ratio)
    return (key, strokes)
  }
}

extension CompiledStroke {
  /// Sounds as the hand plays it: to the unit where the lane is as fast as the pattern.
  fileprivate mutating func take(_ move: PatternHand.Move, at ratio: SpeedRatio) {
    velocity = Velocity(clamping: Int(velocity.value) + move.harder)
    let later =
      ratio == .one
      ? move.later.units : Int64((Double(move.later.units) * ratio.value).rounded())
    offset += later
  }
}
