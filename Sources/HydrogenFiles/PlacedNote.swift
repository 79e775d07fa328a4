import MusicalTime
import Rhythm

/// A note of a pattern as it becomes a step.
struct PlacedNote {
  var voice: Voice
  /// From the beginning of the pattern.
  var tick: Int
  /// Ticks by which it is late.
  var late: Double
  var velocity: Velocity
  /// In per cent.
  var probability: Int

  /// Whether, of two notes of a voice on one tick, the other is kept: a certain one before a probable
  /// one, then the louder.
  func isWeaker(than other: PlacedNote) -> Bool {
    let (isSure, isOtherSure) = (probability == 100, other.probability == 100)
    return isSure == isOtherSure ? velocity < other.velocity : isOtherSure
  }

  /// Its step.
  var step: Step {
    var step = Step(velocity)
    step.probability = probability
    step.offset = Beats(units: Int64((late * Double(TickGrid.tick.units)).rounded()))
    return step
  }
}

extension Pattern {
  /// A pattern of `size` ticks that plays `notes`, of which there is at most one for each voice and
  /// tick.
  init(
    name: String, size: Int, notes: [PlacedNote], lane: (Voice, [Step?]) -> Lane
  ) throws(PatternError) {
    let voices = Dictionary(grouping: notes, by: \.voice).sorted { $0.key.key < $1.key.key }
    let fit = TickGrid(size: size)
    let shared: Grid
    var lanes: [Lane] = []
    do throws(GridError) {
      shared = try fit.grid(of: voices.map { $0.value.map(\.tick) })
      for (voice, notes) in voices {
        let sorted = notes.sorted { $0.tick < $1.tick }
        let isOnShared = sorted.allSatisfy { shared.marker(on: $0.tick) != nil }
        let own = isOnShared ? nil : try fit.grid(ofLane: sorted.map(\.tick))
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
    try self.init(name: name, grid: shared, lanes: lanes)
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
