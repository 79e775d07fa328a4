import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Testing

@testable import Playback

/// What followers of our clock are sent, beside arithmetic: tick n of 120 bpm falls on frame 1 000 n.
@Suite struct ClockOutputTests {
  private static func clockOutput(whileStopped: Bool = false) -> ClockOutput {
    var settings = ClockSettings()
    settings.sends = true
    settings.sendsWhileStopped = whileStopped
    return ClockOutput(settings)
  }

  private struct Sent: Hashable {
    var frame: Int64
    var message: ShortMessage
  }

  /// What is sent of the beats from frame `first` to `last`, planned in windows that end on `edges`.
  private static func sent(
    from first: Int64, to last: Int64, edges: [Int64],
    _ prepare: (inout ClockOutput, Stage) -> Void = { _, _ in }
  ) -> [Sent] {
    let stage = Stage()
    stage.begin(frames: 64)
    stage.scheduler.advance(to: Frame(index: first))
    var clockOutput = clockOutput()
    prepare(&clockOutput, stage)
    var from = first
    for edge in edges.filter({ $0 > first && $0 < last }).sorted() + [last] {
      clockOutput.planClock(
        from: Stage.line.beat(at: Frame(index: from)), to: Stage.line.beat(at: Frame(index: edge)),
        before: Frame(index: edge), on: Stage.line, &stage.scheduler, in: &stage.block)
      stage.scheduler.closeWindow(at: Frame(index: edge), in: stage.block)
      from = edge
    }
    return stage.due().compactMap { event in
      event.message.map { Sent(frame: event.frame.index, message: $0) }
    }
  }

  @Test func `a tick is sent on every 24th of a beat`() {
    let sent = Self.sent(from: 0, to: 48_000, edges: [])
    #expect(sent.map(\.frame) == (0..<48).map { $0 * 1_000 })
    #expect(sent.allSatisfy { $0.message == .timingClock })
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `windows that end anywhere hold the same ticks and the same Continue`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let edges = (0..<12).map { _ in Int64.random(in: 500...59_500, using: &dice) }
    // The second, between a Continue and its tick, and next to a tick on both sides.
    let close: [Int64] = [17_760, 17_761, 17_999, 18_000, 18_001]
    let prepare = { (clockOutput: inout ClockOutput, stage: Stage) in
      let beat = Beats(1, over: 2)
      var said = Transport(tempo: .standard, sampleRate: .standard).beginning(from: beat)
      said.joins = Beats(3, over: 4)
      clockOutput.announce(said, from: beat, &stage.scheduler, in: &stage.block)
    }
    let whole = Self.sent(from: 500, to: 59_500, edges: [], prepare)
    #expect(Self.sent(from: 500, to: 59_500, edges: edges, prepare) == whole)
    #expect(Self.sent(from: 500, to: 59_500, edges: close, prepare) == whole)
    #expect(whole.count { $0.message == .continue } == 1)
  }

  @Test
  func `Continue is sent a pre-roll before the first tick that is counted, and no tick before`() {
    let sent = Self.sent(from: 0, to: 30_000, edges: [5_000, 20_000]) { clockOutput, stage in
      var said = Transport(tempo: .standard, sampleRate: .standard).beginning(from: Beats(1))
      said.joins = Beats(1)
      said.songPosition = 4
      clockOutput.announce(said, from: .zero, &stage.scheduler, in: &stage.block)
    }
    #expect(sent.first == Sent(frame: 0, message: .songPosition(4)))
    #expect(sent.dropFirst().first == Sent(frame: 23_952, message: .continue))
    #expect(sent.dropFirst(2).map(\.frame) == (24..<30).map { $0 * 1_000 })
  }

