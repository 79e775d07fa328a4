public import MusicalTime

/// What the strokes of one player with one device are like.
public struct StrokeCalibration: Sendable, Hashable {
  /// The way in which the hand is stopped, of length 1; nil where that is to be learned from the first strokes.
  public var axis: Acceleration?
  /// The peaks of soft and of loud strokes, in m/s².
  public var soft: Double
  /// The peak of loud strokes, in m/s².
  public var loud: Double
  /// How quickly soft ones rise, in m/s³.
  public var rise: Double

  /// Peaks are in m/s², the rise in m/s³.
  public init(axis: Acceleration?, soft: Double, loud: Double, rise: Double) {
    (self.axis, self.soft, self.loud, self.rise) = (axis, soft, loud, rise)
  }

  /// What holds until a player has shown a few strokes: a change counts from 400 m/s³ on, which is the 0.4 g between
  /// samples at 100 Hz of TVDrums.
  public static let standard = StrokeCalibration(axis: nil, soft: 15, loud: 50, rise: 1600)

  /// Strokes of each kind that are needed.
  static let strokes = 4

  /// Out of a few soft strokes and a few loud ones in `samples`; nil where there are too few, or no difference.
  public init?(
    _ samples: [MotionSample], soft: ClosedRange<HostTime>, loud: ClosedRange<HostTime>
  ) {
    let during = samples.filter { loud.contains($0.time) }.map(\.acceleration)
    guard let x = Self.median(during.map(\.x)), let y = Self.median(during.map(\.y)),
      let z = Self.median(during.map(\.z))
    else { return nil }
    let middle = Acceleration(x, y, z)
    let vectors = samples.map { $0.acceleration.adding(middle, times: -1) }
    let stops = Self.peaks(samples, vectors.map(\.length), loud)
      .reduce(Acceleration.zero) { $0.adding(vectors[$1]) }
    guard let axis = stops.unit else { return nil }
    let pushes = vectors.map { $0.dot(axis) }
    let (softs, louds) = (Self.peaks(samples, pushes, soft), Self.peaks(samples, pushes, loud))
    guard softs.count == Self.strokes, louds.count == Self.strokes,
      let quiet = Self.median(softs.map { pushes[$0] }),
      let strong = Self.median(louds.map { pushes[$0] }),
      let rise = Self.median(softs.map { Self.steepest(samples, pushes, to: $0) }),
      quiet > 0, strong > quiet, rise > 0
    else { return nil }
    self.init(axis: axis, soft: quiet, loud: strong, rise: rise)
  }

  /// Where the largest values are, 200 ms apart.
  private static func peaks(
    _ samples: [MotionSample], _ values: [Double], _ during: ClosedRange<HostTime>
  ) -> [Int] {
    let order = samples.indices.filter { during.contains(samples[$0].time) }
      .sorted { values[$0] == values[$1] ? $0 < $1 : values[$0] > values[$1] }
    var found: [Int] = []
    for index in order where found.count < strokes {
      let isApart = found.allSatisfy {
        samples[index].milliseconds(since: samples[$0].time).magnitude > 200
      }
      if isApart { found.append(index) }
    }
    return found
  }

  /// The steepest rise in the 40 ms up to a peak, in m/s³.
  private static func steepest(
    _ samples: [MotionSample], _ pushes: [Double], to peak: Int
  ) -> Double {
    var most = 0.0
    var index = peak
    while index > 0, samples[peak].milliseconds(since: samples[index].time) < 40 {
      let span = max(samples[index].milliseconds(since: samples[index - 1].time), 1)
      most = max(most, (pushes[index] - pushes[index - 1]) / span * 1000)
      index -= 1
    }
    return most
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let (sorted, middle) = (values.sorted(), values.count / 2)
    return values.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
