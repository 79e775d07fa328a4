import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Testing

/// Clocks that fall silent, stall, burst, and come again.
@Suite struct ClockFollowerSilenceTests {
  private var master = FollowedMaster()

  private mutating func roll(_ clocks: Int) {
    master.say(.start)
    master.clocks(clocks)
  }

  /// The beat now, in clocks and parts of one.
  private var clocksNow: Double { master.follower.beat(at: master.now).inBeats * 24 }

  @Test mutating func `a clock is lost after a quarter of a second, and that is said once`() {
    roll(49)
    master.wait(249_000_000)
    #expect(master.follower.look(at: master.now).words == "none")
    master.wait(2_000_000)
    #expect(master.follower.look(at: master.now).words == "lost")
    #expect(master.follower.health.presence == .lost)
    #expect(master.follower.look(at: master.now).words == "none")
    #expect(master.follower.motion == .rolling)
  }

  @Test mutating func `a slow clock is lost only after four of its ticks`() {
    master.tick = 125_000_000
    roll(49)
    master.wait(499_000_000)
    #expect(master.follower.look(at: master.now).words == "none")
    master.wait(2_000_000)
    #expect(master.follower.look(at: master.now).words == "lost")
  }

  @Test mutating func `a lost clock's beat goes on, and nothing slips when it returns`() {
    roll(49)
    master.wait(master.tick * 40 + master.tick / 4)
    #expect(master.follower.look(at: master.now).words == "lost")
    #expect((clocksNow - 88.25).magnitude < 0.001)
    master.wait(master.tick * 3 / 4)
    #expect(master.say(.timingClock).words == "tick")
    #expect(master.follower.position.clocks == 89)
    #expect(master.follower.health.presence == .seeking)
    master.clocks(30)
    #expect(master.follower.position.clocks == 119)
    #expect((clocksNow - 119).magnitude < 0.001)
    #expect(master.follower.health.presence == .locked)
  }

  @Test(arguments: [false, true])
  mutating func `Continue in the silence of a lost clock goes on after the last tick heard`(
    isAlone: Bool
  ) {
    roll(49)
    #expect(master.say(.continue).words == "none")
    master.wait(5_000_000_000)
    #expect(master.follower.look(at: master.now).words == "lost")
    if isAlone { master.follower.run(at: Tempo(measuredMicrobpm: 90_000_000), from: master.now) }
    master.wait(1_000_000_000)
    #expect(master.say(.continue).words == "armed 49")
    #expect(master.clocks(1).words == "rolls 49")
    master.clocks(24)
    #expect(master.follower.position.clocks == 73)
    #expect((clocksNow - 73).magnitude < 0.001)
  }

  @Test mutating func `once a lost clock ticks again, Continue is ignored as while rolling`() {
    roll(49)
    master.wait(master.tick * 39)
    #expect(master.follower.look(at: master.now).words == "lost")
    #expect(master.clocks(1).words == "tick")
    #expect(master.say(.continue).words == "none")
    #expect(master.clocks(1).words == "tick")
    #expect(master.follower.position.clocks == 89)
  }

  @Test mutating func `a tempo of our own takes over, and the clock is met again at its tick`() {
    roll(49)
    master.wait(300_000_000)
    #expect(master.follower.look(at: master.now).words == "lost")
    let begun = clocksNow
    master.follower.run(at: Tempo(measuredMicrobpm: 60_000_000), from: master.now)
    #expect((clocksNow - begun).magnitude < 0.001)
    master.wait(1_000_000_000)
    #expect((clocksNow - begun - 24).magnitude < 0.001)
    // Half a tick off at most, and never back.
    let reached = clocksNow
    #expect(master.say(.timingClock).words == "tick")
    #expect((Double(master.follower.position.clocks) - reached).magnitude <= 0.5)
    #expect(clocksNow >= reached)
    let position = master.follower.position.clocks
    master.clocks(30)
    #expect(master.follower.position.clocks == position + 30)
    #expect((clocksNow - Double(position) - 30).magnitude < 0.001)
  }

  @Test mutating func `the line is fitted again after a pause of minutes`() {
    master.clocks(60)
    master.wait(300_000_000_000)
    master.tick = 31_250_000
    master.say(.start)
    #expect(master.clocks(1).words == "rolls 0")
    master.clocks(24)
    #expect(master.follower.position == Beats(1))
    #expect((master.follower.health.tempo.bpm - 80).magnitude < 0.001)
    #expect(master.follower.health.ticksLost == 0 && master.follower.health.ticksDropped == 0)
  }

  @Test mutating func `a clock that never comes again leaves a stopped song at its position`() {
    roll(49)
    master.say(.stop)
    master.wait(10_000_000_000)
    #expect(master.follower.look(at: master.now).words == "lost")
    #expect(clocksNow == 49)
  }

