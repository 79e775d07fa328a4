import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Testing

/// 120 bpm at 48 kHz: a tick is 1 000 frames, the pre-roll 48; ahead means 960.
@Suite struct ClockTests {
  private static func rehearsal(ahead: Bool = false, bpm: Double = 120) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    configuration.tempo = Tempo(clampingBPM: bpm)
    return Rehearsal(Score([.kick: "x..."]).program(), configuration)
  }

  /// What left by the clock port, in short, with a row of ticks as a number.
  private static func words(_ messages: some Sequence<ShortMessage>) -> String {
    var words: [String] = []
    var ticks = 0
    func count() {
      if ticks > 0 { words.append("\(ticks)") }
      ticks = 0
    }
    for message in messages {
      if message == .timingClock {
        ticks += 1
        continue
      }
      count()
      switch message.status {
      case 0xFA: words.append("start")
      case 0xFB: words.append("continue")
      case 0xFC: words.append("stop")
      case 0xF2: words.append("position:\(Int(message.data1) + Int(message.data2) * 128)")
      default: words.append("?")
      }
    }
    count()
    return words.joined(separator: " ")
  }

  private static func ports(_ room: Rehearsal) -> String {
    words(room.messages.filter { $0.event.port == .clock }.map(\.event.message))
  }

  private static func queue(_ room: Rehearsal) -> String {
    words(room.queue.departures.filter { $0.port == .clock }.map(\.message))
  }

  @Test func `a stopped clock is silent`() {
    let room = Self.rehearsal(ahead: true)
    room.ask(.stop)
    room.strike(.stop, on: Frame(index: 100))
    room.ask(.tempo(Tempo(clampingBPM: 90)))
    room.play(frames: 100_000)
    #expect(room.messages.isEmpty && room.outgoing.isEmpty && room.sounds.isEmpty)
  }

  @Test(arguments: [37, 128, 4_096])
  func `ticks come on their frames from the downbeat on`(block: Int) {
    let room = Self.rehearsal()
    room.ask(.play)
    room.play(frames: 240_000, block: block)
    #expect(room.clock(.start) == [0])
    #expect(room.clock(.timingClock) == (0..<240).map { 48 + $0 * 1_000 })
  }

  @Test func `ten minutes at 123,45 bpm give every tick on the frame nearest to the ideal`() {
    let room = Self.rehearsal(bpm: 123.45)
    room.ask(.play)
    room.play(frames: 48_000 * 600, block: 4_096)
    let ticks = room.clock(.timingClock)
    #expect(ticks.count == 29_628)  // 123.45 · 24 · 10, the pre-roll leaving the last one in
    for (number, frame) in ticks.enumerated() {
      // 24 · 12 345 ticks in 6 000 · 48 000 frames; half a frame and what a unit of a beat is.
      let off = (frame - 48) * 24 * 12_345 - Int64(number) * 6_000 * 48_000
      #expect(off.magnitude * 100 <= 24 * 12_345 * 51)
    }
  }

  @Test func `a tempo that changes every block loses and doubles no tick`() {
    var dice = SplitMix64(seed: 12)
    let room = Self.rehearsal(bpm: 300)
    room.ask(.play)
    for _ in 0..<4_000 {
      room.ask(.tempo(Tempo(clampingBPM: .random(in: 40...300, using: &dice))))
      room.play(frames: .random(in: 1...400, using: &dice), block: 400)
    }
    let told = room.clock(.timingClock).count
    let position = room.status.position
    #expect(Int64(told) == position.dividedRoundingUp(by: .clockTick))
  }

  @Test(arguments: [false, true])
  func `stop and continue neither lose nor repeat a tick`(ahead: Bool) {
    var dice = SplitMix64(seed: 9)
    let room = Self.rehearsal(ahead: ahead)
    room.ask(.play)
    for _ in 0..<100 {
      let block = Int.random(in: 1...700, using: &dice)
      room.clockError = HostTime.Interval(nanoseconds: .random(in: -30_000...30_000, using: &dice))
      room.play(frames: .random(in: 2_000...9_000, using: &dice), block: block)
      if Bool.random(using: &dice) {
        room.ask(.stop)
      } else {
        let later = Int64.random(in: 0...600, using: &dice)
        room.strike(.stop, on: room.frame.advanced(by: later))
      }
      room.play(frames: .random(in: 700...3_000, using: &dice), block: block)
      room.ask(.continue)
    }
    room.ask(.stop)
    room.play(frames: 5_000)
    #expect(room.misplacedCount == 0)
    let beats = room.countedBeats()
    #expect(beats.frames.count > 20)
    #expect(beats.strayCount == 0)
    // The kick falls on every beat: no follower counts one that is none, or misses one it rolls for.
    let kicks = Set(room.hits().map(\.index))
    #expect(beats.frames.filter { !kicks.contains($0) } == [])
    guard ahead else { return }
    #expect(Self.queue(room) == Self.ports(room))
    #expect(room.queue.lateCount == 0)
  }

  @Test(arguments: [false, true])
  func `a live stop is said on its frame, with nothing played twice`(ahead: Bool) {
    let room = Self.rehearsal(ahead: ahead)
    room.ask(.play)
    room.play(frames: 10_000, block: 1_000)
    // The tick on frame 10 048 has been heard when Stop comes on the same frame.
    room.strike(.stop, on: Frame(index: 10_048))
    room.play(frames: 3_000, block: 1_000)
    #expect(room.clock(.stop) == [10_048])
    #expect(room.clock(.timingClock).count == 11)
    #expect(room.status.position == .clockTick * 11)
    #expect(room.misplacedCount == 0)
  }

  @Test(arguments: [false, true], [EngineMessage.play, .continue])
  func `a live start begins a fixed time after it, whatever the block`(
    ahead: Bool, order: EngineMessage
  ) {
    for block in [1, 64, 1_000, 4_096] {
      let room = Self.rehearsal(ahead: ahead)
      let isPlay = if case .play = order { true } else { false }
      room.strike(isPlay ? .start : .continue, on: Frame(index: 4_700))
      room.play(frames: 10_000, block: block)
      let began: Int64 = ahead ? 5_660 : 4_700
      #expect(room.clock(.start) == [began])
      #expect(room.clock(.timingClock).prefix(2) == [began + 48, began + 1_048])
      #expect(room.misplacedCount == 0 && room.queue.lateCount == 0)
    }
  }

  @Test(arguments: [false, true])
  func `followers that roll are stopped even while a restart is on its way`(ahead: Bool) {
    for again in [EngineMessage.play, .locate(Beats(8))] {
      let room = Self.rehearsal(ahead: ahead)
      room.ask(.play)
      room.play(frames: 12_000)
      room.ask(again)
      room.ask(.stop)
      room.play(frames: 12_000)
      #expect(Self.ports(room) == "start 12 stop")
      if ahead { #expect(Self.queue(room) == "start 12 stop") }
    }
  }

  @Test(arguments: [false, true])
  func `stopping while merely armed says nothing at all`(ahead: Bool) {
    let room = Self.rehearsal(ahead: ahead)
    room.play(frames: 5_000)
    room.ask(.play)
    if ahead { room.play(frames: 300) }
    room.ask(.stop)
    room.play(frames: 5_000)
    #expect(room.messages.isEmpty)
    #expect(room.queue.departures.isEmpty)
  }

  @Test(arguments: [false, true])
  func `start, locate and continue say what MIDI 1,0 wants in its order`(ahead: Bool) {
    let room = Self.rehearsal(ahead: ahead)
    room.play(frames: 2_000)
    room.ask(.play)
    room.play(frames: 6_500 + (ahead ? 960 : 0), block: 100)
    room.ask(.locate(Beats(8)))
    room.play(frames: 3_500 + (ahead ? 960 : 0), block: 100)
    room.ask(.stop)
    room.play(frames: 1_000)
    room.strike(.songPosition(300), on: room.frame)
    room.play(frames: 1_000)
    room.strike(.continue, on: room.frame.advanced(by: 30))
    room.play(frames: 3_000)
    room.strike(.songPosition(5), on: room.frame)
    room.play(frames: 2_000)
    let words = Self.ports(room)
    let end = " position:300 position:300 continue "
    #expect(words.hasPrefix("start "))
    #expect(words.contains(" stop position:32 continue "))
    #expect(words.contains(end))
    #expect(!words.contains("position:5"))
    if ahead { #expect(Self.queue(room).hasPrefix(words)) }
  }
}
