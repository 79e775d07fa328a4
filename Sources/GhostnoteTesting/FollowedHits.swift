import Clock
import MIDI
import MusicalTime

/// The hits of a sequencer that plans block by block and follows a clock.
public struct FollowedHits: Sendable {
  /// The sixteenths played, in order.
  public private(set) var sixteenths: [Int64] = []
  /// The timing errors in milliseconds; positive is late.
  public private(set) var errors: [Double] = []

  private var follower = ClockFollower.started
  private var line: Timeline?
  private static let block: Int64 = 128

  /// Plays a hit on every sixteenth of `beats` of `clock`, in blocks of 128 frames.
  public init(_ clock: SimulatedClock, beats: Int) {
    var clock = clock
    var arrivals: [HostTime] = []
    for tick in 0..<beats * 24 { arrivals += clock.arrivals(ofTick: tick) }
    var heard = 0
    var frame = Frame(index: 0)
    while heard < arrivals.count {
      let now = Self.time(of: frame)
      while heard < arrivals.count, arrivals[heard] <= now {
        take(at: arrivals[heard], from: frame)
        heard += 1
      }
      play(from: frame, judgedBy: clock)
      frame = frame.advanced(by: Self.block)
    }
  }

  /// Whether all sixteenths were played once and in order.
  public var isWhole: Bool {
    !sixteenths.isEmpty && sixteenths == Array(0..<Int64(sixteenths.count))
  }

  private mutating func take(at time: HostTime, from frame: Frame) {
    guard case .rolls(let beat, _) = follower.take(.timingClock, at: time) else { return }
    line = Timeline(
      tempo: follower.health.tempo, sampleRate: .standard, beatOrigin: beat, frameOrigin: frame)
  }

  private mutating func play(from frame: Frame, judgedBy clock: SimulatedClock) {
    guard let old = line else { return }
    let tempo = follower.tempo(
      from: old.beat(at: frame), at: Self.time(of: frame),
      within: HostTime.Interval(nanoseconds: 10_000_000))
    let line = old.bent(to: tempo, at: frame)
    self.line = line
    var next = line.beat(at: frame).dividedRoundingUp(by: .sixteenth)
    while line.frame(at: .sixteenth * next) < frame.advanced(by: Self.block) {
      let due = clock.curve.seconds(at: Double(next) / 4)
      let played = Self.time(of: line.frame(at: .sixteenth * next))
      let seconds = Double(SimulatedClock.beginning.distance(to: played).nanoseconds) / 1e9
      sixteenths.append(next)
      errors.append((seconds - due) * 1_000)
      next += 1
    }
  }

  private static func time(of frame: Frame) -> HostTime {
    SimulatedClock.beginning.advanced(by: SampleRate.standard.duration(frames: frame.index))
  }
}
