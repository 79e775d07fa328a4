import GhostnoteTesting
import Instrument
import MIDI
import MusicalTime
import Playback
import Sequencing

/// What drives the instrument in a soak: a JACK server that loses cycles, dies, and comes back at
/// another rate and period, and the clock that paces meanwhile.
///
/// Time is turned by hand: each driver has its own frames, and between two drivers goes some time in
/// which nobody makes a block.
final class SoakDevice {
  private static let own = SampleRate.standard
  private static let pacedPeriod = 512

  /// When the next cycle begins.
  private(set) var now = HostTime(nanoseconds: 1_000_000_000_000)
  /// From a cycle's beginning to when its first frame is heard.
  private(set) var latency = HostTime.Interval(nanoseconds: 5_000_000)
  private(set) var isAlive = true
  /// Frames a cycle.
  private(set) var period = 128
  /// Blocks that were refused although the driver had the turn.
  private(set) var refused = 0

  private let audio: InstrumentAudio
  private let buffers = Buffers(frames: InstrumentAudio.largestBlock)
  private var rate = SampleRate.standard
  private var bridge: RateBridge?
  /// When this driver began, and the frames of its own since then.
  private var began: HostTime
  private var frames: Int64 = 0
  private var skipped: Int64 = 0
  private var delays = (clock: Int32(0), notes: Int32(0))

  init(_ audio: InstrumentAudio) {
    self.audio = audio
    began = now
    audio.giveTurn(to: .jack) {}
  }

  /// When the cycle to come ends.
  var end: HostTime { began.advanced(by: rate.duration(frames: frames + Int64(period))) }

  /// The server dies: nobody makes a block for `silence`, then the clock paces, heard at once.
  func die(silence: HostTime.Interval) {
    isAlive = false
    audio.giveTurn(to: .paced) {}
    bridge = nil
    latency = HostTime.Interval(nanoseconds: 0)
    delays = (0, 0)
    begin(after: silence, rate: Self.own, period: Self.pacedPeriod)
  }

  /// A server comes at another rate, period and latency.
  func revive(using dice: inout SplitMix64) {
    let hertz = [44_100, 48_000, 48_000, 96_000].randomElement(using: &dice) ?? 48_000
    let rate = SampleRate(hertz: hertz) ?? .standard
    bridge = rate == Self.own ? nil : RateBridge(from: Self.own, to: rate, channels: 2)
    latency = HostTime.Interval(nanoseconds: .random(in: 1_000_000...40_000_000, using: &dice))
    delays = (.random(in: 0...2_000, using: &dice), .random(in: 0...2_000, using: &dice))
    isAlive = true
    audio.giveTurn(to: .jack) {}
    let pause = HostTime.Interval(nanoseconds: .random(in: 0...40_000_000, using: &dice))
    let period = [32, 64, 128, 256, 1_024, 4_096].randomElement(using: &dice) ?? 128
    begin(after: pause, rate: rate, period: period)
  }

  /// The server runs `cycles` without us.
  func lose(cycles: Int) {
    let lost = Int64(cycles * period)
    frames += lost
    skipped += bridge?.ownFrames(lost) ?? lost
    now = began.advanced(by: rate.duration(frames: frames))
  }

  /// Hears `message` at `offset` frames into the cycle to come.
  func stage(_ message: ShortMessage, offset: Int) {
    guard isAlive else { return }
    let own = bridge?.ownFrames(Int64(offset)) ?? Int64(offset)
    audio.stage(message, offset: Int(own))
  }

  /// Makes a cycle; returns what its clients hear of it, and nothing while there are none.
  func makeCycle() -> [PortMessage] {
    guard audio.begin(isAlive ? .jack : .paced) else {
      refused += 1
      return []
    }
    let made = makeBlock()
    audio.end()
    frames += Int64(period)
    now = began.advanced(by: rate.duration(frames: frames))
    return isAlive ? made : []
  }

  private func makeBlock() -> [PortMessage] {
    let made = bridge?.framesNeeded(for: period) ?? period
    if bridge != nil { bridge?.connect(to: audio) } else { connect() }
    var messages: [PortMessage] = []
    if made > 0 {
      audio.process(time(of: made))
      skipped = 0
      messages = unsafe Array(audio.messages)
    }
    for output in 0..<2 {
      unsafe bridge?.write(output, to: buffers.outputs[output], frames: period)
    }
    bridge?.advance(made: made, frames: period)
    return messages
  }

  private func connect() {
    for output in 0..<2 { unsafe audio.setOutput(output, to: buffers.outputs[output]) }
  }

  private func time(of made: Int) -> BlockTime {
    let way = Int64(bridge?.latency ?? 0)
    return BlockTime(
      frames: made, began: now,
      heard: now.advanced(by: latency).advanced(by: Self.own.duration(frames: way)),
      clockDelay: delays.clock, notesDelay: delays.notes, skipped: skipped)
  }

  private func begin(after pause: HostTime.Interval, rate: SampleRate, period: Int) {
    now = now.advanced(by: pause)
    (began, frames, skipped) = (now, 0, 0)
    (self.rate, self.period) = (rate, period)
  }
}
