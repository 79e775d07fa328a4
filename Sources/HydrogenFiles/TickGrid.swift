import MusicalTime
import Rhythm
import Sequencing

/// Finds grids for notes at whole ticks.
struct TickGrid {
  /// The length of the pattern in ticks.
  let size: Int

  /// Steps a beat, in the order they are preferred; each is a whole number of ticks long.
  private static let divisions = [4, 3, 8, 6, 12, 16, 2, 1]
  /// Ticks between markers where no even grid fills the length, in the order they are preferred.
  private static let spacings = [12, 24, 48, 96, 192]

  /// One tick.
  static let tick = Beats(1, over: Int64(HydrogenNote.ticksPerBeat))

  /// Beats of ticks.
  static func beats(_ ticks: [Int]) -> [Beats] { ticks.map { tick * Int64($0) } }

  /// The length of the pattern.
  var length: Beats { Self.tick * Int64(size) }

  /// The grid of a pattern whose lanes have notes at these ticks: sixteenths, triplets or coarser steps
  /// where half of the lanes that are on any steps are on them, else the even grid with most lanes. For
  /// played music it is one of sixteenths or triplets, whichever is nearer. Where no even grid fills the
  /// length, it has one marker for each tick, or the fewest ticks between markers that it has room for.
  func grid(of ticks: [[Int]]) throws(GridError) -> Grid {
    let fits = Self.divisions.filter(fits)
    let all = Set(ticks.joined()).sorted()
    guard let first = fits.first else {
      let isCrowded = all.count > Grid.counts.upperBound
      return try markers(isCrowded ? spread : all.isEmpty ? [0] : all)
    }
    let programmed = ticks.filter { lane in fits.contains { isOn($0, lane) } }
    guard !programmed.isEmpty || ticks.isEmpty else {
      let wanted = GridFeel(of: Self.beats(all)) == .triplets ? [3, 4, 2, 1] : [4, 2, 1]
      return try even(wanted.first(where: fits.contains) ?? first)
    }
    func lanes(on division: Int) -> Int { programmed.count { isOn(division, $0) } }
    func best(of divisions: [Int]) -> Int {
      divisions.reduce(divisions.first ?? first) { lanes(on: $1) > lanes(on: $0) ? $1 : $0 }
    }
    let coarse = best(of: fits.filter { $0 <= 4 })
    return try even(lanes(on: coarse) * 2 >= programmed.count ? coarse : best(of: fits))
  }

  /// The even grid with all of these ticks; nil if there is none.
  func even(on ticks: [Int]) throws(GridError) -> Grid? {
    guard let division = Self.divisions.first(where: { fits($0) && isOn($0, ticks) }) else {
      return nil
    }
    return try even(division)
  }

  /// A grid with a marker on each of these ticks.
  func markers(_ ticks: [Int]) throws(GridError) -> Grid {
    try Grid(length: length, markers: Self.beats(ticks).map { Marker($0) })
  }

  /// Evenly spaced ticks, of which the last may be nearer to the end.
  private var spread: [Int] {
    let ticks = Self.spacings.map { Array(stride(from: 0, to: size, by: $0)) }
    return ticks.first { Grid.counts.contains($0.count) } ?? [0]
  }

  /// Whether steps fill the length, and are not too many.
  private func fits(_ division: Int) -> Bool {
    let step = HydrogenNote.ticksPerBeat / division
    return size.isMultiple(of: step) && Grid.counts.contains(size / step)
  }

  private func isOn(_ division: Int, _ ticks: [Int]) -> Bool {
    ticks.allSatisfy { $0.isMultiple(of: HydrogenNote.ticksPerBeat / division) }
  }

  private func even(_ division: Int) throws(GridError) -> Grid {
    try Grid(count: size * division / HydrogenNote.ticksPerBeat, stepsPerBeat: division)
  }
}

extension TickGrid {
  /// A pattern of this length that plays `notes`, of which there is at most one for each voice and
  /// tick; and the number of notes that are more than a lane has hits.
  func pattern(
    named name: String, playing notes: [PlacedNote], lane: (Voice, [Step?]) -> Lane
  ) throws(PatternError) -> (pattern: Pattern, leftOut: Int) {
    let voices = Dictionary(grouping: notes, by: \.voice).sorted { $0.key.key < $1.key.key }
    let shared: Grid
    do throws(GridError) {
      shared = try grid(of: voices.map { $0.value.map(\.tick) })
    } catch { throw .grid(error) }
    var lanes: [Lane] = []
    var leftOut = 0
    for (voice, notes) in voices {
      let found = try TickLane(notes.sorted { $0.tick < $1.tick }, in: self, shared: shared)
      var written = lane(voice, found.steps)
      written.grid = found.grid == shared ? nil : found.grid
      lanes.append(written)
      leftOut += found.leftOut
    }
    return (try Pattern(name: name, grid: shared, lanes: lanes), leftOut)
  }
}
