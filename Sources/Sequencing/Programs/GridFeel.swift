public import MusicalTime

/// Whether played music is written in sixteenths or in triplets.
public enum GridFeel: Sendable, Hashable {
  /// Four steps a beat.
  case sixteenths
  /// Three steps a beat.
  case triplets

  /// What `beats` are near; sixteenths if that is not clear.
  public init(of beats: some Sequence<Beats>) {
    let sixteenths = Self.distance(of: beats, stepsPerBeat: 4)
    let triplets = Self.distance(of: beats, stepsPerBeat: 3)
    let isClear = sixteenths >= Self.tolerance && triplets < sixteenths / 2
    self = isClear ? .triplets : .sixteenths
  }

  /// The `distance` up to which beats count as near a grid.
  static let tolerance = 0.15

  /// The mean squared distance of `beats` from the nearest steps, as a share of that of random
  /// beats.
  static func distance(of beats: some Sequence<Beats>, stepsPerBeat: Int64) -> Double {
    var (sum, count) = (0.0, 0)
    for beat in beats {
      let place = beat.inBeats * Double(stepsPerBeat)
      let distance = place - place.rounded()
      sum += distance * distance
      count += 1
    }
    return count == 0 ? 0 : 12 * sum / Double(count)
  }
}
