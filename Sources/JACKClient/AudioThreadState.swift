import CJACK
import MusicalTime
import Synchronization

/// Everything the audio thread touches, behind one pointer for as long as a session lives.
///
/// Ports and the client change only while no client is active. The atomics are read and written by
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
  /// Nanoseconds by which the server's clock is ahead of the host's.
  var clockLead: Int64 = 0
  var midiInput = MIDIPortState()
  var clockInput = MIDIPortState()
  var notesOutput = MIDIPortState()
  var clockOutput = MIDIPortState()

  /// Which frame of the server's comes next.
  var frameCount = FrameCount()
  /// The transport's frames, counted on where 32 bits end.
  var transportCount = TransportCount()
  /// What we say of bars and beats, where it is ours to say.
  var timebase = OwnTimebase()

  /// Frames a second, which a server may change under us.
  let hertz = Atomic<Int>(48_000)
  /// The server goes as fast as it can, to export.
  let isFreewheeling = Atomic<Bool>(false)
  /// From the first frame of a cycle to its sound.
  let playbackLatency = Atomic<Int64>(0)
  /// Frames by which that is longer than the way behind the clock output.
  let clockDelay = Atomic<Int32>(0)
  /// The same of the notes output.
  let notesDelay = Atomic<Int32>(0)
  /// Cycles that the server ran without us.
  let missedCycles = Atomic<Int>(0)
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
  /// Set for good where libjack hangs on the client: whatever calls still is not answered.
  let isAbandoned = Atomic<Bool>(false)
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

  /// Goes on counting where the state of another client left off.
  func takeCounts(of other: UnsafeMutablePointer<AudioThreadState>) {
    unsafe dropped.store(other.pointee.dropped.load(ordering: .relaxed), ordering: .relaxed)
    unsafe refused.store(other.pointee.refused.load(ordering: .relaxed), ordering: .relaxed)
    unsafe missedCycles.store(
      other.pointee.missedCycles.load(ordering: .relaxed), ordering: .relaxed)
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

  /// When the cycle now running began, and its first frame in the server's count.
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

  /// How many frames the server went on without us before the cycle that begins on `frame`.
  @_noLocks mutating func framesMissed(before frame: UInt32, making frames: Int) -> Int64 {
    // Freewheel has a count of its own, and what the change took is no loss.
    if isFreewheeling.load(ordering: .relaxed) {
      frameCount = FrameCount()
      return 0
    }
    let missed = frameCount.next(frame, making: frames, limit: sampleRate.hertz)
    // A cycle of the period that is in force now, or the rest of one.
    if missed > 0 {
      missedCycles.add(
        Int(missed) / max(frames, 1) + (Int(missed) % max(frames, 1) > 0 ? 1 : 0),
        ordering: .relaxed)
    }
    return missed
  }
}

/// Compares the server's count of frames with how many were made. Real-time: yes.
struct FrameCount: BitwiseCopyable {
  /// The frame that the next cycle ought to begin on; nil before the first.
  private var expected: UInt32?

  @_noLocks init() {}

  /// Takes in a cycle of `frames` frames that begins on `frame`, and answers how many went by unmade
  /// before it.
  ///
  /// A client that is late may be told the frame of the cycle after its own, so what seems to come
  /// back is held against what is missing next. More than `limit` either way is no gap but another
  /// count, which is taken over.
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
