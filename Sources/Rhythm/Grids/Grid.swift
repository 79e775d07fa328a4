public import MusicalTime

/// The markers of a bar or any other length, in order, evenly spaced or not. Two markers have the
/// same position only where a tempering moves them together. Markers count from 0.
public struct Grid: Sendable, Hashable {
  /// The length of a loop.
  public let length: Beats
  /// In order; for moving markers, those of the first loop.
  public let markers: [Marker]
  /// The tempering that the positions are computed from; nil if they are as written.
  public let tempering: Tempering?

  /// The number of markers a grid can have.
  public static let counts = 1...256
  /// The lengths a grid can have.
  public static let lengths = Warp.periods
  /// The numbers of even steps per beat.
  public static let stepsPerBeatRange = 1...16

  /// Throws if markers are out of order or outside the length.
  public init(length: Beats, markers: [Marker]) throws(GridError) {
    guard Self.counts.contains(markers.count) else { throw .markerCount(markers.count) }
    guard Self.lengths.contains(length) else { throw .length(length) }
    try Self.check(markers, length: length)
    self.init(unchecked: markers, length: length)
  }

  /// The chosen beats of a tempering, with these amplitudes in order; missing ones are 1.
  ///
  /// Markers that a tempering moves to the same beat keep their order.
  public init(
    length: Beats, tempering: Tempering, amplitudes: [Double] = []
  ) throws(GridError) {
    guard Self.lengths.contains(length) else { throw .length(length) }
    let (temperament, course) = (tempering.temperament, tempering.course)
    let places = temperament.places(at: course.amount(inLoop: 0), in: length)
    guard amplitudes.count <= places.count else {
      throw .amplitudeCount(amplitudes.count, markers: places.count)
    }
    let markers = places.enumerated().map { index, place in
      Marker(place, amplitude: index < amplitudes.count ? amplitudes[index] : 1)
    }
    try Self.check(markers, length: length, mayMeet: true)
    self.init(unchecked: markers, length: length, tempering: tempering)
  }

  /// `count` markers that divide a length evenly, each rounded to the nearest unit.
  public init(count: Int, in length: Beats) throws(GridError) {
    guard Self.counts.contains(count) else { throw .markerCount(count) }
    guard Self.lengths.contains(length) else { throw .length(length) }
    let (units, count) = (length.units, Int64(count))
    self.init(
      unchecked: (0..<count).map { Marker(Beats(units: (units * $0 * 2 + count) / (count * 2))) },
      length: length)
  }

  private static func check(
    _ markers: [Marker], length: Beats, mayMeet: Bool = false
  ) throws(GridError) {
    for (index, marker) in markers.enumerated() {
      guard marker.beat >= .zero, marker.beat < length else {
        throw .outside(marker: index, marker.beat, length: length)
      }
      guard Knob.amplitude.range.contains(marker.amplitude) else {
        throw .amplitude(marker: index, marker.amplitude)
      }
      guard index > 0 else { continue }
      let before = markers[index - 1].beat
      guard before <= marker.beat else { throw .order(marker: index, marker.beat) }
      guard mayMeet || before < marker.beat else {
        throw .coinciding(marker: index, marker.beat)
      }
    }
  }

  /// `count` even steps of 1/`stepsPerBeat` beat.
  public init(count: Int, stepsPerBeat: Int) throws(GridError) {
    guard Self.counts.contains(count) else { throw .markerCount(count) }
    guard Self.stepsPerBeatRange.contains(stepsPerBeat) else { throw .stepsPerBeat(stepsPerBeat) }
    self.init(uncheckedCount: count, stepsPerBeat: stepsPerBeat)
  }

  init(unchecked markers: [Marker], length: Beats, tempering: Tempering? = nil) {
    self.markers = markers
    self.length = length
    self.tempering = tempering
  }

  init(uncheckedCount count: Int, stepsPerBeat: Int) {
    let step = Beats(1, over: Int64(stepsPerBeat))
    self.init(
      unchecked: (0..<Int64(count)).map { Marker(step * $0) }, length: step * Int64(count))
  }

  /// One bar of 4/4 in sixteenths.
  public static let sixteenths = Grid(uncheckedCount: 16, stepsPerBeat: 4)

  /// The number of markers.
  public var count: Int { markers.count }

  /// The number of even steps per beat; nil if the grid is not even throughout or not at full
  /// amplitude.
  public var stepsPerBeat: Int? {
    Self.stepsPerBeatRange.first { self == Grid(uncheckedCount: count, stepsPerBeat: $0) }
  }

  /// The position of a marker in the first loop; indices past the last continue into the following
  /// loops.
  public func beat(of marker: Int) -> Beats {
    let (loop, index) = marker.quotientAndRemainder(dividingBy: count)
    return markers[index].beat + length * Int64(loop)
  }

  /// The last marker at or before `beat`, counted through loops.
  public func marker(at beat: Beats) -> Int {
    let inLoop = beat - length * beat.dividedRoundingDown(by: length)
    let later = markers.partitioningIndex { $0.beat > inLoop }
    return later == 0 ? count - 1 : later - 1
  }

  /// The number of loops after which the marker positions repeat.
  public var loopCount: Int { tempering?.course.loopCount ?? 1 }

  /// The markers in loop `loop`, counted from 0.
  public func markers(inLoop loop: Int) -> [Marker] {
    guard let tempering, loopCount > 1 else { return markers }
    let amount = tempering.course.amount(inLoop: loop)
    let places = tempering.temperament.places(at: amount, in: length)
    return zip(places, markers).map { Marker($0, amplitude: $1.amplitude) }
  }

  /// The same markers and tempering with new amplitudes in order; markers without a new one keep
  /// theirs.
  public func with(amplitudes: [Double]) throws(GridError) -> Grid {
    var changed = markers
    for (index, amplitude) in zip(changed.indices, amplitudes) {
      changed[index].amplitude = amplitude
    }
    try Self.check(changed, length: length, mayMeet: tempering != nil)
    return Grid(unchecked: changed, length: length, tempering: tempering)
  }

  /// The grid with `count` markers at the same spacing: the first ones, or further loops appended.
  /// It ends where the next marker would be. A changed count removes the tempering.
  public func resized(to count: Int) throws(GridError) -> Grid {
    if count == self.count { return self }
    guard Self.counts.contains(count) else { throw .markerCount(count) }
    let markers = (0..<count).map { index in
      Marker(beat(of: index), amplitude: self.markers[index % self.count].amplitude)
    }
    let (loops, rest) = count.quotientAndRemainder(dividingBy: self.count)
    let length = rest == 0 ? length * Int64(loops) : beat(of: count)
    return try Grid(length: length, markers: markers)
  }
}

extension RandomAccessCollection {
  /// The index of the first element that satisfies `belongs`; all elements after it must satisfy it
  /// too (binary search).
  func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if belongs(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
