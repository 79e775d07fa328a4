public import MusicalTime
public import Rhythm

extension Pattern {
  /// A pattern that plays `cues`, sorted and within `length`, exactly at their beats.
  ///
  /// Its grid is the even one that fits them best; the remaining differences are steps' offsets. A
  /// voice with more hits than the grid can separate gets a grid of its own, with a marker for
  /// each. The cues of a voice must be on different beats.
  public init(
    name: String, playing cues: [Cue], length: Beats
  ) throws(PatternError) {
    var order: [Voice] = []
    var voices: [Voice: [Cue]] = [:]
    for cue in cues {
      if voices[cue.voice] == nil { order.append(cue.voice) }
      voices[cue.voice, default: []].append(cue)
    }
    let played = order.sorted { $0.key < $1.key }.map { voices[$0] ?? [] }
    let fit = GridFit(played.map { $0.map(\.beat) }, length: length)
    let grid: Grid
    var lanes: [Lane] = []
    do throws(GridError) {
      if let fit {
        grid = try Grid(count: Int(fit.count), stepsPerBeat: Int(fit.stepsPerBeat))
      } else {
        grid = try Grid(length: length, markers: [Marker(.zero)])
      }
      for cues in played {
        guard let voice = cues.first?.voice else { continue }
        let isOnGrid = fit?.keepsApart(cues.map(\.beat)) ?? false
        lanes.append(
          isOnGrid
            ? Lane(voice, cues, on: grid)
            : Lane(
              voice, cues, onOwn: try Grid(length: length, markers: cues.map { Marker($0.beat) })))
      }
    } catch { throw .grid(error) }
    try self.init(name: name, grid: grid, lanes: lanes)
  }
}

extension Lane {
  /// Steps on an even grid with offsets.
  fileprivate init(_ voice: Voice, _ cues: [Cue], on grid: Grid) {
    self.init(voice, restingFor: grid.count)
    let step = Beats(units: grid.length.units / Int64(grid.count))
    for cue in cues {
      let half = Beats(units: step.units / 2)
      let nearest = Int((cue.beat + half).dividedRoundingDown(by: step))
      let index = min(nearest, grid.count - 1)
      var written = Step(cue.velocity)
      written.offset = cue.beat - grid.beat(of: index)
      written.hold = cue.hold(from: index, on: grid)
      steps[index] = written
    }
  }

  /// One step for each marker of a grid made for them.
  fileprivate init(_ voice: Voice, _ cues: [Cue], onOwn grid: Grid) {
    let steps = cues.enumerated().map { index, cue in
      var written = Step(cue.velocity)
      written.hold = cue.hold(from: index, on: grid)
      return written
    }
    self.init(voice, steps: steps, grid: grid)
  }
}

extension Cue {
  /// The number of markers for which a note is held; drums, and notes no longer than a plain note,
  /// are not held.
  fileprivate func hold(from marker: Int, on grid: Grid) -> Int {
    guard voice.drum == nil, duration > Beats(1, over: 6) else { return 0 }
    let end = beat + duration
    guard end < grid.length else { return grid.count - 1 - marker }
    let passed = grid.marker(at: end)
    let next = passed + 1 < grid.count ? grid.beat(of: passed + 1) : grid.length
    let nearest = next - end < end - grid.beat(of: passed) ? passed + 1 : passed
    return max(nearest - marker - 1, 0)
  }
}
