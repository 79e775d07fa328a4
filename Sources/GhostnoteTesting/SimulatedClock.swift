public import MusicalTime

/// A MIDI clock that nobody sends: the ticks of a known tempo, as a bad link would deliver them.
public struct SimulatedClock: Sendable {
  public let curve: TempoCurve
  /// Each tick comes up to this early or late, in ticks of its own tempo.
  public var jitter = 0.0
  /// Ticks are held until the next whole multiple of so many seconds.
  public var frame = 0.0
  /// One tick in so many is lost, or comes twice; 0 is none.
  public var lostOnceIn = 0
  public var doubledOnceIn = 0
  /// The first ticks are never lost nor doubled: nothing could tell.
  public var sureTicks = 24
  private var dice: SplitMix64

  public init(_ curve: TempoCurve, seed: UInt64 = 1) {
    self.curve = curve
    dice = SplitMix64(seed: seed)
  }

  /// When the first tick is truly due.
  public static let beginning = HostTime(nanoseconds: 10_000_000_000)

  /// The moments at which tick `index` comes, in order; call for 0, 1, 2 and so on.
  public mutating func arrivals(ofTick index: Int) -> [HostTime] {
    let beat = Double(index) / 24
    let due = curve.seconds(at: beat)
    let tick = 60 / 24 / curve.beat(at: due).bpm
    var time = due
    if jitter > 0 { time += .random(in: -jitter...jitter, using: &dice) * tick }
    if frame > 0 { time = (time / frame - 1e-6).rounded(.up) * frame }
    let isSure = index < sureTicks
    if lostOnceIn > 0, dice.once(in: lostOnceIn), !isSure { return [] }
    guard doubledOnceIn > 0, dice.once(in: doubledOnceIn), !isSure else { return [host(time)] }
    return [host(time), host(time + .random(in: 0...0.2, using: &dice) * tick)]
  }

  /// The true beat at `time`, and the tempo there.
  public func truth(at time: HostTime) -> (beat: Double, bpm: Double) {
    curve.beat(at: Double(Self.beginning.distance(to: time).nanoseconds) / 1e9)
  }

  private func host(_ seconds: Double) -> HostTime {
    Self.beginning.advanced(by: HostTime.Interval(nanoseconds: Int64((seconds * 1e9).rounded())))
  }
}
