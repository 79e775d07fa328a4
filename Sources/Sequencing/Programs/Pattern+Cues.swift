public import MusicalTime
public import Rhythm

extension Pattern {
  /// A pattern that plays `cues`, sorted and within `length`, exactly at their beats.
  ///
  /// Its grid is the even one that holds them all; for played music it is one of sixteenths or
  /// triplets, as `feel` says where both are possible, and the differences are steps' offsets. A
  /// voice with more hits than the grid can separate gets a finer grid of its own, or one with a
  /// marker for each hit. The cues of a voice must be on different beats.
  public init(
    name: String, playing cues: [Cue], length: Beats, feel: GridFeel = .sixteenths
  ) throws(PatternError) {
    var order: [Voice] = []
    var voices: [Voice: [Cue]] = [:]
    for cue in cues {
      if voices[cue.voice] == nil { order.append(cue.voice) }
      voices[cue.voice, default: []].append(cue)
    }
    let played = order.sorted { $0.key < $1.key }.map { voices[$0] ?? [] }
    let fit = GridFit(cues.map(\.beat), length: length, feel: feel)
    let grid: Grid
    var lanes: [Lane] = []
    do throws(GridError) {
      if let fit {
        grid = try fit.grid()
      } else {
        grid = try Grid(length: length, markers: [Marker(.zero)])
      }
      for cues in played {
        guard let voice = cues.first?.voice else { continue }
        lanes.append(try Lane(voice, cues, fit, grid))
      }
    } catch { throw .grid(error) }
    try self.init(name: name, grid: grid, lanes: lanes)
  }
}

extension GridFit {
  fileprivate func grid() throws(GridError) -> Grid {
    try Grid(count: Int(count), stepsPerBeat: Int(stepsPerBeat))
  }
}

extension Lane {
  /// A lane on the pattern's grid if that separates the cues, else on a finer one.
  fileprivate init(
    _ voice: Voice, _ cues: [Cue], _ fit: GridFit?, _ grid: Grid
  ) throws(GridError) {
    let beats = cues.map(\.beat)
    if let steps = fit?.steps(for: beats) {
      self.init(voice, cues, at: steps, of: grid)
      return
    }
    for finer in fit?.finer ?? [] {
      guard let steps = finer.steps(for: beats) else { continue }
      let own = try finer.grid()
      self.init(voice, cues, at: steps, of: own)
      self.grid = own
      return
    }
    self.init(
      voice, cues, onOwn: try Grid(length: grid.length, markers: beats.map { Marker($0) }))
  }

  /// Steps of a grid with offsets.
  fileprivate init(_ voice: Voice, _ cues: [Cue], at places: [Int], of grid: Grid) {
    self.init(voice, restingFor: grid.count)
    for (cue, place) in zip(cues, places) {
      var written = Step(cue.velocity)
      written.offset = cue.beat - grid.beat(of: place)
      written.hold = cue.hold(from: place, on: grid)
      steps[place] = written
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
