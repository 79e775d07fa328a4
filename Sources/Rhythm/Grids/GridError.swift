public import MusicalTime

/// What keeps markers from being a grid; markers are counted from 0 in here and from 1 in words.
public enum GridError: Error, Hashable {
  /// A grid can't have this many markers.
  case markerCount(Int)
  /// A grid can't be this long.
  case length(Beats)
  /// A beat can't have this many even steps.
  case stepsPerBeat(Int)
  /// The marker lies before the beginning, or at the end of `length` or behind it.
  case outside(marker: Int, Beats, length: Beats)
  /// The marker lies where the one before it lies, or before that.
  case order(marker: Int, Beats)
  /// The marker's amplitude isn't 0 to 1.
  case amplitude(marker: Int, Double)
  /// There are more amplitudes than markers.
  case amplitudeCount(Int, markers: Int)
  /// Its tempering puts two markers on one place.
  case tempering(TemperamentError)
  /// There is no tempering whose amount could change.
  case notTempered
  /// No grid has this name.
  case noPreset(String)
}

extension GridError: CustomStringConvertible {
  /// Where, what is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .markerCount(let count): "\(count) markers: a grid has 1 to 256"
    case .length(let length):
      "a length of \(length.counted): a grid is 1/64 to 1024 beats long"
    case .stepsPerBeat(let count): "\(count) steps a beat: a beat has 1 to 16"
    case .outside(let marker, let beat, let length):
      "marker \(marker + 1) at beat \(beat.fraction): the grid is from 0 to before \(length.fraction)"
    case .order(let marker, let beat):
      "marker \(marker + 1) at beat \(beat.fraction): it must lie behind the marker before it"
    case .amplitude(let marker, let amplitude):
      "marker \(marker + 1), amplitude \(amplitude): it is 0 to 1"
    case .amplitudeCount(let count, let markers):
      "\(count.counted("amplitude")) for \(markers.counted("marker")): leave out what is too many"
    case .tempering(let error): error.description
    case .notTempered: "the grid isn't tempered: say between which subdivisions, as in 5:7 1/2"
    case .noPreset(let name):
      "“\(name)” is no grid: a preset such as sixteenths or son (`grid` lists them), 16/4 (steps, "
        + "and how many make a beat), 17 in 4 (markers in beats) or 2+2+3"
    }
  }
}
