import MusicalTime
import Rhythm

/// Finds grids for notes at whole ticks.
struct TickGrid {
  /// The length of the pattern in ticks.
  let size: Int

  /// Steps a beat, in the order they are preferred; each is a whole number of ticks long.
  private static let divisions = [4, 3, 8, 6, 12, 16, 2, 1]

  /// One tick.
  static let tick = Beats(1, over: Int64(HydrogenNote.ticksPerBeat))

  /// The length of the pattern.
  var length: Beats { Self.tick * Int64(size) }

  /// The grid of a pattern whose lanes have notes at these ticks: sixteenths, triplets or coarser steps
  /// where half of the lanes are on them, else the even grid with most lanes, else one marker for each
  /// tick.
  func grid(of ticks: [[Int]]) throws(GridError) -> Grid {
    let fits = Self.divisions.filter(fits)
    func lanes(on division: Int) -> Int { ticks.count { isOn(division, $0) } }
    guard let first = fits.first else {
      let all = Set(ticks.flatMap { $0 }).sorted()
      return try markers(all.isEmpty ? [0] : all)
    }
    func best(of divisions: [Int]) -> Int {
      divisions.reduce(divisions.first ?? first) { lanes(on: $1) > lanes(on: $0) ? $1 : $0 }
    }
    let coarse = best(of: fits.filter { $0 <= 4 })
    return try even(lanes(on: coarse) * 2 >= ticks.count ? coarse : best(of: fits))
  }

  /// The grid of a lane that has notes at other ticks than those of the pattern's grid.
  func grid(ofLane ticks: [Int]) throws(GridError) -> Grid {
    let division = Self.divisions.first { fits($0) && isOn($0, ticks) }
    guard let division else { return try markers(ticks) }
    return try even(division)
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

  private func markers(_ ticks: [Int]) throws(GridError) -> Grid {
    try Grid(length: length, markers: ticks.map { Marker(Self.tick * Int64($0)) })
  }
}

extension TickGrid {
  /// A pattern of this length that plays `notes`, of which there is at most one for each voice and
  /// tick.
  func pattern(
    named name: String, playing notes: [PlacedNote], lane: (Voice, [Step?]) -> Lane
  ) throws(PatternError) -> Pattern {
    let voices = Dictionary(grouping: notes, by: \.voice).sorted { $0.key.key < $1.key.key }
    let shared: Grid
    var lanes: [Lane] = []
    do throws(GridError) {
      shared = try grid(of: voices.map { $0.value.map(\.tick) })
      for (voice, notes) in voices {
        let sorted = notes.sorted { $0.tick < $1.tick }
        let isOnShared = sorted.allSatisfy { shared.marker(on: $0.tick) != nil }
        let own = isOnShared ? nil : try self.grid(ofLane: sorted.map(\.tick))
        let grid = own ?? shared
        var steps = [Step?](repeating: nil, count: grid.count)
        for note in sorted {
          if let index = grid.marker(on: note.tick) { steps[index] = note.step }
        }
        var written = lane(voice, steps)
        written.grid = own
        lanes.append(written)
      }
    } catch { throw .grid(error) }
    return try Pattern(name: name, grid: shared, lanes: lanes)
  }
}

extension Grid {
  /// The marker exactly on a tick within the length, or nil.
  fileprivate func marker(on tick: Int) -> Int? {
    let beat = TickGrid.tick * Int64(tick)
    let index = marker(at: beat)
    return markers.indices.contains(index) && markers[index].beat == beat ? index : nil
  }
}
