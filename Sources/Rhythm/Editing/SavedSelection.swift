import MusicalTime

/// Markers or hits saved from a selection, to be placed elsewhere. Commands, patch files and the page call it a group.
public struct SavedSelection: Sendable, Hashable {
  /// The saved markers or hits.
  public enum Content: Sendable, Hashable {
    /// Markers, relative to the first, which is at beat 0; one at each beat.
    case markers([Marker])
    case hits([Hit])
  }

  /// A step of a voice, and its distance in markers from the first one saved.
  public struct Hit: Sendable, Hashable {
    /// The voice of the hit.
    public var voice: Voice
    /// Markers after the first one saved.
    public var marker: Int
    /// The step.
    public var step: Step

    /// `step` of `voice`, `marker` markers after the first one saved.
    public init(_ voice: Voice, marker: Int, _ step: Step) {
      self.voice = voice
      self.marker = marker
      self.step = step
    }
  }

  /// The name for display and commands.
  public var name: String
  /// What is placed.
  public var content: Content

  /// The number of saved selections of a patch.
  public static let count = 16
  /// Their numbers as people count them.
  public static let numbers = 1...count
  /// Nothing saved, at any number.
  public static let noneSaved = [SavedSelection?](repeating: nil, count: count)

  /// Saves `content`.
  public init(name: String = "", _ content: Content) {
    self.name = name
    self.content = content
  }

  /// Markers in order with one for each beat: of those on the same beat, the loudest.
  public static func merged(_ markers: [Marker]) -> [Marker] {
    markers.reduce(into: [Marker]()) { merged, marker in
      if let last = merged.last, last.beat == marker.beat {
        merged[merged.count - 1].amplitude = max(last.amplitude, marker.amplitude)
      } else {
        merged.append(marker)
      }
    }
  }
}

extension EditedPattern {
  /// The selection, to be saved. Of markers that a tempering moves to the same beat, the loudest is saved,
  /// because they could not be placed together.
  public func savedSelection(named name: String) throws(EditError) -> SavedSelection {
    guard let selection, let first = selection.numbers.first else { throw .nothingSelected }
    switch selection.kind {
    case .markers:
      let markers = try selection.grid(in: pattern).markers
      let saved = selection.numbers.map { number in
        Marker(markers[number].beat - markers[first].beat, amplitude: markers[number].amplitude)
      }
      return SavedSelection(name: name, .markers(SavedSelection.merged(saved)))
    case .hits:
      let hits = selection.lanes(in: pattern).flatMap { index in
        let lane = pattern.lanes[index]
        return selection.numbers.compactMap { number in
          lane.steps[number].map { SavedSelection.Hit(lane.voice, marker: number - first, $0) }
        }
      }
      guard !hits.isEmpty else { throw .nothingFound }
      return SavedSelection(name: name, .hits(hits))
    }
  }

  /// Places a saved selection with its first marker on marker `number`. Markers: adds missing ones and sets
  /// the amplitudes of existing ones. Hits: overwrites existing ones.
  public mutating func place(_ saved: SavedSelection, at number: Int) throws(EditError) {
    let scope = scope(.markers)
    let known = try scope.grid(in: pattern).markers
    guard known.indices.contains(number) else { throw .noMarker(number, count: known.count) }
    switch saved.content {
    case .markers(let markers): try place(markers, at: known[number].beat, among: known, of: scope)
    case .hits(let hits): try place(hits, at: number, of: scope, count: known.count)
    }
  }

  private mutating func place(
    _ markers: [Marker], at beat: Beats, among known: [Marker], of scope: Selection
  ) throws(EditError) {
    var merged = zip(known, known.indices).map { ($0, Optional($1)) }
    for marker in markers {
      let placed = Marker(beat + marker.beat, amplitude: marker.amplitude)
      let index = merged.partitioningIndex { $0.0.beat >= placed.beat }
      if index < merged.count, merged[index].0.beat == placed.beat {
        merged[index].0 = placed
      } else {
        merged.insert((placed, nil), at: index)
      }
    }
    try replace(merged.map(\.0), of: scope, origins: merged.map(\.1))
    let places = Set(markers.map { beat + $0.beat })
    var placed = scope
    placed.kind = .markers
    placed.voices = nil
    select(merged.indices.filter { places.contains(merged[$0].0.beat) }, like: placed)
  }

  private mutating func place(
    _ hits: [SavedSelection.Hit], at number: Int, of scope: Selection, count: Int
  ) throws(EditError) {
    let own = scope.lane == nil ? nil : try scope.grid(in: pattern)
    var lanes = pattern.lanes
    for hit in hits {
      let marker = number + hit.marker
      guard (0..<count).contains(marker) else {
        throw .hitOutside(hit.voice, from: hit.marker, to: marker, count: count)
      }
      var index = lanes.firstIndex { $0.voice == hit.voice }
      if index == nil {
        var added = Lane(hit.voice, restingFor: count)
        added.grid = own
        lanes.append(added)
        index = lanes.count - 1
      }
      guard let index, lanes[index].grid == own else { throw .otherGrid(hit.voice) }
      lanes[index].steps[marker] = hit.step
    }
    try replace(lanes: lanes)
  }
}
