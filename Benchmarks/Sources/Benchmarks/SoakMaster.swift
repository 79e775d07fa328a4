import GhostnoteTesting
import MusicalTime

/// Another's clock: even ticks that come up to a fifth of a tick late, one in fifty never, one in
/// fifty twice, and now and then none for up to a second.
struct SoakMaster {
  private let bpm: Double
  private let beginning: HostTime
  private var next = 0
  private var silentThrough = 0
  private var dice: SplitMix64

  init(bpm: Double, beginning: HostTime, seed: UInt64) {
    self.bpm = bpm
    self.beginning = beginning.advanced(by: HostTime.Interval(nanoseconds: 20_000_000))
    dice = SplitMix64(seed: seed)
  }

  /// The beat at `time`.
  func beat(at time: HostTime) -> Double {
    Double(beginning.distance(to: time).nanoseconds) / 1e9 * bpm / 60
  }

  /// Pulls the cable for `seconds`: the song goes on, its ticks don't come.
  mutating func pullCable(seconds: Double) {
    // A tempo known from a few ticks does not last.
    guard next > 240 else { return }
    silentThrough = next + Int(seconds * bpm * 24 / 60)
  }

  /// Whether the cable is pulled.
  var isSilent: Bool { next < silentThrough }

  /// The ticks that come before `end`, in order.
  mutating func ticks(until end: HostTime) -> [HostTime] {
    var times: [HostTime] = []
    let tick = 60e9 / bpm / 24
    while true {
      let due = beginning.advanced(
        by: HostTime.Interval(nanoseconds: Int64(Double(next) * tick)))
      guard due < end else { return times.sorted() }
      next += 1
      if next <= silentThrough { continue }
      if next > 48, dice.once(in: 50) { continue }
      let late = Int64(Double.random(in: 0...0.2, using: &dice) * tick)
      times.append(due.advanced(by: HostTime.Interval(nanoseconds: late)))
      if next > 48, dice.once(in: 50), let last = times.last { times.append(last) }
    }
  }
}
