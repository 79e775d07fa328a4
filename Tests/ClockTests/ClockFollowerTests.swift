import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Testing

/// A follower and a master at 120 bpm that a test plays by hand.
struct FollowedMaster {
  var follower = ClockFollower()
  var now = HostTime(nanoseconds: 5_000_000_000)
  var tick: Int64 = 20_833_333

  /// Lets time pass.
  mutating func wait(_ nanoseconds: Int64) {
    now = now.advanced(by: HostTime.Interval(nanoseconds: nanoseconds))
  }

  @discardableResult mutating func say(_ message: ShortMessage) -> ClockFollower.Event {
    follower.take(message, at: now)
  }

  /// Sends `count` clocks, each a tick after what came before, and returns what the last one meant.
  @discardableResult mutating func clocks(_ count: Int) -> ClockFollower.Event {
    var event = ClockFollower.Event.none
    for _ in 0..<count {
      wait(tick)
      event = say(.timingClock)
    }
    return event
  }
}

extension ClockFollower.Event {
  /// Short, for tests to compare: what happened and at which clock.
  var words: String {
    switch self {
    case .none: "none"
    case .tick: "tick"
    case .armed(let beat): "armed \(beat.clocks)"
    case .rolls(let beat, _): "rolls \(beat.clocks)"
    case .stopped(let beat): "stopped \(beat.clocks)"
    case .located(let beat): "located \(beat.clocks)"
    case .overdue: "overdue"
    case .lost: "lost"
    }
  }
}

extension Beats {
  /// Whole MIDI clocks.
  var clocks: Int64 { dividedRoundingDown(by: .clockTick) }
}

@Suite struct ClockFollowerTests {
  private var master = FollowedMaster()

  @Test mutating func `the first clock after Start is the downbeat`() {
    #expect(master.say(.start).words == "armed 0")
    #expect(master.follower.motion == .armed)
    master.wait(400_000_000)
    #expect(master.follower.beat(at: master.now) == .zero)
    #expect(master.clocks(1).words == "rolls 0")
    #expect(master.follower.beat(at: master.now) == .zero)
    #expect(master.clocks(24).words == "tick")
    #expect(master.follower.position == Beats(1))
    #expect((master.follower.beat(at: master.now) - Beats(1)).units.magnitude < 10)
  }

  @Test mutating func `Start, Stop, a song position and Continue land on the bar asked for`() {
    master.say(.start)
    master.clocks(31)
    #expect(master.say(.stop).words == "stopped 31")
    #expect(master.say(.songPosition(128)).words == "located 768")
    // No clock is missed yet, so the next one is foreseen.
    #expect(master.say(.continue).words == "rolls 768")
    #expect(master.clocks(1).words == "tick")
    #expect(master.follower.position == Beats(32))
    master.clocks(6)
    #expect(master.follower.position == Beats(32) + .sixteenth)
  }

  @Test mutating func `the last song position of all is heard whole`() {
    #expect(master.say(.songPosition(16_383)).words == "located 98298")
    master.say(.continue)
    #expect(master.clocks(1).words == "rolls 98298")
    #expect(master.follower.position == .sixteenth * 16_383)
  }

  @Test mutating func `Continue goes on with the clock after the last one heard`() {
    master.say(.start)
    master.clocks(11)
    #expect(master.follower.position.clocks == 10)
    #expect(master.say(.stop).words == "stopped 11")
    master.clocks(5)
    #expect(master.follower.beat(at: master.now).clocks == 11)
    master.say(.continue)
    #expect(master.clocks(1).words == "rolls 11")
  }

  @Test mutating func `a song position is ignored while it rolls and moves what is armed`() {
    master.say(.start)
    #expect(master.say(.songPosition(4)).words == "armed 24")
    #expect(master.clocks(1).words == "rolls 24")
    #expect(master.say(.songPosition(99)).words == "none")
    #expect(master.follower.position == Beats(1))
  }

  @Test mutating func `Start on a loop goes back to the top with the next clock`() {
    master.say(.start)
    master.clocks(97)
    master.wait(15_000_000)
    let event = master.say(.start)
    guard case .rolls(let beat, let moment) = event else {
      Issue.record("said \(event.words)")
      return
    }
    #expect(beat == .zero)
    let ahead = master.now.distance(to: moment).nanoseconds
    #expect((ahead - 5_833_333).magnitude < 1_000)
    // Until then the old song goes on.
    #expect(master.follower.motion == .rolling)
    #expect(master.follower.beat(at: master.now).clocks == 96)
    let later = moment.advanced(by: HostTime.Interval(nanoseconds: master.tick))
    #expect((master.follower.beat(at: later) - .clockTick).units.magnitude < 10)
    master.wait(5_833_333)
    #expect(master.say(.timingClock).words == "tick")
    #expect(master.follower.position == .zero)
    master.clocks(24)
    #expect(master.follower.position == Beats(1))
    #expect((master.follower.beat(at: master.now) - Beats(1)).units.magnitude < 10)
  }

  @Test mutating func `Start without a clock stays armed, and Stop ends that`() {
    master.say(.start)
    master.wait(60_000_000_000)
    #expect(master.follower.look(at: master.now).words == "none")
    #expect(master.follower.motion == .armed)
    #expect(master.follower.beat(at: master.now) == .zero)
    #expect(master.say(.stop).words == "stopped 0")
  }

  @Test mutating func `clock without Start finds the tempo and moves nothing`() {
    #expect(master.clocks(30).words == "tick")
    #expect(master.follower.health.presence == .locked)
    #expect((master.follower.health.tempo.bpm - 120).magnitude < 0.001)
    #expect(master.follower.motion == .stopped)
    #expect(master.follower.beat(at: master.now) == .zero)
  }

  @Test mutating func `Stop while stopped and Continue while rolling are nothing`() {
    #expect(master.say(.stop).words == "none")
    master.say(.start)
    master.clocks(3)
    #expect(master.say(.continue).words == "none")
    #expect(master.clocks(1).words == "tick")
    #expect(master.follower.position.clocks == 3)
  }

  @Test mutating func `active sensing, notes and tunes asked for are nothing`() {
    master.say(.start)
    master.clocks(30)
    let before = master.follower.health
    for status in [0xFE, 0xF3, 0xF6, 0xFF, 0x99] as [UInt8] {
      #expect(master.say(ShortMessage(status: status, data1: 36, data2: 100)).words == "none")
    }
    #expect(master.follower.health == before)
    #expect(master.follower.motion == .rolling)
  }

  @Test mutating func `Continue goes on, and Start and a song position say where to begin`() {
    master.say(.start)
    master.clocks(2)
    #expect(!master.follower.goesOn)
    master.say(.stop)
    master.say(.continue)
    master.clocks(2)
    #expect(master.follower.goesOn)
    master.say(.stop)
    master.say(.songPosition(4))
    master.say(.continue)
    master.clocks(2)
    #expect(!master.follower.goesOn)
    master.follower.halt()
    master.follower.arm(from: Beats(7))
    #expect(master.follower.goesOn)
  }

  @Test mutating func `a transport of our own arms and halts as the messages do`() {
    master.clocks(30)
    master.follower.arm(from: Beats(7))
    #expect(master.clocks(1).words == "rolls 168")
    master.follower.halt()
    #expect(master.follower.motion == .stopped)
    #expect(master.follower.position.clocks == 169)
  }
}
