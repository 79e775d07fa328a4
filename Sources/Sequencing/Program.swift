public import MusicalTime
public import Rhythm

/// What the engine plays: a compiled, immutable picture of a patch.
///
/// Built off the audio thread and handed over as a pointer to its image.
@safe public final class Program: @unchecked Sendable {
  // Unchecked: the memory behind the pointers is written in `init` and never again.
  let hits: UnsafeMutablePointer<Hit>
  let memory: UnsafeMutablePointer<ProgramImage>

  /// Compiles `hits` (any order; those outside 0 ..< `length` are left out) into a loop.
  ///
  /// - Parameters:
  ///   - length: one loop; at least one unit.
  ///   - patternLength: the pattern's own length where `length` holds several of it.
  ///   - chokes: for each of the 26 drums, what its stroke silences.
  ///   - curves: for each of the 26 drums, 128 velocities.
  public init(
    hits unordered: [Hit], length: Beats, loops: Bool, patternLength: Beats? = nil,
    chokes: [DrumSet] = Program.noChokes, curves: [[UInt8]] = Program.linearCurves,
    input: InputTable = InputTable()
  ) {
    let positive = max(length, Beats(units: 1))
    let sorted = unordered.filter { $0.beat >= .zero && $0.beat < positive }
      .sorted()
    unsafe self.hits = .allocate(capacity: max(sorted.count, 1))
    for (index, hit) in sorted.enumerated() {
      unsafe (self.hits + index).initialize(to: hit)
    }
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(
      to: ProgramImage(
        hits: UnsafePointer(self.hits), hitCount: sorted.count, length: positive,
        patternLength: patternLength ?? positive, loops: loops,
        chokes: InlineArray { $0 < chokes.count ? chokes[$0] : DrumSet() },
        curves: InlineArray { index in Self.curveByte(curves, at: index) }, input: input))
  }

  deinit {
    unsafe memory.deallocate()
    unsafe hits.deallocate()
  }

  /// Compiles the audible hits, choke groups, velocity curves and input map of `patch`.
  public convenience init(_ patch: Patch) {
    self.init(patch, hits: patch.pattern.hits, turns: 1)
  }

  /// Compiles `hits` in place of the pattern's own, those of so many of its turns, into one loop.
  public convenience init(_ patch: Patch, hits: [Hit], turns: Int64) {
    self.init(
      hits: hits, length: patch.pattern.length * turns, loops: patch.pattern.loops,
      patternLength: patch.pattern.length,
      chokes: Drum.all.map { patch.kit.choked(by: $0) },
      curves: Drum.all.map { patch.kit[$0].velocityCurve.table },
      input: InputTable(patch.input))
  }

  /// The picture the audio thread reads; valid as long as this object lives.
  public var image: UnsafePointer<ProgramImage> { unsafe UnsafePointer(memory) }

  /// No drum silences another.
  public static var noChokes: [DrumSet] { Array(repeating: DrumSet(), count: Drum.count) }

  /// Every velocity is what it was.
  public static var linearCurves: [[UInt8]] {
    Array(repeating: Array(0...127), count: Drum.count)
  }

  private static func curveByte(_ curves: [[UInt8]], at index: Int) -> UInt8 {
    let (drum, velocity) = index.quotientAndRemainder(dividingBy: 128)
    guard drum < curves.count, velocity < curves[drum].count else { return UInt8(velocity) }
    return curves[drum][velocity]
  }
}
