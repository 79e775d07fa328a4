public import MusicalTime
public import Rhythm

/// A compiled, immutable patch for the engine.
///
/// Built off the audio thread and passed as a pointer to its image. Unchecked because of that pointer: the image
/// is written before `init` returns, and only read after that.
@safe public final class Program: @unchecked Sendable {
  // Unchecked: the memory at the pointers is written in `init` and never again.
  private let strokes: Table<CompiledStroke>
  private let streams: Table<CompiledStream>
  private let patterns: Table<PatternImage>
  private let sections: Table<SectionImage>
  private let tempi: Table<TempoImage>
  private let points: Table<Warp.Point>
  private let levels: Table<Groove.Level>
  private let grooves: Table<CompiledGroove>
  private let memory: UnsafeMutablePointer<CompiledProgram>

  /// - Parameters:
  ///   - tempo: the patch's, if there is one.
  ///   - chokes: for each of the 26 drums, what its stroke silences.
  ///   - curves: for each of the 26 drums, 128 velocities.
  init(
    _ score: ProgramScore, tempo: Tempo?, loops: Bool, seed: UInt64, chokes: [DrumSet],
    curves: [[UInt8]], input: InputTable
  ) {
    strokes = Table(score.streams.flatMap(\.strokes))
    var first = 0
    var images: [CompiledStream] = []
    for stream in score.streams {
      images.append(
        unsafe CompiledStream(
          strokes: strokes.start + first, count: stream.strokes.count, cycle: stream.cycle,
          ratio: stream.ratio, early: score.early(stream), late: score.late(stream)))
      first += stream.strokes.count
    }
    streams = Table(images)
    patterns = Table(score.patterns)
    sections = Table(score.sectionsWithReach(loops: loops))
    tempi = Table(score.tempi)
    points = Table(score.grooves.flatMap(\.warp.points))
    levels = Table(score.grooves.flatMap(\.levels))
    var (point, level) = (0, 0)
    var grooveImages: [CompiledGroove] = []
    for groove in score.grooves {
      grooveImages.append(
        unsafe CompiledGroove(
          points: points.start + point, pointCount: groove.warp.points.count,
          levels: levels.start + level, levelCount: groove.levels.count,
          period: groove.warp.period))
      point += groove.warp.points.count
      level += groove.levels.count
    }
    grooves = Table(grooveImages)
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(
      to: CompiledProgram(
        sections: sections.start, sectionCount: score.sections.count, tempi: tempi.start,
        tempoCount: score.tempi.count, patterns: patterns.start,
        streams: streams.start, grooves: grooves.start, seed: seed,
        latest: images.map(\.late).max() ?? .zero, length: score.length, loops: loops,
        isSong: score.isSong, patchTempo: tempo, barCount: score.barCount,
        chokes: InlineArray { $0 < chokes.count ? chokes[$0] : DrumSet() },
        curves: InlineArray { index in Self.curveByte(curves, at: index) }, input: input))
  }

  deinit { unsafe memory.deallocate() }

  /// The data read by the audio thread; valid as long as this object lives.
  public var image: UnsafePointer<CompiledProgram> { unsafe UnsafePointer(memory) }

  /// The cues heard in `from` ..< `to`, in order, at a tempo that only affects looseness; the first
  /// `most` if there are more.
  public func cues(
    from: Beats, to: Beats, at tempo: Tempo = .standard, isFilling: Bool = false,
    lands: Bool = false, most: Int = .max
  ) -> [Cue] {
    var reader = CueReader()
    unsafe reader.seek(to: from, in: image, lands: lands)
    var cues: [Cue] = []
    while cues.count < most,
      let cue = unsafe reader.next(before: to, in: image, at: tempo, isFilling: isFilling)
    {
      cues.append(cue)
    }
    return cues
  }

  /// No drum cuts off another.
  public static var noChokes: [DrumSet] { Array(repeating: DrumSet(), count: Drum.count) }

  /// Every velocity is unchanged.
  public static var linearCurves: [[UInt8]] {
    Array(repeating: Array(0...127), count: Drum.count)
  }

  private static func curveByte(_ curves: [[UInt8]], at index: Int) -> UInt8 {
    let (drum, velocity) = index.quotientAndRemainder(dividingBy: 128)
    guard drum < curves.count, velocity < curves[drum].count else { return UInt8(velocity) }
    return curves[drum][velocity]
  }
}

/// Elements at fixed addresses, freed with the table.
@safe private final class Table<Element: BitwiseCopyable> {
  private let memory: UnsafeMutablePointer<Element>

  var start: UnsafePointer<Element> { unsafe UnsafePointer(memory) }

  init(_ elements: [Element]) {
    unsafe memory = .allocate(capacity: max(elements.count, 1))
    for (index, element) in elements.enumerated() {
      unsafe (memory + index).initialize(to: element)
    }
  }

  deinit { unsafe memory.deallocate() }
}
