public import MusicalTime

/// Why an edit can't be made; markers, clips, groups and columns are counted from 0 in here and from
/// 1 in words.
public enum EditError: Error, Hashable {
  case noMarker(Int, count: Int)
  case noLane(Voice)
  /// The lane lies on the pattern's grid.
  case noOwnGrid(Voice)
  /// The voice's lane lies on another grid than what is selected.
  case otherGrid(Voice)
  case nothingSelected
  /// Nothing is as the selection asks for.
  case nothingFound
  /// The markers would be no grid.
  case grid(GridError)
  /// The lanes would be no pattern.
  case pattern(PatternError)
  /// A marker is there already.
  case taken(Beats, marker: Int)
  /// A hit would leave the grid.
  case hitOutside(Voice, from: Int, to: Int, count: Int)
  /// A hit would fall on one that stays.
  case hitTaken(Voice, from: Int, to: Int)
  /// Markers can't be divided into so many.
  case division(Int)
  /// There is no room for so many before the next marker.
  case narrow(marker: Int, by: Int)
  /// So many selected markers don't make whole groups of `by`.
  case merging(Int, by: Int)
  /// Scaling needs two markers at least.
  case single
  /// The marker is not selected.
  case notSelected(Int)
  /// The clip of that number is empty.
  case emptyClip(Int, column: Int)
  case noClip(Int)
  case noClips
  case noGroup(Int)
  /// Nothing sounds that could be held.
  case nothingToHold(column: Int)
  case emptyGroup(Int)
  case unnamedGroup(String)
  /// Hits move by whole numbers of markers.
  case hitDistance(Beats)
}

extension EditError: CustomStringConvertible {
  /// Where, what is wrong and what to do, in words.
  public var description: String {
    switch self {
    case .noMarker(let marker, let count):
      "marker \(marker + 1): the grid has \(count == 1 ? "only marker 1" : "markers 1 to \(count)")"
    case .noLane(let voice): "\(voice) has no lane in this pattern"
    case .noOwnGrid(let voice): "\(voice) lies on the pattern's grid: select without its name"
    case .otherGrid(let voice): "\(voice) has a grid of its own: what is selected is on another"
    case .nothingSelected: "nothing is selected: `select all`, or `select 1-4`"
    case .nothingFound: "there is nothing like that to select"
    case .grid(let error): error.description
    case .pattern(let error): error.description
    case .taken(let beat, let marker):
      "beat \(beat.fraction): marker \(marker + 1) is there already"
    case .division(let count): "\(count) parts: a marker is divided into 2 to 16"
    case .narrow(let marker, let count):
      "marker \(marker + 1): there is no room for \(count) parts before the next"
    case .merging(let count, let size):
      "\(count) selected markers are no whole groups of \(size)"
    case .single: "one marker alone has nothing to scale: select two at least"
    case .notSelected(let marker): "marker \(marker + 1) is not selected"
    case .noClip(let clip): "clip \(clip + 1): a pattern has clips 1 to 16"
    case .noGroup(let group): "group \(group + 1): a patch has groups 1 to 16"
    case .noClips: "the pattern has no clips: `clip 1 kick` makes one"
    case .emptyClip(let clip, let column):
      "column \(column + 1): clip \(clip + 1) is empty: `clip \(clip + 1) snare` fills it"
    case .nothingToHold(let column): "column \(column + 1): + has nothing to hold"
    case .emptyGroup(let group): "group \(group + 1) is empty: `group save \(group + 1)` fills it"
    case .unnamedGroup(let name): "“\(name)” is no group: `group list` lists them"
    case .hitDistance(let distance):
      "\(distance.fraction) is no number of markers: hits move from marker to marker"
    case .hitOutside, .hitTaken: hitDescription
    }
  }

  private var hitDescription: String {
    switch self {
    case .hitOutside(let voice, let from, let to, let count):
      "\(voice), marker \(from + 1): marker \(to + 1) is outside 1 to \(count)"
    case .hitTaken(let voice, let from, let to):
      "\(voice), marker \(from + 1): marker \(to + 1) has hits that are not selected"
    default: ""
    }
  }
}
