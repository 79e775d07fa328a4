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
  var client: OpaquePointer?
  /// The server's clock minus the host's, in nanoseconds.
  var clockLead: Int64 = 0
  var ports: SessionPorts
  /// The ends of the rings of controllers; nil for none.
  var surface: UnsafeMutablePointer<SurfaceEnds>?

  /// The server's frame count expected next.
  var frameCount = FrameCount()
  /// The transport's frame count, extended beyond 32 bits.
  var transportCount = TransportCount()
  var timebase = TimebaseRole()
  let latencies = PortLatencies()
  let counts = CycleCounts()
  let gate = CallbackGate()

  /// The sample rate, which a server may change at any time.
  let hertz = Atomic<Int>(48_000)
  /// Whether the server runs as fast as it can, for an export.
  let isFreewheeling = Atomic<Bool>(false)

  init(audioCount: Int, handler: JACKHandler, context: UnsafeMutableRawPointer) {
    unsafe self.handler = unsafe handler
    unsafe self.context = unsafe context
    ports = SessionPorts(audioCount: audioCount)
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
    // Those of a gap that is not made up for count as well, as where the process was stopped for two seconds.
    let leap = frameCount.leap
    let lost = leap <= 60 &* sampleRate.hertz ? max(missed, leap) : missed
    // A whole cycle of the current period, or the rest of one.
    if lost > 0 {
      counts.missedCycles.add(
        Int(lost) / max(frames, 1) + (Int(lost) % max(frames, 1) > 0 ? 1 : 0),
        ordering: .relaxed)
    }
    return missed
  }
}

/// Whether we are timebase master, and our bars and beats.
struct TimebaseRole: ~Copyable {
  var position = OwnTimebase()
  let isHeld = Atomic<Bool>(false)
  /// Whether another client has taken the role from us.
  let isLost = Atomic<Bool>(false)
}

/// The latencies of a session, for the audio thread.
struct PortLatencies: ~Copyable {
  /// From the first frame of a cycle until it is heard, in nanoseconds.
  let playback = Atomic<Int64>(0)
  /// The playback latency minus that of the clock output's connections, in frames.
  let clockDelay = Atomic<Int32>(0)
  /// The same for the notes output.
  let notesDelay = Atomic<Int32>(0)

  /// Sets all of them to 0.
  func reset() {
    playback.store(0, ordering: .relaxed)
    clockDelay.store(0, ordering: .relaxed)
    notesDelay.store(0, ordering: .relaxed)
  }
}

/// What a session counts for as long as it lasts.
struct CycleCounts: ~Copyable {
  /// Cycles that the server ran without us.
  let missedCycles = Atomic<Int>(0)
  /// Received events that could not be decoded.
  let dropped = Atomic<Int>(0)
  /// Messages that could not be written.
  let refused = Atomic<Int>(0)

  /// Goes on from the counts of another client.
  func goOn(from other: borrowing CycleCounts) {
    missedCycles.store(other.missedCycles.load(ordering: .relaxed), ordering: .relaxed)
    dropped.store(other.dropped.load(ordering: .relaxed), ordering: .relaxed)
    refused.store(other.refused.load(ordering: .relaxed), ordering: .relaxed)
  }
}

/// Whether the callbacks of a client may do anything.
struct CallbackGate: ~Copyable {
  /// Set permanently by `stop()`: the handler is not called any more.
  let isMuted = Atomic<Bool>(false)
  /// Set permanently if libjack hangs with this client: later callbacks do nothing.
  let isAbandoned = Atomic<Bool>(false)
  /// Whether the audio thread is inside the handler.
  let isInside = Atomic<Bool>(false)
}

/// Compares the server's frame count with the number of frames processed. Real-time: yes.
struct FrameCount: BitwiseCopyable {
  /// The frame at which the next cycle should begin; nil before the first.
  private var expected: UInt32?
  /// By how many frames the last cycle was ahead of the count, where that was above the limit and the
  /// cycle's own was adopted; else 0.
  private(set) var leap: Int64 = 0

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
    leap = ahead > limit ? ahead : 0
    let isEarly = ahead < 0 && ahead >= 0 &- 4 &* Int64(frames)
    self.expected = (isEarly ? expected : frame) &+ made
    return isGap ? ahead : 0
  }
}
