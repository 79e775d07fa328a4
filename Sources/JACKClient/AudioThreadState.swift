import CJACK
import MusicalTime
import Synchronization

/// All state of the audio thread, at a fixed address for the lifetime of a session.
///
/// Ports and the client are only changed while no client is active. The atomics are read and written by
/// other threads while the audio thread is within a `mutating` method: formally two accesses at once,
/// which Swift checks for variables but not for what a pointer leads to. An `Atomic` is a place in
/// memory of its own (`@_rawLayout`) that no compiler keeps in a register, so nothing comes of it.
@safe struct AudioThreadState: ~Copyable {
  let handler: JACKHandler
  let context: UnsafeMutableRawPointer
  let audioCount: Int
  let audioPorts: UnsafeMutablePointer<OpaquePointer?>
  let audioBuffers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let noSamples = UnsafeMutablePointer<Float>.allocate(capacity: 1)

  var client: OpaquePointer?
  /// The server's clock minus the host's, in nanoseconds.
  var clockLead: Int64 = 0
  var midiInput = MIDIPortState()
  var clockInput = MIDIPortState()
  var notesOutput = MIDIPortState()
  var clockOutput = MIDIPortState()
  var surfaceInput = MIDIPortState()
  var surfaceOutput = MIDIPortState()
  /// The ends of the rings of controllers; nil for none.
  var surface: UnsafeMutablePointer<SurfaceEnds>?

  /// The server's frame count expected next.
  var frameCount = FrameCount()
  /// The transport's frame count, extended beyond 32 bits.
  var transportCount = TransportCount()
  /// Our bars and beats, for when we are timebase master.
  var timebase = OwnTimebase()

  /// The sample rate, which a server may change at any time.
  let hertz = Atomic<Int>(48_000)
  /// Whether the server runs as fast as it can, for an export.
  let isFreewheeling = Atomic<Bool>(false)
  /// From the first frame of a cycle until it is heard.
  let playbackLatency = Atomic<Int64>(0)
  /// The playback latency minus that of the clock output's connections, in frames.
  let clockDelay = Atomic<Int32>(0)
  /// The same for the notes output.
  let notesDelay = Atomic<Int32>(0)
  /// Cycles that the server ran without us.
  let missedCycles = Atomic<Int>(0)
  /// Whether we are the timebase master.
  let holdsTimebase = Atomic<Bool>(false)
  /// Whether another client has taken over as timebase master.
  let isTimebaseTaken = Atomic<Bool>(false)
  /// Received events that could not be decoded.
  let dropped = Atomic<Int>(0)
  /// Messages that could not be written.
  let refused = Atomic<Int>(0)
  /// Set permanently by `stop()`: the handler is not called any more.
  let isMuted = Atomic<Bool>(false)
  /// Set permanently if libjack hangs with this client: later callbacks do nothing.
  let isAbandoned = Atomic<Bool>(false)
  /// Whether the audio thread is inside the handler.
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

  /// Continues the counters of another client's state.
  func takeCounts(of other: UnsafeMutablePointer<AudioThreadState>) {
    unsafe dropped.store(other.pointee.dropped.load(ordering: .relaxed), ordering: .relaxed)
    unsafe refused.store(other.pointee.refused.load(ordering: .relaxed), ordering: .relaxed)
    unsafe missedCycles.store(
      other.pointee.missedCycles.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Gets this cycle's buffers; false if a port has none, as when the server is going away.
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
    surfaceInput.fetch(frames: frames)
    surfaceOutput.fetch(frames: frames)
    surfaceOutput.clear()
    notesOutput.clear()
    clockOutput.clear()
    return true
  }

  @_noLocks func clearAudio(frames: Int) {
    for index in 0..<audioCount {
      unsafe audioBuffers[index].update(repeating: 0, count: frames)
    }
  }

  /// The time at which the current cycle began, and its first frame in the server's count.
  @_noLocks func cycleBegan() -> (time: HostTime, frame: UInt32) {
    guard let client = unsafe client else { return (HostTime(nanoseconds: 0), 0) }
    var frames: jack_nframes_t = 0
    var (now, next): (jack_time_t, jack_time_t) = (0, 0)
    var period: Float = 0
    if unsafe jack_get_cycle_times(client, &frames, &now, &next, &period) != 0 {
      frames = unsafe jack_last_frame_time(client)
      now = unsafe jack_frames_to_time(client, frames)
    }
    let nanoseconds = Int64(truncatingIfNeeded: now) &* 1_000 &- clockLead
    return (HostTime(nanoseconds: nanoseconds), frames)
  }

  var sampleRate: SampleRate {
    @_noLocks get { SampleRate(hertz: hertz.load(ordering: .relaxed)) ?? .standard }
  }

  /// The number of frames that the server ran without us before the cycle that begins at `frame`.
  @_noLocks mutating func framesMissed(before frame: UInt32, making frames: Int) -> Int64 {
    // Freewheeling has a frame count of its own, and time lost in the change does not count as missed.
    if isFreewheeling.load(ordering: .relaxed) {
      frameCount = FrameCount()
      return 0
    }
    let missed = frameCount.next(frame, making: frames, limit: sampleRate.hertz)
    // A whole cycle of the current period, or the rest of one.
    if missed > 0 {
      missedCycles.add(
        Int(missed) / max(frames, 1) + (Int(missed) % max(frames, 1) > 0 ? 1 : 0),
        ordering: .relaxed)
    }
    return missed
  }
}

/// Compares the server's frame count with the number of frames processed. Real-time: yes.
struct FrameCount: BitwiseCopyable {
  /// The frame at which the next cycle should begin; nil before the first.
  private var expected: UInt32?

  @_noLocks init() {}

  /// Processes a cycle of `frames` frames that begins at `frame`, and returns the number of frames
  /// missed before it.
  ///
  /// A late client may be given the frame of the cycle after its own, so an apparent step back is
  /// compensated by the next gap. A difference above `limit` in either direction means that the
  /// count was restarted, and is adopted.
  @_noLocks mutating func next(_ frame: UInt32, making frames: Int, limit: Int64) -> Int64 {
    let made = UInt32(truncatingIfNeeded: frames)
    guard let expected else {
      self.expected = frame &+ made
      return 0
    }
    let ahead = Int64(Int32(truncatingIfNeeded: frame &- expected))
    let isGap = ahead > 0 && ahead <= limit
    let isEarly = ahead < 0 && ahead >= 0 &- 4 &* Int64(frames)
    self.expected = (isEarly ? expected : frame) &+ made
    return isGap ? ahead : 0
  }
}
