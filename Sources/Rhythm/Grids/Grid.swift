public import MusicalTime

/// The markers of a bar or of any other length, evenly spaced or not, in order; none but those that a
/// temperament brings together share a place. A marker's number is counted from 0.
public struct Grid: Sendable, Hashable {
  /// From the beginning of one loop to that of the next.
  public let length: Beats
  /// In order; those of the first loop where they move.
  public let markers: [Marker]
  /// What the markers' places come from; nil where they are as written.
  public let tempering: Tempering?

  /// How many markers a grid can have.
  public static let counts = 1...256
  /// How long a grid can be.
  public static let lengths = Beats(1, over: 64)...Beats(1_024)
  /// The numbers of even steps that a beat can have.
  public static let stepsPerBeatRange = 1...16

  /// A grid of these markers; refuses what is out of order or out of its length.
  public init(length: Beats, markers: [Marker]) throws(GridError) {
    guard Self.counts.contains(markers.count) else { throw .markerCount(markers.count) }
    guard Self.lengths.contains(length) else { throw .length(length) }
    try Self.check(markers, length: length)
    self.init(unchecked: markers, length: length)
  }

  /// The chosen beats of a tempering, with these amplitudes in order, or 1 where there are no more.
  ///
  /// Where several beats go to one, their markers meet at its end: on one place, in their order.
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

  /// `count` markers that part a length evenly, each at the nearest unit.
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
      guard (0...1).contains(marker.amplitude) else {
        throw .amplitude(marker: index, marker.amplitude)
      }
      guard
        index == 0 || markers[index - 1].beat < marker.beat
          || mayMeet && markers[index - 1].beat == marker.beat
      else {
        throw .order(marker: index, marker.beat)
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

  /// How many markers it has.
  public var count: Int { markers.count }

  /// How many even steps make a beat, the whole grid through and at full amplitude; nil where it is
  /// not like that.
  public var stepsPerBeat: Int? {
    Self.stepsPerBeatRange.first { self == Grid(uncheckedCount: count, stepsPerBeat: $0) }
  }

  /// Where a marker of the first loop lies; markers past the last are those of the loops after it.
  public func beat(of marker: Int) -> Beats {
    let (loop, index) = marker.quotientAndRemainder(dividingBy: count)
    return markers[index].beat + length * Int64(loop)
  }

  /// The marker passed last at `beat`; loops are counted through.
  public func marker(at beat: Beats) -> Int {
    let inLoop = beat - length * beat.dividedRoundingDown(by: length)
    let later = markers.partitioningIndex { $0.beat > inLoop }
    return later == 0 ? count - 1 : later - 1
  }

  /// How many loops pass until the markers lie as at first.
  public var loopCount: Int { tempering?.course.loopCount ?? 1 }

  /// The markers as they lie in loop number `loop`, counted from 0.
  public func markers(inLoop loop: Int) -> [Marker] {
    guard let tempering, loopCount > 1 else { return markers }
    let amount = tempering.course.amount(inLoop: loop)
    let places = tempering.temperament.places(at: amount, in: length)
    return zip(places, markers).map { Marker($0, amplitude: $1.amplitude) }
  }

  /// The same markers, as tempered as before, with these amplitudes in order; the others keep
  /// theirs.
  public func with(amplitudes: [Double]) throws(GridError) -> Grid {
    var changed = markers
    for (index, amplitude) in zip(changed.indices, amplitudes) {
      changed[index].amplitude = amplitude
    }
    try Self.check(changed, length: length)
    return Grid(unchecked: changed, length: length, tempering: tempering)
  }

  /// As many markers as asked for, spaced as these are: the first ones, or more of them behind the
  /// last, loop by loop; it ends where the next one would lie. Other counts than its own stop
  /// tempering it.
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
  /// Where the first element is that `belongs` behind the border, all of which come last.
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
