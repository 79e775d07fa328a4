import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing
import Testing

@testable import Playback

/// Starting, stopping and moving, and what followers of our clock are sent. 48 kHz and 120 bpm: a tick is 1 000
/// frames, a sixteenth 6 000; Start is sent 48 frames before its downbeat, Continue 240 before its tick.
@Suite struct TransportControlTests {
  /// A transport with what it plans into, for expectations that change it.
  private final class Desk {
    let stage: Stage
    var transport: TransportControl

    init(whileStopped: Bool = false, sends: Bool = true) {
      var configuration = Stage.ahead
      configuration.clock.sends = sends
      configuration.clock.sendsWhileStopped = whileStopped
      stage = Stage(configuration)
      transport = TransportControl(configuration)
      stage.begin(frames: 64)
    }

    /// Plans from where it is planned to `frame`, and sends all of it.
    func run(to frame: Int64) -> [Sent] {
      let end = Frame(index: frame)
      let start = stage.scheduler.plannedThrough
      if transport.isRolling {
        transport.planClock(
          from: transport.line.beat(at: start), to: transport.line.beat(at: end), before: end,
          &stage.scheduler, in: &stage.block)
      } else {
        transport.planIdleClock(through: end, &stage.scheduler, in: &stage.block)
      }
      stage.scheduler.closeWindow(at: end, in: stage.block)
      return sendAll()
    }

    /// What was planned, which counts as sent then.
    func sendAll() -> [Sent] {
      stage.due().compactMap { event in
        guard let message = event.message else { return nil }
        transport.didSend(message)
        return Sent(frame: event.frame.index, message: message)
      }
    }

    func begin() {
      transport.begin(tempo: .standard, &stage.scheduler, in: &stage.block)
    }
    func resume() {
      transport.resume(tempo: .standard, &stage.scheduler, in: &stage.block)
    }
    func stop(before limit: Int64, at now: Int64) {
      transport.stop(
        before: Frame(index: limit), at: Frame(index: now), decidedThrough: Frame(index: now),
        &stage.scheduler, notes: &stage.notes, in: &stage.block)
    }
    func locate(to beat: Beats) {
      transport.locate(to: beat, tempo: .standard, &stage.scheduler, in: &stage.block)
    }
    func advance(to frame: Int64) { stage.scheduler.advance(to: Frame(index: frame)) }
    var isRolling: Bool { transport.isRolling }
    var isQuiet: Bool { transport.isQuiet }
    var resting: Beats { transport.state.restingPosition }
    var beganAt: Int64 { transport.state.beganAt.index }
    var planned: Int64 { stage.scheduler.plannedThrough.index }
  }

  private struct Sent: Hashable, CustomStringConvertible {
    var frame: Int64
    var message: ShortMessage

    init(frame: Int64, message: ShortMessage) {
      self.frame = frame
      self.message = message
    }

    /// As in the rows below.
    var description: String {
      switch message {
      case .start: "\(frame) start"
      case .continue: "\(frame) continue"
      case .stop: "\(frame) stop"
      case .timingClock: "\(frame) tick"
      default: "\(frame) position \(Int(message.data1) + Int(message.data2) * 128)"
      }
    }
  }

  private static func rows(_ sent: [Sent]) -> [String] { sent.map { "\($0)" } }

  @Test func `Start is sent a pre-roll before the downbeat, which is the first tick`() {
    let desk = Desk()
    desk.advance(to: 777)
    desk.begin()
    #expect(desk.isRolling && desk.beganAt == 825)
    #expect(Self.rows(desk.run(to: 2_000)) == ["777 start", "825 tick", "1825 tick"])
  }

