public import MusicalTime

/// Why markers are not a valid grid. Markers count from 0 here and from 1 in messages.
public enum GridError: Error, Hashable {
  /// The number of markers is out of range.
  case markerCount(Int)
  /// The length is out of range.
  case length(Beats)
  /// The number of steps per beat is out of range.
  case stepsPerBeat(Int)
  /// The marker is before beat 0, or at or after the end.
  case outside(marker: Int, Beats, length: Beats)
  /// The marker is not after the one before it.
  case order(marker: Int, Beats)
  /// The marker has the position of the one before it, which only a tempering may bring about.
  case coinciding(marker: Int, Beats)
  /// The marker's amplitude is not 0 to 1.
  case amplitude(marker: Int, Double)
  /// There are more amplitudes than markers.
  case amplitudeCount(Int, markers: Int)
  /// The tempering is not valid for this grid.
  case tempering(TemperamentError)
  /// The grid has no tempering whose amount could change.
  case notTempered
  /// No grid has this name.
  case noPreset(String)
}

extension GridError: CustomStringConvertible {
  /// Where, what is wrong and the limit, as a phrase.
  public var description: String {
    switch self {
    case .markerCount(let count): "a number of markers: " + Grid.counts.expected(found: count)
    case .length(let length):
      "a grid's length: " + Grid.lengths.expected(unit: "beats", found: length)
    case .stepsPerBeat(let count):
      "steps per beat: " + Grid.stepsPerBeatRange.expected(found: count)
    case .outside(let marker, let beat, let length):
      "marker \(marker + 1) at beat \(beat.fraction): the grid is from 0 to before \(length.fraction)"
    case .order(let marker, let beat):
      "marker \(marker + 1) at beat \(beat.fraction): it must be after the marker before it"
    case .coinciding(let marker, let beat):
      "markers \(marker) and \(marker + 1) fall on the same beat, \(beat.fraction): "
        + "move or delete one (or temper less)"
    case .amplitude(let marker, let amplitude):
      "marker \(marker + 1), amplitude: " + Knob.amplitude.expected(found: amplitude)
    case .amplitudeCount(let count, let markers):
      "\(count.counted("amplitude")) for \(markers.counted("marker")): remove the extra ones"
    case .tempering(let error): error.description
    case .notTempered: "the grid is not tempered: name two subdivisions, as in 5:7 1/2"
    case .noPreset(let name):
      "unknown grid \(name.quoted): expected a preset such as sixteenths or son (`grid` lists them), 16/4 (steps, "
        + "and how many make a beat), 17 in 4 (markers in beats) or 2+2+3"
    }
  }
}
