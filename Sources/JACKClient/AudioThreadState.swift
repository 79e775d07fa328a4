import CJACK
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
  var sampleRate = SampleRate.standard
  var midiInput = MIDIPortState()
  var clockInput = MIDIPortState()
  var notesOutput = MIDIPortState()
  var clockOutput = MIDIPortState()

  /// What we say of bars and beats, where it is ours to say.
  var timebase = OwnTimebase()

  /// From the first frame of a cycle to its sound.
  let playbackLatency = Atomic<Int64>(0)
  /// Frames by which that is longer than the way behind the clock output.
  let clockDelay = Atomic<Int32>(0)
  /// The server lets us give bars and beats.
  let holdsTimebase = Atomic<Bool>(false)
  /// Somebody else gives them although we should.
  let isTimebaseTaken = Atomic<Bool>(false)
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
    clockInput.fetch(frames: frames)
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
