public import MusicalTime
public import Rhythm

/// What can be asked of grids, of a lane's settings, and of what writes rhythms.
public enum GridCommand: Sendable, Hashable {
  /// List the grids that have names.
  case list
  /// Put the pattern on another grid.
  case pattern(GridChoice)
  /// Change how a voice's lane plays beside the pattern.
  case lane(Voice, LaneChange)
  /// Write a Euclidean rhythm in place of a voice's steps.
  case euclid(Voice, Euclid)
  /// Add or take away hits of a voice by metric weight.
  case density(Voice, Density)
}

/// One setting of a lane and its new value.
public enum LaneChange: Sendable, Hashable {
  /// A grid of its own; nil is the pattern's.
  case grid(GridChoice?)
  /// A grid of its own with that number of markers, spaced as before.
  case length(Int)
  case ratio(SpeedRatio)
  /// Markers later in each loop.
  case turn(Int)
  case looseness(Looseness)
  /// 1 to 8; nil is none.
  case muteGroup(Int?)
}

/// A grid, or how to make it of the one that is there.
public enum GridChoice: Sendable, Hashable {
  case grid(Grid)
  /// Markers by hand; as long as before where no length is given.
  case markers([Marker], length: Beats?)
  /// Markers between two subdivisions; as long as before where no length is given.
  case tempered(Tempering, length: Beats?)
  /// The tempering that is there, to another amount.
  case course(TemperingCourse)

  /// The grid that it makes of `present`, whose amplitudes stay where as many markers are tempered.
  public func grid(from present: Grid) throws(GridError) -> Grid {
    switch self {
    case .grid(let grid): return grid
    case .markers(let markers, let length):
      return try Grid(length: length ?? present.length, markers: markers)
    case .tempered(let tempering, let length):
      let keeps = tempering.temperament.mapping.count == present.count
      return try Grid(
        length: length ?? present.length, tempering: tempering,
        amplitudes: keeps ? present.markers.map(\.amplitude) : [])
    case .course(let course):
      guard let tempering = present.tempering else { throw .notTempered }
      return try GridChoice.tempered(Tempering(tempering.temperament, course), length: nil)
        .grid(from: present)
    }
  }
}
