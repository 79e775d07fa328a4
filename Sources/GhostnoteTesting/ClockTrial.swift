public import Clock
import MIDI
public import MusicalTime

/// Estimates the beat from clock ticks.
public protocol BeatTeller {
  mutating func tick(at time: HostTime)
  /// The beat since the first tick; only called for times between the last tick and the next.
  func beats(at time: HostTime) -> Double
}

extension ClockFollower: BeatTeller {
  /// A follower that has received Start.
  public static var started: ClockFollower {
    var follower = ClockFollower()
    _ = follower.take(.start, at: HostTime(nanoseconds: 0))
    return follower
  }

  /// Processes a clock tick.
  public mutating func tick(at time: HostTime) { _ = take(.timingClock, at: time) }
  /// The follower's beat at `time`.
  public func beats(at time: HostTime) -> Double { beat(at: time).inBeats }
}

/// The error of a clock follower against a simulated clock's true beat.
public struct ClockTrial: Sendable {
  /// One comparison: half way between two ticks, or just before the second.
  public struct Look: Sendable {
    /// The estimated beat.
    public var beat: Double
    /// Estimated minus true beat, as milliseconds at the true tempo.
    public var milliseconds: Double
  }

  /// All comparisons.
  public private(set) var looks: [Look] = []

  /// Feeds `beats` of `clock` to `teller`, with two comparisons per tick.
  public init<Teller: BeatTeller>(_ clock: SimulatedClock, beats: Int, heardBy teller: inout Teller)
  {
    var clock = clock
    var last: HostTime?
    for index in 0..<beats * 24 {
      for time in clock.arrivals(ofTick: index) {
        if let last {
          let half = HostTime.Interval(nanoseconds: last.distance(to: time).nanoseconds / 2)
          look(at: last.advanced(by: half), clock, teller)
          look(at: time, clock, teller)
        }
        teller.tick(at: time)
        last = time
      }
    }
  }

  private mutating func look(at time: HostTime, _ clock: SimulatedClock, _ teller: some BeatTeller)
  {
    let (beat, bpm) = clock.truth(at: time)
    looks.append(Look(beat: beat, milliseconds: (teller.beats(at: time) - beat) * 60_000 / bpm))
  }

  /// The absolute errors from `beat` on, in milliseconds.
  private func sizes(from beat: Double) -> [Double] {
    looks.filter { $0.beat >= beat }.map(\.milliseconds.magnitude)
  }

  /// The largest absolute error from `beat` on.
  public func worst(from beat: Double) -> Double { sizes(from: beat).max() ?? .nan }

  /// The 95th percentile of the absolute errors.
  public func p95(from beat: Double) -> Double {
    let sizes = sizes(from: beat).sorted()
    return sizes.isEmpty ? .nan : sizes[min(sizes.count - 1, sizes.count * 95 / 100)]
  }

  /// The mean of the signed errors: positive if the estimate is ahead.
  public func mean(from beat: Double) -> Double {
    let errors = looks.filter { $0.beat >= beat }.map(\.milliseconds)
    return errors.reduce(0, +) / Double(errors.count)
  }

  /// The root mean square of the errors around `middle`.
  public func rms(from beat: Double, about middle: Double = 0) -> Double {
    let squares = looks.lazy.filter { $0.beat >= beat }.map {
      ($0.milliseconds - middle) * ($0.milliseconds - middle)
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }
}
