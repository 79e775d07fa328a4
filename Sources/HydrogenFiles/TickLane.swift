import MusicalTime
import Rhythm
import Sequencing

/// The notes of one voice as steps of a grid.
struct TickLane {
  /// The grid that they are on.
  let grid: Grid
  /// One for each marker.
  let steps: [Step?]
  /// The number of notes that are more than a lane has hits.
  let leftOut: Int

  /// Writes down notes of one voice, in order of their ticks: on the pattern's grid, on an even one of
  /// their own, as played music is written, or with a marker for each note. More notes than a grid has
  /// markers become ratchets where those play the same; else the loudest are kept.
  init(_ notes: [PlacedNote], in ticks: TickGrid, shared: Grid) throws(PatternError) {
    let mostHits = Grid.counts.upperBound
    do throws(GridError) {
      if let steps = shared.steps(of: notes) {
        self.init(grid: shared, steps: steps)
      } else if let own = try ticks.even(on: notes.map(\.tick)), let steps = own.steps(of: notes) {
        self.init(grid: own, steps: steps)
      } else if let played = try Self(played: notes, length: ticks.length) {
        self = played
      } else if let steps = TickStep.fewer(notes, size: ticks.size, most: mostHits) {
        self.init(grid: try ticks.markers(steps.map(\.tick)), steps: steps.map(\.step))
      } else {
        let kept = notes.sorted { $1.isWeaker(than: $0) }.prefix(mostHits)
        let steps = kept.sorted { $0.tick < $1.tick }
        self.init(
          grid: try ticks.markers(steps.map(\.tick)), steps: steps.map(\.step),
          leftOut: notes.count - mostHits)
      }
    } catch { throw .grid(error) }
  }

  private init(grid: Grid, steps: [Step?], leftOut: Int = 0) {
    self.grid = grid
    self.steps = steps
    self.leftOut = leftOut
  }

  /// Notes between the steps of every even grid, by offsets from sixteenths or triplets; nil if they
  /// are too many, or an offset would be too long.
  private init?(played notes: [PlacedNote], length: Beats) throws(GridError) {
    guard Grid.counts.contains(notes.count) else { return nil }
    let cues = notes.map {
      Cue(voice: $0.voice, velocity: $0.velocity, beat: TickGrid.tick * Int64($0.tick))
    }
    let written: Transcription
    do throws(PatternError) {
      written = try Transcription(of: cues, length: length, feel: GridFeel(of: cues.map(\.beat)))
    } catch { return nil }
    guard let lane = written.lanes.first else { return nil }
    var steps = lane.steps
    let places = steps.indices.filter { steps[$0] != nil }
    for (place, note) in zip(places, notes) {
      var step = note.step
      step.offset = step.offset + (lane.steps[place]?.offset ?? .zero)
      guard Step.offsets.contains(step.offset) else { return nil }
      steps[place] = step
    }
    self.init(grid: lane.grid ?? written.grid, steps: steps)
  }
}

/// A step on a tick.
struct TickStep {
  var tick: Int
  var step: Step

  /// At most `most` steps that play `notes`, which are in order, with ratchets of as few hits as
  /// possible; nil if ratchets of all sizes are not enough.
  static func fewer(_ notes: [PlacedNote], size: Int, most: Int) -> [TickStep]? {
    for hits in Ratchet.counts {
      let steps = ratchets(of: notes, size: size, mostHits: hits)
      if steps.count <= most { return steps }
    }
    return nil
  }

  /// Steps with ratchets of at most `mostHits`.
  private static func ratchets(of notes: [PlacedNote], size: Int, mostHits: Int) -> [TickStep] {
    var steps: [TickStep] = []
    var first = 0
    while first < notes.count {
      let counts = stride(from: min(mostHits, notes.count - first), to: 1, by: -1)
      let found = counts.lazy.compactMap { count -> (step: Step, count: Int)? in
        let end = first + count < notes.count ? notes[first + count].tick : size
        return ratchet(of: notes[first..<first + count], until: end).map { ($0, count) }
      }.first
      steps.append(TickStep(tick: notes[first].tick, step: found?.step ?? notes[first].step))
      first += found?.count ?? 1
    }
    return steps
  }

  /// The step whose ratchet plays exactly these notes, if its next marker is at `end`.
  private static func ratchet(of notes: ArraySlice<PlacedNote>, until end: Int) -> Step? {
    guard let first = notes.first, let last = notes.last else { return nil }
    let slope = Int(last.velocity.value) - Int(first.velocity.value)
    for (index, note) in notes.enumerated() {
      let rise = slope * index / (notes.count - 1)
      guard (note.tick - first.tick) * notes.count == (end - first.tick) * index,
        Int(note.velocity.value) == Int(first.velocity.value) + rise,
        note.late == first.late, note.probability == 100
      else { return nil }
    }
    guard let ratchet = Ratchet(count: notes.count, slope: slope) else { return nil }
    var step = first.step
    step.ratchet = ratchet
    return step
  }
}

extension Grid {
  /// A step for each note that is exactly on a marker; nil if any is not.
  fileprivate func steps(of notes: [PlacedNote]) -> [Step?]? {
    var steps = [Step?](repeating: nil, count: count)
    for note in notes {
      let beat = TickGrid.tick * Int64(note.tick)
      let index = marker(at: beat)
      guard markers.indices.contains(index), markers[index].beat == beat else { return nil }
      steps[index] = note.step
    }
    return steps
  }
}
