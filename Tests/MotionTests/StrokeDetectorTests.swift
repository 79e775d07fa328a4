import MusicalTime
import Rhythm
import Testing

@testable import Motion

@Suite struct StrokeDetectorTests {
  private static func traces(_ rate: Int) throws -> [MotionTrace] {
    try MotionTrace.players.map { try MotionTrace($0, rate: rate) }
  }

  @Test(arguments: [60, 100])
  func `of 200 strokes of five players few are missed and few are doubled`(
    rate: Int
  ) throws {
    var (count, missed, doubled, errors) = (0, 0, 0, [Double]())
    for trace in try Self.traces(rate) {
      let calibration = try #require(trace.calibration)
      let judged = trace.judge(trace.found(calibration))
      count += trace.strokes.count
      missed += judged.missed
      doubled += judged.doubled
      errors += judged.errors.map(\.magnitude)
    }
    let median = errors.sorted()[errors.count / 2]
    print(
      "strokes at \(rate) Hz: \(missed) of \(count) missed, \(doubled) doubled, off by \(median) ms"
    )
    #expect(count == 200)
    #expect(missed <= 4)
    #expect(doubled <= 2)
    #expect(median <= 8)
  }

  @Test(arguments: [60, 100]) func `the page and this detector find the same strokes`(
    rate: Int
  ) throws {
    let page = try PageStrokes.all()
    for trace in try Self.traces(rate) {
      let theirs = try #require(page["\(trace.player)-\(rate)"])
      let own = try #require(trace.calibration)
      #expect(abs(own.soft - theirs.calibration.soft) < 1e-9)
      #expect(abs(own.rise - theirs.calibration.rise) < 1e-6)
      for (isEager, expected) in [(false, theirs.strokes), (true, theirs.eager)] {
        let found = trace.found(own, isEager: isEager)
        try #require(found.count == expected.count)
        for (a, b) in zip(found, expected) {
          #expect(abs(a[0] - b[0]) < 0.002 && abs(a[1] - b[1]) < 0.001)
        }
      }
    }
  }

  @Test
  func `a stroke that rises is reported as it rises, with the velocity that the fall foretells`()
    throws
  {
    let trace = try MotionTrace("arm", rate: 100)
    let calibration = try #require(trace.calibration)
    let (eager, whole) = (trace.found(calibration, isEager: true), trace.found(calibration))
    try #require(eager.count == whole.count)
    for (early, late) in zip(eager, whole) { #expect(early[0] <= late[0] + 10) }
    let judged = trace.judge(eager)
    #expect(judged.missed == 0 && judged.doubled == 0)
  }

  @Test func `without a calibration the way of the stroke is learned from the first four`() throws {
    let trace = try MotionTrace("arm", rate: 100)
    // As if held the other way round, and with gravity.
    var detector = StrokeDetector()
    let turned = trace.motion.map {
      MotionSample(
        time: $0.time,
        acceleration: Acceleration(-$0.acceleration.z, $0.acceleration.y, $0.acceleration.x + 9.8))
    }
    let found = turned.compactMap { detector.take($0) }.map { Double($0.time.nanoseconds) / 1e6 }
    let judged = trace.judge(found.map { [$0, 0] })
    #expect(judged.missed + judged.doubled <= 2)
  }

  @Test func `velocity is 45 for a soft stroke, 115 for a loud one, and never out of range`() {
    let player = StrokeCalibration(axis: nil, soft: 10, loud: 40, rise: 500)
    let velocities = [0, 0.001, 10, 20, 40, 1e9].map {
      MotionStroke(time: HostTime(nanoseconds: 0), strength: $0).velocity(player).value
    }
    #expect(velocities == [1, 1, 45, 80, 115, 127])
  }

  @Test func `stamps that stand still, go back or pause do no harm`() {
    var detector = StrokeDetector()
    let times: [Double] = [0, 10, 10, 5, 20, 400, 410, 420, 9_000_000_000, 9_000_000_010]
    for time in times {
      let sample = MotionSample(time: MotionTrace.time(time), acceleration: Acceleration(1, 2, 3))
      #expect(detector.take(sample) == nil)
    }
  }

  /// Samples of one axis in m/s², 10 ms apart.
  private static func samples(_ pushes: [Double], from start: Double) -> [MotionSample] {
    pushes.enumerated().map { index, push in
      MotionSample(
        time: MotionTrace.time(start + 10 * Double(index)), acceleration: Acceleration(0, 0, push))
    }
  }

  @Test(arguments: [251, 1_000, 60_000] as [Double], [false, true])
  func `a stroke that a pause cuts off is not finished after it, and hides no other`(
    pause: Double, isEager: Bool
  ) {
    let player = StrokeCalibration(axis: Acceleration(0, 0, 1), soft: 10, loud: 40, rise: 500)
    func strokes(_ samples: [MotionSample]) -> [MotionStroke] {
      var detector = StrokeDetector(player, isEager: isEager)
      return samples.compactMap { detector.take($0) }
    }
    let still = [Double](repeating: 0, count: 20)
    let stroke: [Double] = [0, 20, 40, 10]
    for begun in [[20], [20, 40], [-5, 20, 40]] as [[Double]] {
      let before = Self.samples(still + begun, from: 0)
      let end = 10 * Double(before.count - 1) + pause
      let (rest, next) = (
        Self.samples(still, from: end), Self.samples(stroke + still, from: end)
      )
      #expect(strokes(before).count == (isEager ? 1 : 0))
      #expect(strokes(next).count == 1)
      #expect(strokes(before + rest) == strokes(before))
      #expect(strokes(before + next) == strokes(before) + strokes(next))
    }
  }

  @Test func `a calibration needs four soft strokes and four louder ones`() throws {
    let trace = try MotionTrace("arm", rate: 60)
    let (soft, loud) = (trace.soft.map(MotionTrace.time), trace.loud.map(MotionTrace.time))
    #expect(StrokeCalibration([], soft: soft[0]...soft[1], loud: loud[0]...loud[1]) == nil)
    #expect(
      StrokeCalibration(trace.motion, soft: loud[0]...loud[1], loud: soft[0]...soft[1]) == nil)
  }

  @Test(arguments: MotionTrace.players)
  func `a phase too short for four strokes does not calibrate`(player: String) throws {
    for rate in [60, 100] {
      let trace = try MotionTrace(player, rate: rate)
      func phase(_ ends: [Double], _ length: Double? = nil) -> ClosedRange<HostTime> {
        MotionTrace.time(ends[0])...MotionTrace.time(length.map { ends[0] + $0 } ?? ends[1])
      }
      let (soft, loud, motion) = (phase(trace.soft), phase(trace.loud), trace.motion)
      #expect(StrokeCalibration(motion, soft: soft, loud: loud) != nil)
      // Strokes are more than 200 ms apart.
      for length: Double in [150, 300, 450, 600] {
        let (softs, louds) = (phase(trace.soft, length), phase(trace.loud, length))
        #expect(StrokeCalibration(motion, soft: softs, loud: loud) == nil, "\(rate) \(length)")
        #expect(StrokeCalibration(motion, soft: soft, loud: louds) == nil, "\(rate) \(length)")
      }
    }
  }
}
