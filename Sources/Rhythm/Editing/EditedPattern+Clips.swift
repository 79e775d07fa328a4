public import MusicalTime

extension EditedPattern {
  /// Writes `code`, repeated as needed, on the selected markers and removes the hits of other clips
  /// there; lanes whose voice is in no clip do not change.
  ///
  /// The same seed chooses the same clips for `?`.
  public mutating func fill(_ code: ClipCode, seed: UInt64) throws(EditError) {
    let scope = scope(.markers)
    var page = try ClipPage(pattern, scope, chance: SeededChance(seed: seed))
    for (place, marker) in scope.numbers.enumerated() {
      page.clear(marker)
      switch code[place] {
      case let item where item.content == .hold: try page.hold(to: marker, item.column)
      case let item where item.content == .rest: page.rest()
      case let item: try page.write(item, at: marker, Step(StepNotation.hit))
      }
    }
    try replace(lanes: page.lanes)
  }

  /// Writes one hit of a clip (nil for any clip) on a marker of the selection's grid and keeps the
  /// other hits.
  public mutating func draw(
    clip: Int?, at marker: Int, _ velocity: Velocity = StepNotation.hit, seed: UInt64
  ) throws(EditError) {
    let scope = scope(.markers)
    let count = try scope.grid(in: pattern).count
    guard (0..<count).contains(marker) else { throw .noMarker(marker, count: count) }
    if let clip, !pattern.clips.indices.contains(clip) { throw .noClip(clip) }
    var page = try ClipPage(pattern, scope, chance: SeededChance(seed: seed))
    let content = clip.map { ClipCode.Content.clip($0) } ?? .any
    try page.write(ClipCode.Item(content: content, column: 0), at: marker, Step(velocity))
    try replace(lanes: page.lanes)
  }

  /// Writes one hit of a clip (nil for any clip) at a beat of the selection's grid, where a marker is added if
  /// there is none.
  public mutating func draw(
    clip: Int?, at beat: Beats, _ velocity: Velocity = StepNotation.hit, seed: UInt64
  ) throws(EditError) {
    let known = try scope(.markers).grid(in: pattern).markers
    let marker = known.partitioningIndex { $0.beat >= beat }
    var edited = self
    if marker == known.count || known[marker].beat != beat { try edited.addMarker(at: beat) }
    try edited.draw(clip: clip, at: marker, velocity, seed: seed)
    self = edited
  }
}

/// The lanes while clips are written to them.
private struct ClipPage {
  private(set) var lanes: [Lane]
  private let pattern: Pattern
  private let scope: Selection
  private let grid: Grid
  private let cleared: [Int]
  private var chance: SeededChance
  /// The hit that `+` would extend: the indices of its lane and marker.
  private var sounding: (lane: Int, marker: Int)?

  init(_ pattern: Pattern, _ scope: Selection, chance: SeededChance) throws(EditError) {
    self.pattern = pattern
    self.scope = scope
    self.chance = chance
    grid = try scope.grid(in: pattern)
    lanes = pattern.lanes
    let voices = Set(pattern.clips.compactMap { $0?.voice })
    cleared = scope.lanesOnGrid(of: pattern).filter { voices.contains(pattern.lanes[$0].voice) }
  }

  mutating func clear(_ marker: Int) {
    for lane in cleared { lanes[lane].steps[marker] = nil }
  }

  mutating func rest() { sounding = nil }

  mutating func hold(to marker: Int, _ column: Int) throws(EditError) {
    guard let sounding else { throw .nothingToHold(column: column) }
    lanes[sounding.lane].steps[sounding.marker]?.hold = marker - sounding.marker
  }

  mutating func write(_ item: ClipCode.Item, at marker: Int, _ step: Step) throws(EditError) {
    let number: Int
    if case .clip(let named) = item.content {
      number = named
    } else {
      let there = pattern.clips.indices.filter { pattern.clips[$0] != nil }
      guard let drawn = there.randomElement(using: &chance) else { throw .noClips }
      number = drawn
    }
    guard let clip = pattern.clips[number] else {
      throw .emptyClip(number, column: item.column)
    }
    let lane = try lane(of: clip.voice)
    var step = step
    // The clip number is left out if it is the voice's first clip.
    let isFirst = pattern.clips.firstIndex { $0?.voice == clip.voice } == number
    step.clip = isFirst ? nil : number
    lanes[lane].steps[marker] = step
    sounding = (lane, marker)
  }

  /// The index of the voice's lane, which is added if missing.
  private mutating func lane(of voice: Voice) throws(EditError) -> Int {
    if let known = lanes.firstIndex(where: { $0.voice == voice }) {
      let own = scope.lane == nil ? nil : grid
      guard lanes[known].grid == own else { throw .otherGrid(voice) }
      return known
    }
    var added = Lane(voice, restingFor: grid.count)
    if scope.lane != nil { added.grid = grid }
    lanes.append(added)
    return lanes.count - 1
  }
}

/// A seeded random number generator: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
private struct SeededChance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mixed(state)
  }
}