  @Test func `cancelled, a Continue that is due is not sent`() {
    let sent = Self.sent(from: 0, to: 30_000, edges: [5_000]) { clockOutput, stage in
      var said = Transport(tempo: .standard, sampleRate: .standard).beginning(from: Beats(1))
      said.joins = Beats(1)
      clockOutput.announce(said, from: .zero, &stage.scheduler, in: &stage.block)
      clockOutput.cancelContinue()
    }
    #expect(!sent.contains { $0.message == .continue })
    #expect(sent.count { $0.message == .timingClock } == 6)
  }

  @Test(
    arguments: [
      ([], false), ([.start], true), ([.continue], true), ([.start, .stop], false),
      ([.start, .timingClock, .songPosition(3)], true),
    ] as [([ShortMessage], Bool)])
  func `Stop is sent to followers that roll, and to no others`(
    past: [ShortMessage], isSent: Bool
  ) {
    let stage = Stage()
    stage.begin(frames: 64)
    var clockOutput = Self.clockOutput()
    for message in past { clockOutput.didSend(message) }
    clockOutput.stop(at: Frame(index: 10), &stage.scheduler, in: &stage.block)
    // The second finds the first among what is planned.
    clockOutput.stop(at: Frame(index: 20), &stage.scheduler, in: &stage.block)
    let sent = stage.due()
    #expect(sent.map(\.message) == (isSent ? [.stop] : []))
  }

  @Test func `nothing is sent where nothing is to be`() {
    let stage = Stage()
    stage.begin(frames: 64)
    var clockOutput = Self.clockOutput()
    var settings = ClockSettings()
    settings.sends = false
    clockOutput.change(to: settings)
    clockOutput.planClock(
      from: .zero, to: Beats(2), before: Frame(index: 48_000), on: Stage.line, &stage.scheduler,
      in: &stage.block)
    let sent = stage.due()
    #expect(sent.isEmpty)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `idle ticks are the same whatever the windows, and none follows an announcement`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    let clockOutput = Self.clockOutput(whileStopped: true)
    let first = Int64.random(in: 0...2_000, using: &dice)
    let stage = Stage()
    stage.begin(frames: 64)
    stage.scheduler.advance(to: Frame(index: first))
    var end = first
    while end < first + 20_000 {
      end += .random(in: 1...2_500, using: &dice)
      clockOutput.planIdleClock(
        from: stage.scheduler.plannedThrough, through: Frame(index: end), on: Stage.line,
        &stage.scheduler, in: &stage.block)
      stage.scheduler.closeWindow(at: Frame(index: end), in: stage.block)
    }
    let ticks = stage.due().map(\.frame.index)
    #expect(ticks == (0..<100).map { $0 * 1_000 }.filter { $0 >= first && $0 < end })
    var announced = clockOutput
    announced.hasAnnounced(.zero, at: Frame(index: end))
    announced.planIdleClock(
      from: Frame(index: end), through: Frame(index: end + 5_000), on: Stage.line, &stage.scheduler,
      in: &stage.block)
    let none = stage.due()
    #expect(none.isEmpty)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a downbeat falls on the first idle tick that leaves time for the pre-roll`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let line = Timeline(
      tempo: Tempo(clampingBPM: .random(in: 20...300, using: &dice)), sampleRate: .standard,
      beatOrigin: Beats(units: .random(in: 0...9_999_999, using: &dice)),
      frameOrigin: Frame(index: 0), isCentred: Bool.random(using: &dice))
    for _ in 0..<50 {
      let frame = Frame(index: .random(in: 0...500_000, using: &dice))
      let preRoll = Int64.random(in: 0...240, using: &dice)
      let begins = ClockOutput.idleTick(from: frame, preRoll: preRoll, on: line)
      let downbeat = begins.advanced(by: preRoll)
      // The slow truth: ticks one after the other, from before.
      var tick = line.beat(at: frame).dividedRoundingDown(by: .clockTick) - 1
      while line.frame(at: .clockTick * tick) < frame.advanced(by: preRoll) { tick += 1 }
      #expect(begins >= frame)
      #expect(downbeat == line.frame(at: .clockTick * tick))
    }
  }
}
