public import MusicalTime

/// Why an edit is refused. Markers, clips, saved selections and columns count from 0 here and from 1 in
/// messages.
public enum EditError: Error, Hashable {
  case noMarker(Int, count: Int)
  case noLane(Voice)
  /// The lane has no grid of its own.
  case noOwnGrid(Voice)
  /// The voice's lane has another grid than the selection.
  case otherGrid(Voice)
  case nothingSelected
  /// Nothing matches the selection.
  case nothingFound
  /// The resulting markers are not a valid grid.
  case grid(GridError)
  /// The resulting lanes are not a valid pattern.
  case pattern(PatternError)
  /// There is already a marker at this beat.
  case taken(Beats, marker: Int)
  /// A hit would be moved outside the grid.
  case hitOutside(Voice, from: Int, to: Int, count: Int)
  /// A hit would be moved to a marker with a hit that is not selected.
  case hitTaken(Voice, from: Int, to: Int)
  /// The number of parts is out of range.
  case division(Int)
  /// The gap after the marker is too short for this number of parts.
  case narrow(marker: Int, by: Int)
  /// The number of selected markers is not a multiple of `by`.
  case merging(Int, by: Int)
  /// Scaling needs at least two markers.
  case single
  /// The marker is not selected.
  case notSelected(Int)
  /// The clip of that number is empty.
  case emptyClip(Int, column: Int)
  case noClip(Int)
  case noClips
  case noSavedSelection(Int)
  /// The `+` does not follow a hit.
  case nothingToHold(column: Int)
  case emptySavedSelection(Int)
  case unnamedSavedSelection(String)
  /// Hits can only move by a whole number of markers.
  case hitDistance(Beats)
  /// Markers cannot be put over others, nor wrap.
  case onlyHitsGoOver
  /// Hits are on markers, and cannot snap to other places.
  case onlyMarkersSnap
  /// Hits are on markers, whose distances cannot be scaled for some lanes alone.
  case onlyMarkersScale
  /// Hits are on markers, which cannot be divided or merged for some lanes alone.
  case onlyMarkersDivide
  /// An amplitude is a marker's, for the hits of all its lanes.
  case onlyMarkersHaveAmplitudes
}

extension EditError: CustomStringConvertible {
  /// Where, what is wrong and what to do, as a phrase.
  public var description: String {
    switch self {
    case .noMarker(let marker, let count):
      "marker \(marker + 1): the grid has \(count == 1 ? "only marker 1" : "markers \((1...count).words())")"
    case .noLane(let voice): "\(voice.nameWithInstrument) has no lane in this pattern"
    case .noOwnGrid(let voice): "\(voice) is on the pattern's grid: select without its name"
    case .otherGrid(let voice): "\(voice) has its own grid: the selection is on another"
    case .nothingSelected: "nothing is selected: `select all`, or `select 1-4`"
    case .nothingFound: "nothing matches: nothing was selected"
    case .grid(let error): error.description
    case .pattern(let error): error.description
    case .taken(let beat, let marker):
      "beat \(beat.fraction): marker \(marker + 1) already exists there"
    case .division(let count): EditedPattern.divisions.expected(unit: "parts", found: count)
    case .narrow(let marker, let count):
      "marker \(marker + 1): no room for \(count) parts before the next"
    case .merging(let count, let size):
      "\(count.counted("selected marker")): expected a multiple of \(size)"
    case .single: "only one marker is selected: scaling needs at least two"
    case .notSelected(let marker): "marker \(marker + 1) is not selected"
    case .noClip(let clip): Clip.numbers.expected("a clip", found: clip + 1)
    case .noSavedSelection(let number):
      SavedSelection.numbers.expected("a group", found: number + 1)
    case .noClips: "the pattern has no clips: `clip 1 kick` makes one"
    case .emptyClip(let clip, let column):
      "column \(column + 1): clip \(clip + 1) is empty: `clip \(clip + 1) snare` fills it"
    case .nothingToHold(let column): "column \(column + 1): + must follow a hit"
    case .emptySavedSelection(let number):
      "group \(number + 1) is empty: `group save \(number + 1)` fills it"
    case .unnamedSavedSelection(let name): "unknown group \(name.quoted): `group list` lists them"
    case .hitDistance(let distance):
      "\(distance.fraction) is not a whole number of markers: hits move from marker to marker"
    case .onlyHitsGoOver: "only hits go over others or wrap: `select hits 1-4`"
    case .onlyMarkersSnap: "only markers snap, and hits are selected: `select markers 1-4`"
    case .onlyMarkersScale:
      "only markers are stretched, and hits are selected: `select markers 1-4`"
    case .onlyMarkersDivide:
      "only markers are divided and merged, and hits are selected: `select markers 1-4`"
    case .onlyMarkersHaveAmplitudes:
      "only markers have an amplitude, and hits are selected: `hits velocity 80`, or "
        + "`select markers 1-4`"
    case .hitOutside, .hitTaken: hitDescription
    }
  }

  private var hitDescription: String {
    switch self {
    case .hitOutside(let voice, let from, let to, let count):
      "\(voice), marker \(from + 1): " + (1...count).expected("a marker", found: to + 1)
    case .hitTaken(let voice, let from, let to):
      "\(voice), marker \(from + 1): marker \(to + 1) has hits that are not selected"
    default: ""
    }
  }
}