  @Test
  func `what rests in the middle is taken up with its position, and Continue before its tick`() {
    let desk = Desk()
    desk.transport.rest(at: Beats(3))
    desk.resume()
    #expect(desk.beganAt == 240 && desk.transport.state.beganFrom == Beats(3))
    #expect(
      Self.rows(desk.run(to: 1_300)) == [
        "0 position 12", "0 continue", "240 tick", "1240 tick",
      ])
  }

  @Test func `what rests between sixteenths is joined at the next that leaves time`() {
    let desk = Desk()
    // A tick after the beat; followers come in a sixteenth after it.
    desk.transport.rest(at: Beats(1, over: 24))
    desk.resume()
    let sent = desk.run(to: 7_000)
    // The tick of 1/24 falls on frame 240, that of 1/4 five ticks later.
    #expect(Self.rows(sent) == ["0 position 1", "5192 continue", "5240 tick", "6240 tick"])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a clock that is sent while stopped goes on evenly through what begins`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let desk = Desk(whileStopped: true)
    let resumes = Bool.random(using: &dice)
    if resumes { desk.transport.rest(at: Beats(2)) }
    var sent = desk.run(to: .random(in: 1_000...9_000, using: &dice))
    if resumes { desk.resume() } else { desk.begin() }
    sent += desk.run(to: 20_000)
    let ticks = sent.filter { $0.message == .timingClock }.map(\.frame)
    #expect(ticks == (0..<20).map { $0 * 1_000 })
    // None lies between Start and the downbeat.
    let beginning: ShortMessage = resumes ? .continue : .start
    let after = sent.drop { $0.message != beginning }.dropFirst().first
    #expect(after?.frame == desk.beganAt)
  }

  @Test func `a stop sends Stop once, and rests on the tick that followers expect next`() {
    let desk = Desk()
    desk.begin()
    _ = desk.run(to: 5_000)
    // Beat 0 fell on frame 48, and all before frame 6500 is still to be heard.
    desk.stop(before: 6_500, at: 5_100)
    #expect(!desk.isRolling && desk.resting == .clockTick * 7)
    #expect(desk.planned == 5_100)
    desk.stop(before: 9_600, at: 5_200)
    #expect(desk.planned == 5_100 && desk.resting == .clockTick * 7)
    #expect(Self.rows(desk.run(to: 9_000)) == ["5100 stop"])
  }

  @Test func `a note that is held ends with the stop`() {
    let desk = Desk()
    desk.begin()
    var cue = Cue(
      voice: Voice(.kick), velocity: Velocity(clamping: 9), beat: Beats(1, over: 24))
    cue.duration = Beats(2)
    desk.stage.scheduler.insert(cue, on: desk.transport.line, in: desk.stage.block)
    desk.stage.notes.scheduleNotes(
      before: Frame(index: 4_000), &desk.stage.scheduler, in: &desk.stage.block)
    let off = ShortMessage.noteOff(channel: 9, note: 36)
    #expect(!desk.stage.scheduled().contains { $0.message == off })
    // It sounds, and is not still to come.
    for frames in [4_000, 64] {
      desk.stage.block.finish()
      desk.stage.begin(frames: frames)
    }
    desk.stop(before: 5_000, at: 5_000)
    let ends = desk.stage.scheduled().filter { $0.message == off }
    #expect(ends.map(\.time) == [Stage.hearing(5_000)])
  }

  @Test func `Start on the frame of a Stop is sent no earlier, whatever the driver thinks`() {
    let desk = Desk()
    desk.begin()
    _ = desk.run(to: 5_000)
    desk.stop(before: 9_000, at: 9_000)
    let stops = desk.stage.scheduled().filter { $0.message == .stop && $0.action == .send }
    desk.stage.block.finish()
    desk.stage.begin(frames: 64, late: -3_000_000)
    desk.begin()
    let starts = desk.stage.scheduled().filter { $0.message == .start }
    #expect(stops.count == 1 && starts.map(\.time) == stops.map(\.time))
  }

  @Test func `a stop takes back the ticks that are planned after it`() {
    let desk = Desk()
    desk.begin()
    desk.transport.planClock(
      from: .zero, to: Beats(1), before: Frame(index: 24_048), &desk.stage.scheduler,
      in: &desk.stage.block)
    desk.stage.scheduler.closeWindow(at: Frame(index: 24_048), in: desk.stage.block)
    desk.stop(before: 3_000, at: 3_000)
    #expect(
      Self.rows(desk.sendAll()) == ["0 start", "48 tick", "1048 tick", "2048 tick", "3000 stop"])
  }

  @Test func `a Continue that was due is not sent after a stop`() {
    let desk = Desk()
    desk.transport.rest(at: Beats(1, over: 24))
    desk.resume()
    _ = desk.run(to: 1_000)
    desk.stop(before: 1_000, at: 1_000)
    let said = desk.transport.roll(
      from: Beats(2), at: Frame(index: 1_000), tempo: .standard)
    desk.transport.hasRolled(
      from: Beats(2), said, isAnnounced: true, &desk.stage.scheduler, in: &desk.stage.block)
    let sent = desk.run(to: 9_000)
    #expect(Self.rows(Array(sent.prefix(2))) == ["1000 tick", "2000 tick"])
    #expect(sent.allSatisfy { $0.message == .timingClock })
  }

  @Test func `the end of a song sends Stop and rests at the top`() {
    let desk = Desk()
    desk.begin()
    _ = desk.run(to: 5_000)
    desk.transport.end(
      at: Frame(index: 5_000), &desk.stage.scheduler, in: &desk.stage.block)
    #expect(!desk.isRolling && desk.resting == .zero)
    #expect(Self.rows(desk.sendAll()) == ["5000 stop"])
  }

  @Test(
    arguments: [(0, 0), (5_999, 0), (6_000, 1), (-6_000, 0), (6_000 * 16_385, 1)]
      as [(Int64, Int)])
  func `while stopped, a move is a song position, rounded down to a sixteenth`(
    frames: Int64, position: Int
  ) {
    let desk = Desk()
    desk.locate(to: Beats(units: frames * Beats.unitsPerBeat / 24_000))
    #expect(Self.rows(desk.sendAll()) == ["0 position \(position)"])
    #expect(desk.resting == .sixteenth * max(frames / 6_000, 0) && !desk.isRolling)
  }

  @Test func `while rolling, a move is Stop, position and Continue, and its tick 5 ms later`() {
    let desk = Desk()
    desk.begin()
    _ = desk.run(to: 5_000)
    desk.locate(to: Beats(2) + Beats(units: 1))
    #expect(desk.beganAt == 5_240)
    #expect(
      Self.rows(desk.run(to: 6_300)) == [
        "5000 stop", "5000 position 8", "5000 continue", "5240 tick", "6240 tick",
      ])
  }

  @Test
  func `followers of a song that rolls come in on a later sixteenth, never on the one at hand`() {
    let desk = Desk(sends: false)
    let said = desk.transport.roll(from: Beats(1), at: Frame(index: 0), tempo: .standard)
    desk.transport.hasRolled(
      from: Beats(1), said, isAnnounced: false, &desk.stage.scheduler, in: &desk.stage.block)
    #expect(desk.run(to: 6_000).isEmpty)
    var settings = ClockSettings()
    settings.sends = true
    desk.transport.changeSending(to: settings)
    desk.transport.letFollowersJoin(&desk.stage.scheduler, in: &desk.stage.block)
    #expect(
      Self.rows(desk.run(to: 13_100)) == [
        "6000 position 6", "11952 continue", "12000 tick", "13000 tick",
      ])
  }

  @Test func `what was announced is not sent again when it rolls, and otherwise it is`() {
    for isAnnounced in [true, false] {
      let desk = Desk()
      desk.transport.announce(
        Beats(2), at: Frame(index: 0), &desk.stage.scheduler, notes: &desk.stage.notes,
        in: &desk.stage.block)
      #expect(Self.rows(desk.sendAll()) == ["0 position 8", "0 continue"])
      #expect(desk.transport.clockOutput.announced == Beats(2) && !desk.isRolling)
      let said = desk.transport.roll(
        from: Beats(2), at: Frame(index: 3_000), tempo: Tempo(clampingBPM: 60))
      desk.transport.hasRolled(
        from: Beats(2), said, isAnnounced: isAnnounced, &desk.stage.scheduler,
        in: &desk.stage.block)
      #expect(desk.isRolling && desk.beganAt == 3_000)
      #expect(desk.transport.clockOutput.announced == nil)
      let again = ["0 stop", "0 position 8", "0 continue"]
      #expect(Self.rows(desk.sendAll()) == (isAnnounced ? [] : again))
      // Another's tempo leads, ours is kept.
      #expect(desk.transport.line.tempo.bpm == 60 && desk.transport.tempo == .standard)
    }
  }

  @Test func `what was announced and does not come is taken back with Stop, nothing else is`() {
    let desk = Desk()
    let disarm = {
      desk.transport.disarm(
        at: Frame(index: 99), &desk.stage.scheduler, in: &desk.stage.block)
    }
    disarm()
    #expect(desk.sendAll().isEmpty)
    desk.transport.announce(
      .zero, at: Frame(index: 10), &desk.stage.scheduler, notes: &desk.stage.notes,
      in: &desk.stage.block)
    #expect(Self.rows(desk.sendAll()) == ["10 start"])
    disarm()
    #expect(Self.rows(desk.sendAll()) == ["99 stop"])
    disarm()
    #expect(desk.sendAll().isEmpty)
    // A song that rolls goes on.
    desk.begin()
    desk.transport.announce(
      .zero, at: Frame(index: 100), &desk.stage.scheduler, notes: &desk.stage.notes,
      in: &desk.stage.block)
    #expect(desk.sendAll().last?.message == .start)
    disarm()
    #expect(desk.sendAll().isEmpty && desk.transport.clockOutput.announced == nil)
  }

  @Test func `our clock is quiet while nothing moves, follows or ticks`() {
    let desk = Desk()
    #expect(desk.isQuiet)
    desk.begin()
    #expect(!desk.isQuiet)
    _ = desk.run(to: 100)
    desk.stop(before: 100, at: 100)
    // Until Stop is sent, they roll.
    #expect(!desk.isQuiet)
    _ = desk.sendAll()
    #expect(desk.isQuiet)
    #expect(!Desk(whileStopped: true).isQuiet)
  }

  @Test func `followers are stopped when nothing is to be sent any more, if they roll`() {
    let desk = Desk()
    desk.transport.stopFollowers(&desk.stage.scheduler, in: &desk.stage.block)
    #expect(desk.sendAll().isEmpty)
    desk.begin()
    _ = desk.run(to: 2_000)
    desk.transport.stopFollowers(&desk.stage.scheduler, in: &desk.stage.block)
    #expect(Self.rows(desk.sendAll()) == ["2000 stop"])
    #expect(desk.isRolling)
  }

  @Test func `a tempo of our own is asked for, one that is kept or followed moves less`() {
    let desk = Desk()
    desk.begin()
    let frame = Frame(index: 24_048)
    let fast = Tempo(clampingBPM: 240)
    let isBent = desk.transport.bend(to: fast, at: frame, heardThrough: frame)
    #expect(isBent)
    #expect(desk.transport.tempo == .standard && desk.transport.line.tempo == fast)
    // To two frames.
    let near = { (frame: Frame, beat: Beats) in
      (desk.transport.line.beat(at: frame) - beat).units.magnitude <= 240
    }
    #expect(near(frame, Beats(1)) && near(frame.advanced(by: 24_000), Beats(3)))
    desk.transport.keepTempo(Tempo(clampingBPM: 90))
    #expect(desk.transport.tempo.bpm == 90 && desk.transport.line.tempo == fast)
    let slow = Tempo(clampingBPM: 60)
    let later = frame.advanced(by: 24_000)
    let isSet = desk.transport.setTempo(slow, at: later, heardThrough: later)
    #expect(isSet)
    #expect(desk.transport.tempo == slow && desk.transport.line.tempo == slow)
    #expect(near(later, Beats(3)) && near(later.advanced(by: 48_000), Beats(4)))
  }
}
