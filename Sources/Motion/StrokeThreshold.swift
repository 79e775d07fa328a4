import Foundation
import MusicalTime

/// The push that makes a stroke: much more just after another, so that one is not counted twice.
struct StrokeThreshold: Sendable {
  private let level: Double
  private var lastTime: HostTime?
  private var lastPeak = 0.0

  /// The share of a soft stroke's peak that makes a stroke.
  private static let levelShare = 0.4
  /// In milliseconds: no hand strikes twice in this time.
  private static let blocked = 50.0
  /// In milliseconds: until then the next must be stronger than the last; afterwards what it needs halves each `half`.
  private static let refractory = 90.0
  private static let half = 45.0

  init(soft: Double) { level = Self.levelShare * soft }

  private func age(at time: HostTime) -> Double {
    lastTime.map { Double($0.distance(to: time).nanoseconds) / 1e6 } ?? .infinity
  }

  /// In m/s².
  func level(at time: HostTime) -> Double {
    let age = age(at: time)
    guard age >= Self.blocked else { return .infinity }
    return max(level, lastPeak * exp2((Self.refractory - age) / Self.half))
  }

  /// What goes on rising after a stroke is still the same one.
  mutating func note(_ push: Double, at time: HostTime) {
    if age(at: time) < Self.blocked { lastPeak = max(lastPeak, push) }
  }

  /// A stroke has been found: for a while the next one needs more.
  mutating func raise(after rise: StrokeRise) {
    (lastTime, lastPeak) = (rise.peak.time, rise.peak.push)
  }
}

/// Measures how strongly a hand falls, from which the stroke can be foretold.
struct FallMeter: Sendable {
  /// How strongly it fell just now, in m/s².
  var depth = 0.0
  /// How much stronger it is stopped as a rule.
  private var ratio = 2.0

  /// In milliseconds: in which half of a fall is forgotten.
  private static let half = 80.0
  private static let newness = 0.25

  mutating func take(_ push: Double, after span: Double) {
    depth = max(-push, depth * exp2(-span / Self.half))
  }

  /// The stroke that is to be expected now, in m/s².
  var foretold: Double { depth * ratio }

  /// The stroke that was to be expected from a fall; nil where there was none.
  func foretold(from fall: Double) -> Double? { fall > 1 ? fall * ratio : nil }

  mutating func learn(peak: Double, from fall: Double) {
    guard fall > 1 else { return }
    ratio += Self.newness * (min(8, peak / fall) - ratio)
  }
}

/// Which way along the device a hand is stopped; learned from the first strokes where it is not known, since a hand is
/// stopped more strongly than it falls.
struct StrokeDirection: Sendable {
  private var axis: Acceleration?
  private var sum = Acceleration.zero
  private var count = 0

  init(_ axis: Acceleration?) { self.axis = axis }

  /// How much of an acceleration is against the fall.
  func push(of vector: Acceleration) -> Double { axis.map(vector.dot) ?? vector.length }

  mutating func learn(_ vector: Acceleration) {
    guard axis == nil else { return }
    sum = sum.adding(vector, times: vector.length)
    count += 1
    if count >= StrokeCalibration.strokes { axis = sum.unit }
  }
}
