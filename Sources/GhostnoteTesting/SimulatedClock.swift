public import MusicalTime

/// A simulated MIDI clock: the ticks of a known tempo, with the errors of a bad connection.
public struct SimulatedClock: Sendable {
  /// The true tempo.
  public let curve: TempoCurve
  /// The maximum error of a tick's time, in ticks at its own tempo.
  public var jitter = 0.0
  /// Ticks are delayed to the next multiple of this many seconds.
  public var frame = 0.0
  /// One tick in this many is lost; 0 for none.
  public var lostOnceIn = 0
  /// One tick in this many comes twice; 0 for none.
  public var doubledOnceIn = 0
  /// The number of ticks at the start that are never lost or doubled, because that could not be
  /// detected.
  public var sureTicks = 24
  private var dice: SplitMix64

  /// An ideal clock with the tempo `curve`.
  public init(_ curve: TempoCurve, seed: UInt64 = 1) {
    self.curve = curve
    dice = SplitMix64(seed: seed)
  }

  /// The true time of the first tick.
  public static let beginning = HostTime(nanoseconds: 10_000_000_000)

  /// The times at which tick `index` arrives, in order; call it for 0, 1, 2 and so on.
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
