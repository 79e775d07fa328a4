import MusicalTime

/// The push against a fall at a time.
struct StrokePlace: Sendable, Hashable {
  var time: HostTime
  /// In m/s².
  var push: Double

  func milliseconds(since other: StrokePlace) -> Double {
    Double(other.time.distance(to: time).nanoseconds) / 1e6
  }
}

/// A stroke whose peak is waited for.
struct StrokeRise: Sendable {
  /// How strongly the hand fell before, in m/s².
  let fall: Double
  /// The acceleration at the peak.
  private(set) var vector: Acceleration
  private var places: [StrokePlace]
  private var highest = 1

  /// The share of its peak to which a stroke has fallen before it is over: a rise may rest for a sample.
  private static let over = 0.8
  /// How long a peak is waited for, in milliseconds.
  private static let patience = 45.0

  init(_ before: StrokePlace, _ first: StrokePlace, _ vector: Acceleration, fall: Double) {
    places = [before, first]
    self.vector = vector
    self.fall = fall
  }

  mutating func take(_ place: StrokePlace, _ vector: Acceleration) {
    places.append(place)
    guard place.push > peak.push else { return }
    highest = places.count - 1
    self.vector = vector
  }

  var began: HostTime { places[1].time }
  var peak: StrokePlace { places[highest] }

  var isOver: Bool {
    let last = places[places.count - 1]
    return last.push < Self.over * peak.push
      || last.milliseconds(since: places[1]) > Self.patience
  }

  /// The time of the peak between samples: where the slope is nothing.
  var summit: HostTime {
    guard highest + 1 < places.count else { return peak.time }
    let (a, b, c) = (places[highest - 1], peak, places[highest + 1])
    let up = (b.push - a.push) / b.milliseconds(since: a)
    let down = (c.push - b.push) / c.milliseconds(since: b)
    guard up > 0, down < 0 else { return b.time }
    let after =
      b.milliseconds(since: a) / 2 + up / (up - down) * c.milliseconds(since: a) / 2
    return a.time.advanced(by: HostTime.Interval(nanoseconds: Int64((after * 1e6).rounded())))
  }
}
