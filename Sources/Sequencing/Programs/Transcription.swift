public import MusicalTime
public import Rhythm

/// Played music written down as the grid and lanes of a pattern that plays it exactly.
///
/// The grid is the even one that holds all beats; for played music it is one of sixteenths or
/// triplets, as the feel says where both are possible, and the differences are steps' offsets. A
/// voice with more hits than the grid can separate gets a finer grid of its own, or one with a
/// marker for each hit.
public struct Transcription: Sendable {
  /// The grid of the pattern.
  public let grid: Grid
  /// A lane for each voice.
  public let lanes: [Lane]

  /// Writes down `cues`, sorted and within `length`; those of a voice must be on different beats.
  public init(
    of cues: [Cue], length: Beats, feel: GridFeel = .sixteenths
  ) throws(PatternError) {
    var order: [Voice] = []
    var voices: [Voice: [Cue]] = [:]
    for cue in cues {
      if voices[cue.voice] == nil { order.append(cue.voice) }
      voices[cue.voice, default: []].append(cue)
    }
    let played = order.sorted { $0.key < $1.key }.map { voices[$0] ?? [] }
    let fit = GridFit(cues.map(\.beat), length: length, feel: feel)
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
    self.lanes = lanes
  }

  /// A new pattern that plays it.
  public func pattern(named name: String) throws(PatternError) -> Pattern {
    try Pattern(name: name, grid: grid, lanes: lanes)
  }

  /// `pattern` playing it instead of its own hits; name, clips, accent, groove and loop are kept.
  public func replacing(_ pattern: Pattern) throws(PatternError) -> Pattern {
    var replaced = try pattern.with(grid: grid, lanes: lanes)
    replaced.meter = nil
    return replaced
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
