import Foundation
import MusicalTime

/// Finds the strokes of a hand that holds a device like a stick, in samples as they come.
///
/// A stroke is where a falling hand is stopped: the acceleration against the fall is large, and rises quickly. The rules are those
/// of the page (Page/modules/strokes.js), and both are held to the same traces.
public struct StrokeDetector: Sendable {
  private let calibration: StrokeCalibration
  private let isEager: Bool
  private var direction: StrokeDirection
  private var fall = FallMeter()
  private var threshold: StrokeThreshold
  private var last: MotionSample?
  /// What acceleration is on average: gravity, and what a sensor is off by.
  private var mean = Acceleration.zero
  /// The push against the fall in the sample before, in m/s².
  private var push = 0.0
  /// The usual time between samples, in milliseconds.
  private var interval = 0.0
  private var rise: StrokeRise?

  /// In milliseconds: how slowly the mean follows, and a rest after which all begins again.
  private static let settling = 1000.0
  private static let gap = 250.0
  /// The share of a soft stroke's rise from which a change is a stroke.
  private static let riseShare = 0.25

  /// - Parameter isEager: whether a stroke is reported as it rises, before its peak is known.
  public init(_ calibration: StrokeCalibration = .standard, isEager: Bool = false) {
    self.calibration = calibration
    self.isEager = isEager
    direction = StrokeDirection(calibration.axis)
    threshold = StrokeThreshold(soft: calibration.soft)
  }

  /// Takes a sample; returns a stroke where one is known by now.
  public mutating func take(_ sample: MotionSample) -> MotionStroke? {
    guard let last, sample.milliseconds(since: last.time) <= Self.gap else {
      begin(sample)
      return nil
    }
    let span = sample.milliseconds(since: last.time)
    guard span > 0 else { return nil }
    interval = interval == 0 ? span : interval + 0.05 * (min(span, 2 * interval) - interval)
    mean = mean.adding(
      sample.acceleration.adding(mean, times: -1), times: min(1, span / Self.settling))
    let vector = sample.acceleration.adding(mean, times: -1)
    let before = StrokePlace(time: last.time, push: push)
    push = direction.push(of: vector)
    self.last = sample
    fall.take(push, after: span)
    if rise != nil { return follow(StrokePlace(time: sample.time, push: push), vector) }
    threshold.note(push, at: sample.time)
    // Stamps may be late: a sample soon after such a one did not really come sooner.
    let speed = (push - before.push) / max(span, 0.75 * interval) * 1000
    guard push >= threshold.level(at: sample.time), speed >= Self.riseShare * calibration.rise
    else { return nil }
    let now = StrokePlace(time: sample.time, push: push)
    rise = StrokeRise(before, now, vector, fall: fall.depth)
    guard isEager else { return nil }
    return MotionStroke(time: sample.time, strength: max(push, fall.foretold))
  }

  private mutating func begin(_ sample: MotionSample) {
    last = sample
    mean = sample.acceleration
    (push, interval) = (0, 0)
    fall.depth = 0
    rise = nil
  }

  /// Waits for the peak of a rise.
  private mutating func follow(_ place: StrokePlace, _ vector: Acceleration) -> MotionStroke? {
    guard var rise else { return nil }
    rise.take(place, vector)
    guard rise.isOver else {
      self.rise = rise
      return nil
    }
    self.rise = nil
    threshold.raise(after: rise)
    // A peak between two samples is missed by a sensor: how strongly the hand fell says as much.
    let foretold = fall.foretold(from: rise.fall) ?? rise.peak.push
    fall.learn(peak: rise.peak.push, from: rise.fall)
    direction.learn(rise.vector)
    guard !isEager else { return nil }
    return MotionStroke(
      time: rise.summit, strength: (rise.peak.push * foretold).squareRoot())
  }
}
