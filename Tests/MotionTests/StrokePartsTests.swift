import MusicalTime
import Rhythm
import Testing

@testable import Motion

/// The parts of the detector of strokes, each against figures worked out by hand.
@Suite struct StrokePartsTests {
  private static func time(_ milliseconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  /// A rise that lasted 20 ms and had its highest push of all at `milliseconds`.
  private static func rise(at milliseconds: Double, push: Double) -> StrokeRise {
    let places = [-20.0, 0].map {
      StrokePlace(time: time(milliseconds + $0), push: $0 < 0 ? 0 : push)
    }
    return StrokeRise(places[0], places[1], Acceleration(0, 0, push), fall: 0)
  }

  @Test func `before a stroke two fifths of a soft one are enough`() {
    let threshold = StrokeThreshold(soft: 15)
    #expect([-1e6, 0, 1e6].map { threshold.level(at: Self.time($0)) } == [6, 6, 6])
  }

  @Test(arguments: [
    (0, .infinity), (49.9, .infinity),
    // As strong as the last at 90 ms, stronger before, and half as strong each 45 ms later.
    (50, 30 * 1.852), (90, 30), (135, 15), (180, 7.5), (225, 6), (1e5, 6),
  ])
  func `after a stroke the next must be so strong`(milliseconds: Double, least: Double) {
    var threshold = StrokeThreshold(soft: 15)
    threshold.raise(after: Self.rise(at: 1_000, push: 30))
    let level = threshold.level(at: Self.time(1_000 + milliseconds))
    #expect(level == least || abs(level - least) < 0.01 * least)
  }

  @Test func `what goes on rising within 50 ms raises the next one's level, later it does not`() {
    let level = { (milliseconds: Double, push: Double) in
      var threshold = StrokeThreshold(soft: 15)
      threshold.raise(after: Self.rise(at: 0, push: 30))
      threshold.note(push, at: Self.time(milliseconds))
      return threshold.level(at: Self.time(90))
    }
    #expect(level(49, 50) == 50)
    #expect(level(49, 20) == 30)
    #expect(level(50, 50) == 30)
  }

  @Test func `a fall is as deep as it was at most, and half of it is forgotten in 80 ms`() {
    var fall = FallMeter()
    var depths: [Double] = []
    for (push, span) in [(-4.0, 10.0), (-2, 0), (1, 80), (0, 80), (-3, 10), (5, 160)] {
      fall.take(push, after: span)
      depths.append(fall.depth)
    }
    #expect(depths == [4, 4, 2, 1, 3, 0.75])
  }

  @Test func `how much stronger a stroke is than its fall is learned a quarter at a time`() {
    var fall = FallMeter()
    var foretold = [fall.foretold(from: 10)]
    // A fall that is none says nothing, and a blow counts as eight times its fall at most.
    for (peak, from) in [(40.0, 10.0), (40, 1), (1_000, 10)] {
      fall.learn(peak: peak, from: from)
      foretold.append(fall.foretold(from: 10))
    }
    #expect(foretold == [20, 25, 25, 38.75])
    #expect(fall.foretold(from: 1) == nil && fall.foretold(from: 1.1) != nil)
  }

  @Test func `until the way of strokes is known every push counts, then what is along it`() {
    var direction = StrokeDirection(nil)
    let aside = Acceleration(3, 4, 0)
    var pushes = [direction.push(of: aside)]
    for strength in [10.0, 10, 10, 10] {
      direction.learn(Acceleration(0, 0, strength))
      pushes.append(direction.push(of: aside))
    }
    #expect(pushes == [5, 5, 5, 5, 0])
    #expect(direction.push(of: Acceleration(0, 0, -7)) == -7)
    // What is known stays.
    direction.learn(Acceleration(100, 0, 0))
    #expect(direction.push(of: aside) == 0)
  }

  @Test func `of the first strokes the stronger say more of the way`() {
    var direction = StrokeDirection(nil)
    for vector in [(30.0, 0.0), (0.0, 10), (30, 0), (0, 10)] {
      direction.learn(Acceleration(vector.0, vector.1, 0))
    }
    // Nine to one, as each counts by its length.
    #expect(abs(direction.push(of: Acceleration(1, 0, 0)) - 9 / 82.0.squareRoot()) < 1e-12)
  }

  @Test(arguments: [[0, 10, 0], [0, 10, 5], [5, 10, 0], [0, 10, 9.9], [-20, 10, 9]])
  func `a peak is between samples where a parabola through them is highest`(pushes: [Double]) {
    let places = pushes.enumerated().map {
      StrokePlace(time: Self.time(10 * Double($0)), push: $1)
    }
    var rise = StrokeRise(places[0], places[1], .zero, fall: 0)
    rise.take(places[2], .zero)
    let (a, b, c) = (pushes[0], pushes[1], pushes[2])
    let vertex = 10 + 5 * (a - c) / (a - 2 * b + c)
    #expect(abs(Double(rise.summit.nanoseconds) / 1e6 - vertex) < 1e-5)
  }

  @Test func `a rise is over where it has fallen by a fifth, or after 45 ms`() {
    let places = [(0.0, 0.0), (10, 10), (20, 8.1), (30, 12), (40, 9.7), (50, 9.5)]
      .map { StrokePlace(time: Self.time($0.0), push: $0.1) }
    var rise = StrokeRise(places[0], places[1], Acceleration(1, 0, 0), fall: 0)
    var isOver = [rise.isOver]
    for (index, place) in places.enumerated().dropFirst(2) {
      rise.take(place, Acceleration(0, Double(index), 0))
      isOver.append(rise.isOver)
    }
    #expect(isOver == [false, false, false, false, true])
    #expect(rise.peak == places[3] && rise.vector == Acceleration(0, 3, 0))
    #expect(rise.began == places[1].time)
    var flat = StrokeRise(places[0], places[1], .zero, fall: 0)
    flat.take(StrokePlace(time: Self.time(55), push: 10), .zero)
    let isOverAt45 = flat.isOver
    flat.take(StrokePlace(time: Self.time(56), push: 10), .zero)
    #expect(!isOverAt45 && flat.isOver)
  }

  @Test func `an axis has length 1, and nothing has none`() {
    #expect(Acceleration(0, 3, 4).unit == Acceleration(0, 0.6, 0.8))
    #expect(Acceleration.zero.unit == nil)
    #expect(
      Acceleration(1, 2, 3).adding(Acceleration(1, 1, 1), times: -2) == Acceleration(-1, 0, 1))
  }

  @Test func `a calibration without a difference between soft and loud gives some velocity`() {
    let player = StrokeCalibration(axis: nil, soft: 10, loud: 10, rise: 500)
    let velocities = [9.0, 10, 11].map {
      MotionStroke(time: Self.time(0), strength: $0).velocity(player).value
    }
    #expect(velocities == [1, 1, 127])
  }
}
