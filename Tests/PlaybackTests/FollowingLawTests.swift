import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// What MIDI 1.0 says a follower does, against what the engine does, over random sessions of Start,
/// Stop, Continue, song position, tempo steps and losses.
@Suite struct FollowingLawTests {
  typealias Wire = FollowingTests.Wire
  typealias Studio = FollowingTests.Studio

  /// A master that keeps book of what its followers are to play: the sixteenth of each stroke and its
  /// frame.
  struct Master {
    let studio: Studio
    var dice: SplitMix64
    var now: Int64 = 2_000
    var apart: Int64 = 1_000
    var expected: [(sixteenth: Int64, frame: Int64)] = []
    /// Where each Stop fell, and each Start while it rolled.
    var stops: [Int64] = []
    private var position: Int64 = 0
    private var isRolling = false
    private var isArmed = false

    init(_ studio: Studio, seed: UInt64) {
      self.studio = studio
      dice = SplitMix64(seed: seed)
    }

    /// Sends a message `wait` frames after the last tick.
    mutating func say(_ message: ShortMessage, after wait: Int64 = 0) {
      studio.send(message, on: now + wait)
      switch message.status {
      case 0xFA:
        if isRolling { stops.append(now + wait) }
        (position, isArmed) = (0, true)
      case 0xFB: if !isRolling { isArmed = true }
      case 0xFC:
        if isRolling { stops.append(now + wait) }
        (isRolling, isArmed) = (false, false)
      case 0xF2:
        if !isRolling { position = 6 * (Int64(message.data1) + 128 * Int64(message.data2)) }
      default: break
      }
    }

    mutating func ticks(_ count: Int64, isHeard: Bool = true) {
      for _ in 0..<count {
        now += apart
        if isHeard { studio.send(.timingClock, on: now) }
        if isArmed { (isRolling, isArmed) = (true, false) }
        guard isRolling else { continue }
        if position % 6 == 0 { expected.append((position / 6 % 16, now)) }
        position += 1
      }
    }

    /// Something that a master does, and what comes after it.
    mutating func act(losing: Bool) {
      let part = Int64.random(in: 0..<900, using: &dice)
      let moves = Int.random(in: 0..<64, using: &dice)
      switch Int.random(in: 0..<(losing ? 9 : 8), using: &dice) {
      case 0: say(.start, after: part)
      case 1, 2:
        say(.stop, after: part / 2)
        say(.songPosition(moves), after: part / 2 + 10)
        say(.continue, after: part / 2 + 40)
      case 3:
        say(.stop, after: part)
        ticks(.random(in: 0...40, using: &dice))
        say(.continue, after: part)
      case 4:
        // Silent at rest, for less than it takes to be lost or for longer.
        say(.stop, after: part)
        now += .random(in: 2_000...40_000, using: &dice)
        say(.songPosition(moves), after: 0)
        say(.continue, after: 20)
      case 5: say(.continue, after: part)
      case 6: apart = .random(in: 850...1_200, using: &dice)
      case 8:
        // The cable is out, and the master goes on.
        ticks(.random(in: 20...60, using: &dice), isHeard: false)
      default:
        say(.stop, after: part)
        say(.start, after: part + 30)
      }
      ticks(.random(in: 24...90, using: &dice))
    }
  }

  /// A drum of its own for each sixteenth of a bar.
  private static func program() -> Program {
    let hits = (0..<16).map { step in
      Hit(
        drum: Drum(clampingIndex: step), velocity: Velocity(clamping: 100),
        beat: Beats(Int64(step), over: 4))
    }
    return Program(hits: hits, length: Beats(4), loops: true)
  }

  @Test(arguments: Wire.allCases, 1...12 as ClosedRange<UInt64>)
  func `each step that is due sounds once, at its time, and none after a Stop`(
    wire: Wire, seed: UInt64
  ) { Self.judge(wire, seed: seed, losing: false) }

  @Test(arguments: Wire.allCases, 101...108 as ClosedRange<UInt64>)
  func `a cable that is out now and then changes nothing of that`(wire: Wire, seed: UInt64) {
    Self.judge(wire, seed: seed, losing: true)
  }

  private static func judge(_ wire: Wire, seed: UInt64, losing: Bool) {
    let studio = Studio(wire, program(), latency: seed % 2 == 0 ? 0 : 5)
    var master = Master(studio, seed: seed)
    master.ticks(seed % 3 == 0 ? 40 : 0)
    master.say(.start)
    master.ticks(60)
    for _ in 0..<30 { master.act(losing: losing) }
    studio.play(to: master.now)
    let played = studio.room.sounds(.hit).map { (Int64($0.event.drum.index), $0.frame.index) }
    let faults = Self.faults(played, master, delay: wire == .alsa ? 128 + 240 : 0)
    #expect(faults.isEmpty, "\(faults)")
    let counted = studio.room.countedBeats()
    #expect(counted.strayCount == 0)
    let beats = counted.frames.filter { frame in
      !master.expected.contains { $0.sixteenth % 4 == 0 && ($0.frame - frame).magnitude <= 1_400 }
        && !master.stops.contains { frame > $0 - 1_400 && frame <= $0 + 1_400 }
    }
    #expect(beats.isEmpty, "followers count a beat on \(beats)")
    #expect(counted.frames.count > 40)
    #expect(studio.room.misplacedCount == 0)
    #expect(studio.room.status.clockHealth.ticksDropped == 0)
  }

  /// What was played and not due, and what was due and not played. The first tick that a master sends
  /// is known only when it is there, and a tempo only once it is measured.
  private static func faults(
    _ played: [(sixteenth: Int64, frame: Int64)], _ master: Master, delay: Int64
  ) -> [String] {
    var faults: [String] = []
    var left = played
    for due in master.expected where due.frame < master.now - 3_000 {
      let found = left.firstIndex {
        $0.sixteenth == due.sixteenth && ($0.frame - due.frame).magnitude <= 1_400
      }
      if let found {
        left.remove(at: found)
      } else {
        faults.append("step \(due.sixteenth) of \(due.frame) is missing")
      }
    }
    for extra in left where extra.frame < master.now - 3_000 {
      // What was foreseen before Stop was known may have gone.
      let isForeseen = master.stops.contains {
        extra.frame > $0 - 1_400 && extra.frame <= $0 + delay
      }
      if !isForeseen { faults.append("step \(extra.sixteenth) on \(extra.frame) is none") }
    }
    return faults
  }
}
