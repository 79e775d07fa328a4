import Clock
import Instrument
import JACKClient
import MIDI
import MusicalTime
import Playback

/// The state for JACK cycles: the instrument, and a resampler if the server's rate differs.
///
/// Only changed while JACK is not the active driver.
@safe struct JACKBlock: ~Copyable {
  let audio: InstrumentAudio
  let own: SampleRate
  /// The rate it is prepared for.
  private(set) var device: SampleRate
  private var bridge: UnsafeMutablePointer<RateBridge>?

  init(_ audio: InstrumentAudio, rate: SampleRate) {
    self.audio = audio
    own = rate
    device = rate
  }

  /// Prepares for cycles at `rate`. Real-time: no.
  mutating func prepare(for rate: SampleRate) {
    guard rate != device else { return }
    device = rate
    free()
    guard rate != own else { return }
    let bridge = UnsafeMutablePointer<RateBridge>.allocate(capacity: 1)
    unsafe bridge.initialize(to: RateBridge(from: own, to: rate, channels: audio.outputCount))
    unsafe self.bridge = unsafe bridge
  }

  private mutating func free() {
    guard let bridge = unsafe bridge else { return }
    unsafe bridge.deinitialize(count: 1)
    unsafe bridge.deallocate()
    unsafe self.bridge = nil
  }

  deinit {
    guard let bridge = unsafe bridge else { return }
    unsafe bridge.deinitialize(count: 1)
    unsafe bridge.deallocate()
  }
}

/// Processes one JACK cycle: MIDI input, a block of the instrument, MIDI and clock output.
/// Real-time: yes.
@_noLocks func fillJACKCycle(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
  let cycle = unsafe JACKCycle.at(cycle)
  let block = unsafe context.assumingMemoryBound(to: JACKBlock.self)
  let audio = unsafe block.pointee.audio
  cycle.clearMIDIOutputs()
  guard audio.begin(.jack) else { return silence(cycle) }
  // An export waits for the drummer, for at most two seconds per cycle.
  var patience = cycle.isFreewheeling ? 2_000 : 0
  while patience > 0, audio.awaitsBar(in: cycle.frames) {
    cycle.rest()
    patience &-= 1
  }
  if unsafe cycle.rate.hertz != block.pointee.device.hertz {
    // The server changed its rate, and we are not prepared for it yet.
    silence(cycle)
  } else if unsafe !block.pointee.fillThroughBridge(cycle) {
    if cycle.frames <= InstrumentAudio.largestBlock {
      fill(cycle, with: audio)
    } else {
      silence(cycle)
    }
  }
  audio.end()
}

@_noLocks private func fill(_ cycle: JACKCycle, with audio: InstrumentAudio) {
  var output = 0
  while output < cycle.audioCount {
    unsafe audio.setOutput(output, to: cycle.audio(output))
    output &+= 1
  }
  var arrivals = cycle.arrivals
  while let (offset, message, source) = arrivals.next() {
    audio.stage(message, offset: offset, from: source)
  }
  audio.process(
    BlockTime(
      frames: cycle.frames, began: cycle.began, heard: cycle.heard, transport: cycle.transport,
      clockDelay: cycle.clockDelay, notesDelay: cycle.notesDelay, skipped: cycle.skipped,
      isFreewheeling: cycle.isFreewheeling))
  cycle.setTimebase(tempo: audio.tempo, meter: audio.meter, bar: audio.songBar)
  let messages = unsafe audio.messages
  var index = 0
  while index < messages.count {
    let next = unsafe messages[index]
    _ = cycle.write(next.message, to: next.port, offset: Int(next.offset))
    index &+= 1
  }
}

