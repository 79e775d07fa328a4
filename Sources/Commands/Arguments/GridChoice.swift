public import MusicalTime
public import Rhythm

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