  @Test mutating func `three ticks held back and sent in a lump are three ticks`() {
    roll(60)
    for _ in 0..<10 {
      master.wait(master.tick * 3 + 2_000_000)
      for _ in 0..<3 {
        master.say(.timingClock)
        master.wait(300_000)
      }
      master.wait(-2_900_000)
      master.clocks(21)
    }
    #expect(master.follower.position.clocks == 59 + 240)
    #expect((clocksNow - 299).magnitude < 0.1)
    #expect(master.follower.health.ticksLost == 0 && master.follower.health.ticksDropped == 0)
    #expect(master.follower.health.ticks == 300)
  }

  @Test mutating func `what comes faster than 999 bpm is dropped and counted`() {
    roll(60)
    for _ in 0..<50 {
      master.say(.timingClock)
      master.wait(40_000)
    }
    #expect(master.follower.health.ticksDropped == 50)
    #expect(master.follower.position.clocks == 59)
    master.wait(-2_000_000)
    master.clocks(24)
    #expect(master.follower.position.clocks == 83)
    #expect((master.follower.health.tempo.bpm - 120).magnitude < 0.001)
  }

  @Test mutating func `a Start that shifts the clock has its first tick for downbeat`() {
    for shift in [-9_000_000, -3_000_000, 2_000_000, 9_000_000, 90_000_000] as [Int64] {
      master = FollowedMaster()
      master.clocks(60)
      master.say(.start)
      master.wait(shift)
      #expect(master.clocks(1).words == "rolls 0")
      master.clocks(24)
      #expect(master.follower.position == Beats(1))
      let nearness = shift.magnitude < 5_000_000 ? 0.12 : 0.01
      #expect((clocksNow - 24).magnitude < nearness)
      #expect((master.follower.health.tempo.bpm - 120).magnitude < 1)
    }
  }

  @Test mutating func `a Start while the tempo is known begins on the smoothed tick`() {
    master.clocks(100)
    master.say(.start)
    master.wait(2_000_000)
    guard case .rolls(_, let moment) = master.clocks(1) else {
      Issue.record("does not roll")
      return
    }
    let early = moment.distance(to: master.now).nanoseconds
    #expect((1_800_000...2_000_000).contains(early))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  mutating func `the beat never runs backwards while it rolls`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    roll(Int.random(in: 1...60, using: &dice))
    var reached = clocksNow
    for _ in 0..<600 {
      if dice.once(in: 30) { master.tick = .random(in: 8_000_000...60_000_000, using: &dice) }
      var wait = dice.once(in: 12) ? .random(in: 0...400_000_000, using: &dice) : master.tick
      while wait > 0 {
        let step = min(wait, 3_000_000)
        master.wait(step)
        wait -= step
        #expect(clocksNow >= reached)
        reached = clocksNow
        _ = master.follower.look(at: master.now)
        if dice.once(in: 500) { master.follower.run(at: .standard, from: master.now) }
      }
      master.say(.timingClock)
      #expect(clocksNow >= reached)
    }
  }

  @Test mutating func `a Start on a loop whose clock comes only later begins like any other`() {
    roll(60)
    #expect(master.say(.start).words == "rolls 0")
    master.wait(700_000_000)
    #expect(master.say(.timingClock).words == "rolls 0")
    #expect(clocksNow == 0)
    master.clocks(24)
    #expect((clocksNow - 24).magnitude < 0.001)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  mutating func `whatever comes, each clock is counted once`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var sent: Int64 = 0
    for _ in 0..<1_500 {
      master.wait(.random(in: 0...(dice.once(in: 40) ? 4_000_000_000 : 30_000_000), using: &dice))
      switch Int.random(in: 0...40, using: &dice) {
      case 0: master.say(.start)
      case 1: master.say(.stop)
      case 2: master.say(.continue)
      case 3: master.say(.songPosition(.random(in: 0...16_383, using: &dice)))
      case 4: _ = master.follower.look(at: master.now)
      case 5: master.follower.run(at: .standard, from: master.now)
      case 6: master.follower.halt()
      case 7: master.follower.arm(from: .sixteenth * .random(in: 0...99, using: &dice))
      default:
        master.say(.timingClock)
        sent += 1
      }
      let health = master.follower.health
      #expect(health.ticks + health.ticksDropped == sent)
      #expect(health.ticksLost >= 0 && health.ticksDropped >= 0)
      #expect((1...999).contains(health.tempo.bpm))
      #expect(master.follower.position >= .zero)
    }
  }

  @Test mutating func `the tempo asked for is never backwards and brings the two together`() {
    roll(60)
    let span = HostTime.Interval(nanoseconds: 50_000_000)
    for gap in [-20_000, -300, 0, 300, 20_000] as [Int64] {
      let stand = Beats(units: master.follower.beat(at: master.now).units + gap)
      let tempo = master.follower.tempo(from: stand, at: master.now, within: span)
      let meeting = Double(stand.units) / 2_882_880 + tempo.bpm / 60 * 0.05
      let goal = master.follower.beat(at: master.now.advanced(by: span)).inBeats
      #expect((meeting - goal).magnitude < 1e-5)
    }
    let far = master.follower.beat(at: master.now) + Beats(2)
    #expect(master.follower.tempo(from: far, at: master.now, within: span).bpm == 1)
  }
}
