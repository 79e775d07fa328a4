import CJACK
import MIDI
import MusicalTime
import Synchronization

/// Everything the audio thread touches, behind one pointer for as long as a session lives.
///
/// Ports and the client change only while no client is active.
@safe struct AudioThreadState: ~Copyable {
  let handler: JACKHandler
  let context: UnsafeMutableRawPointer
  let audioCount: Int
  let audioPorts: UnsafeMutablePointer<OpaquePointer?>
  let audioBuffers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let noSamples = UnsafeMutablePointer<Float>.allocate(capacity: 1)

  var client: OpaquePointer?
  var midiInput = MIDIPortState()
  var notesOutput = MIDIPortState()
  var clockOutput = MIDIPortState()

  /// From the first frame of a cycle to its sound.
  let playbackLatency = Atomic<Int64>(0)
  /// Events that came in and were none of ours to read.
  let dropped = Atomic<Int>(0)
  /// Messages that could not be written.
  let refused = Atomic<Int>(0)
  /// Set for good by `stop()`: the handler is called no more.
  let isMuted = Atomic<Bool>(false)
  /// True while the audio thread is between these walls.
  let isInside = Atomic<Bool>(false)

  init(audioCount: Int, handler: JACKHandler, context: UnsafeMutableRawPointer) {
    unsafe self.handler = unsafe handler
    unsafe self.context = unsafe context
    self.audioCount = audioCount
    unsafe audioPorts = .allocate(capacity: audioCount)
    unsafe audioPorts.initialize(repeating: nil, count: audioCount)
    unsafe audioBuffers = .allocate(capacity: audioCount)
    unsafe audioBuffers.initialize(repeating: noSamples, count: audioCount)
  }

  deinit {
    unsafe audioPorts.deallocate()
    unsafe audioBuffers.deallocate()
    unsafe noSamples.deallocate()
  }

  /// Looks up this cycle's buffers; false where a port has none, as when the server goes away.
  @_noLocks mutating func fetchBuffers(frames: UInt32) -> Bool {
    for index in 0..<audioCount {
      guard let port = unsafe audioPorts[index],
        let buffer = unsafe jack_port_get_buffer(port, frames)
      else { return false }
      unsafe audioBuffers[index] = unsafe buffer.assumingMemoryBound(to: Float.self)
    }
    midiInput.fetch(frames: frames)
    notesOutput.fetch(frames: frames)
    clockOutput.fetch(frames: frames)
    notesOutput.clear()
    clockOutput.clear()
    return true
  }

  @_noLocks func clearAudio(frames: Int) {
    for index in 0..<audioCount {
      unsafe audioBuffers[index].update(repeating: 0, count: frames)
    }
  }

  /// When the cycle now running began.
  @_noLocks func cycleBegan() -> HostTime {
    guard let client = unsafe client else { return HostTime(nanoseconds: 0) }
    var frames: jack_nframes_t = 0
    var (now, next): (jack_time_t, jack_time_t) = (0, 0)
    var period: Float = 0
    if unsafe jack_get_cycle_times(client, &frames, &now, &next, &period) != 0 {
      now = unsafe jack_frames_to_time(client, jack_last_frame_time(client))
    }
    return HostTime(nanoseconds: Int64(truncatingIfNeeded: now) &* 1_000)
  }
}

/// One of our MIDI ports as the audio thread sees it.
@safe struct MIDIPortState {
  var port: OpaquePointer?
  /// The port's events of this cycle; nil where there is no such port.
  var buffer: UnsafeMutableRawPointer?
  private var lastOffset = 0

  @_noLocks mutating func fetch(frames: UInt32) {
    if let port = unsafe port {
      unsafe buffer = unsafe jack_port_get_buffer(port, frames)
    } else {
      unsafe buffer = nil
    }
  }

  @_noLocks mutating func clear() {
    lastOffset = 0
    if let buffer = unsafe buffer { unsafe jack_midi_clear_buffer(buffer) }
  }

  /// Looks before it writes, since libjack answers a refusal with a line in its log.
  @_noLocks mutating func write(_ message: ShortMessage, offset: Int, frames: Int) -> Bool {
    let length = message.length
    guard let buffer = unsafe buffer, offset >= lastOffset, offset < frames, length > 0,
      unsafe jack_midi_max_event_size(buffer) >= length,
      let bytes = unsafe jack_midi_event_reserve(
        buffer, UInt32(truncatingIfNeeded: offset), length)
    else { return false }
    unsafe bytes[0] = message.status
    if length > 1 { unsafe bytes[1] = message.data1 }
    if length > 2 { unsafe bytes[2] = message.data2 }
    lastOffset = offset
    return true
  }
}
