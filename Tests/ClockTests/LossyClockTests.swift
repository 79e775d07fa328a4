import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Testing

/// A bad link: each tick up to a fifth of a tick late, one in fifty lost, one in fifty twice, and now
/// and then none for up to a second.
@Suite struct LossyClockTests {
  /// A song's ticks by such a link.
  private struct Link {
    private var dice: SplitMix64
    let tick: Double
    var arrivals: [(number: Int, at: Double)] = []

    init(seed: UInt64, pullsCable: Bool) {
      dice = SplitMix64(seed: seed)
      tick = 60e9 / .random(in: 60...200, using: &dice) / 24
      var silentThrough = 0
      for number in 0..<5_000 {
        if pullsCable, number > 240, dice.once(in: 1_500) {
          silentThrough = number + Int(Double.random(in: 50e6...1e9, using: &dice) / tick)
        }
        if number < silentThrough { continue }
        if number > 48, dice.once(in: 50) { continue }
        let at = (Double(number) + .random(in: 0...0.2, using: &dice)) * tick
        arrivals.append((number, at))
        if number > 48, dice.once(in: 50) { arrivals.append((number, at)) }
      }
    }
  }

  /// Follows such a song, looking every 5 ms; returns how many ticks it is off at the end.
  private func slip(seed: UInt64, pullsCable: Bool) -> Double {
    let link = Link(seed: seed, pullsCable: pullsCable)
    var follower = ClockFollower()
    func moment(_ nanoseconds: Double) -> HostTime {
      HostTime(nanoseconds: 1_000_000_000_000 + Int64(nanoseconds))
    }
    _ = follower.take(.start, at: moment(-1e6))
    var looked = 0.0
    for arrival in link.arrivals {
      while looked < arrival.at {
        _ = follower.look(at: moment(looked))
        looked += 5e6
      }
      _ = follower.take(.timingClock, at: moment(arrival.at))
    }
    let last = Double(link.arrivals.last?.number ?? 0)
    let beat = follower.beat(at: moment(last * link.tick))
    return Double(beat.units) / 120_120 - last
  }

  @Test func `no tick slips in half a million with losses, doubles and lateness`() {
    let slips = (0..<100 as Range<UInt64>).map { slip(seed: $0, pullsCable: false) }
    #expect(slips.allSatisfy { $0.magnitude < 0.8 }, "\(slips.filter { $0.magnitude >= 0.8 })")
  }

  @Test(arguments: [1.0, 2, 3, 4, 5, 6, 7, 8, 9])
  func `a tick that is lost just after one that was late is counted`(milliseconds late: Double) {
    let tick = 60e9 / 120 / 24
    var follower = ClockFollower()
    func moment(_ nanoseconds: Double) -> HostTime {
      HostTime(nanoseconds: 1_000_000_000_000 + Int64(nanoseconds))
    }
    _ = follower.take(.start, at: moment(-1e6))
    for number in 0..<480 where number % 100 != 99 {
      let delay = number % 100 == 98 ? late * 1e6 : 0
      _ = follower.take(.timingClock, at: moment(Double(number) * tick + delay))
    }
    #expect(follower.health.ticksLost == 4)
    let place = Double(follower.beat(at: moment(478 * tick)).units) / 120_120
    #expect((place - 478).magnitude < 0.2)
  }

  @Test func `nor where the cable is pulled for up to a second`() {
    let slips = (0..<100 as Range<UInt64>).map { slip(seed: $0, pullsCable: true) }
    #expect(slips.allSatisfy { $0.magnitude < 0.8 }, "\(slips.filter { $0.magnitude >= 0.8 })")
  }
}
