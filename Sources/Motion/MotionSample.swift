import Foundation
public import MusicalTime
public import Rhythm

/// What a sensor measured, gravity included or not.
public struct MotionSample: Sendable, Hashable {
  /// When it was measured, by the daemon's clock.
  public var time: HostTime
  /// In m/s², along the device's axes.
  public var acceleration: Acceleration

  /// A sample measured at `time`.
  public init(time: HostTime, acceleration: Acceleration) {
    (self.time, self.acceleration) = (time, acceleration)
  }

  /// Milliseconds since another.
  func milliseconds(since other: HostTime) -> Double {
    Double(other.distance(to: time).nanoseconds) / 1e6
  }
}

/// A stroke that was found.
public struct MotionStroke: Sendable, Hashable {
  /// When it was meant.
  public var time: HostTime
  /// How strongly the hand was stopped, in m/s².
  public var strength: Double

  /// How loud it is for a player of that kind: soft strokes are 45, loud ones 115, as the ear has it.
  public func velocity(_ calibration: StrokeCalibration) -> Velocity {
    guard strength > 0 else { return Velocity(clamping: 1) }
    let range = calibration.loud / calibration.soft
    let value = 45 + 70 * log(strength / calibration.soft) / log(range)
    // Without a difference between soft and loud it may be no number.
    return Velocity(clamping: value.isNaN ? 1 : Int(Velocity.clamped(value).rounded()))
  }
}