extension JACKBlock {
  /// Fills a cycle at a rate other than the instrument's; false if they are equal. Real-time: yes.
  @_noLocks fileprivate func fillThroughBridge(_ cycle: JACKCycle) -> Bool {
    guard let bridge = unsafe bridge else { return false }
    var arrivals = cycle.arrivals
    var next = arrivals.next()
    var done = 0
    while done < cycle.frames {
      // A long cycle of a slow server is split into several blocks.
      let frames = unsafe min(cycle.frames &- done, bridge.pointee.largestCycle)
      while let (offset, message, source) = next, offset < done &+ frames {
        let own = unsafe bridge.pointee.ownFrames(Int64(max(offset &- done, 0)))
        audio.stage(message, offset: Int(own), from: source)
        next = arrivals.next()
      }
      unsafe fill(cycle, from: done, frames: frames, through: &bridge.pointee)
      done &+= frames
    }
    cycle.setTimebase(tempo: audio.tempo, meter: audio.meter, bar: audio.songBar)
    return true
  }

  @_noLocks private func fill(
    _ cycle: JACKCycle, from done: Int, frames: Int, through bridge: inout RateBridge
  ) {
    let made = bridge.framesNeeded(for: frames)
    bridge.connect(to: audio)
    if made > 0 { audio.process(time(of: cycle, at: done, frames: made, through: bridge)) }
    var output = 0
    while output < cycle.audioCount {
      unsafe bridge.write(output, to: cycle.audio(output) + done, frames: frames)
      output &+= 1
    }
    if made > 0 { send(by: cycle, at: done, frames: frames, through: bridge) }
    bridge.advance(made: made, frames: frames)
  }

  /// The time of a block in the instrument's frames that begins `done` frames into the cycle.
  @_noLocks private func time(
    of cycle: JACKCycle, at done: Int, frames: Int, through bridge: borrowing RateBridge
  ) -> BlockTime {
    let since = device.duration(frames: Int64(done))
    let late = own.duration(frames: Int64(bridge.latency))
    var transport: TransportReport?
    if let report = cycle.transport {
      var later = moved(report, by: done)
      later.frame = bridge.ownFrames(later.frame)
      transport = later
    }
    // The resampler's latency adds to that of the sound.
    let (clock, notes) = (Int64(cycle.clockDelay), Int64(cycle.notesDelay))
    let way = Int64(bridge.latency)
    return BlockTime(
      frames: frames, began: cycle.began.advanced(by: since),
      heard: cycle.heard.advanced(by: since).advanced(by: late), transport: transport,
      clockDelay: Int32(truncatingIfNeeded: bridge.ownFrames(clock) &+ way),
      notesDelay: Int32(truncatingIfNeeded: bridge.ownFrames(notes) &+ way),
      skipped: done == 0 ? bridge.ownFrames(cycle.skipped) : 0,
      isFreewheeling: cycle.isFreewheeling)
  }

  /// What JACK transport would say `done` frames after `report`.
  @_noLocks private func moved(_ report: TransportReport, by done: Int) -> TransportReport {
    guard done > 0, case .rolling = report.motion else { return report }
    var later = report
    later.frame = report.frame &+ Int64(done)
    if var timebase = report.timebase {
      let line = Timeline(
        tempo: timebase.tempo, sampleRate: device, beatOrigin: timebase.beat,
        frameOrigin: Frame(index: 0))
      timebase.beat = line.beat(at: Frame(index: Int64(done)))
      later.timebase = timebase
    }
    return later
  }

  @_noLocks private func send(
    by cycle: JACKCycle, at done: Int, frames: Int, through bridge: borrowing RateBridge
  ) {
    let messages = unsafe audio.messages
    var index = 0
    while index < messages.count {
      let next = unsafe messages[index]
      let offset = Int(truncatingIfNeeded: bridge.deviceFrames(Int64(next.offset)))
      _ = cycle.write(next.message, to: next.port, offset: done &+ min(offset, frames &- 1))
      index &+= 1
    }
  }
}

@_noLocks private func silence(_ cycle: JACKCycle) {
  var output = 0
  while output < cycle.audioCount {
    unsafe silence(cycle.audio(output), frames: cycle.frames)
    output &+= 1
  }
}

/// Clears `frames` samples. Real-time: yes.
@_noLocks func silence(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
  var frame = 0
  while frame < frames {
    unsafe samples[frame] = 0
    frame &+= 1
  }
}
