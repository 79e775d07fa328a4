import CJACK
public import Clock
public import MIDI
public import MusicalTime
public import Ports
import Synchronization

/// One cycle of the JACK graph on the audio thread. Real-time: yes.
///
/// Only valid during the call of the handler.
@safe public struct JACKCycle: BitwiseCopyable {
  /// Frames to fill.
  public let frames: Int
  /// The sample rate; a server may change it between cycles.
  public let rate: SampleRate
  /// Whether the server runs as fast as it can, for an export: cycles do not follow a clock, and a
  /// cycle may take any time.
  public let isFreewheeling: Bool
  /// The time at which the cycle began, smoothed by the server's delay-locked loop.
  public let began: HostTime
  /// The time at which the cycle's first frame is heard: `began` plus the latency of our audio
  /// outputs.
  public let heard: HostTime
  /// Frames that the server ran without us since the last cycle.
  public let skipped: Int64
  /// The state of JACK transport at the cycle's first frame.
  public let transport: TransportReport?

  let state: UnsafeMutablePointer<AudioThreadState>

  @_noLocks init(
    frames: Int, rate: SampleRate, isFreewheeling: Bool, began: HostTime, heard: HostTime,
    skipped: Int64, transport: TransportReport?, state: UnsafeMutablePointer<AudioThreadState>
  ) {
    self.frames = frames
    self.rate = rate
    self.isFreewheeling = isFreewheeling
    self.began = began
    self.heard = heard
    self.skipped = skipped
    self.transport = transport
    unsafe self.state = unsafe state
  }

  /// The cycle at the pointer passed to a `JACKHandler`. Real-time: yes.
  @_noLocks public static func at(_ pointer: UnsafeRawPointer) -> JACKCycle {
    unsafe pointer.load(as: JACKCycle.self)
  }

  /// The number of audio outputs. Real-time: yes.
  public var audioCount: Int { @_noLocks get { unsafe state.pointee.ports.audioCount } }

  /// The `frames` samples of audio output `index`. The handler must write all of them: they are not
  /// cleared. Real-time: yes.
  @_noLocks public func audio(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe state.pointee.ports.audioBuffers[index]
  }

  /// The number of events received on `midi_in` in this cycle. Real-time: yes.
  public var midiEventCount: Int {
    @_noLocks get { unsafe state.pointee.ports.midiInput.eventCount }
  }

  /// Event `index` of `midi_in` and its frame; nil for SysEx and malformed events, which are
  /// counted as dropped. Read each event once. Real-time: yes.
  @_noLocks public func midiEvent(at index: Int) -> (offset: Int, message: ShortMessage)? {
    if let event = unsafe state.pointee.ports.midiInput.event(at: index) { return event }
    unsafe state.pointee.counts.dropped.add(1, ordering: .relaxed)
    return nil
  }

  /// The number of events received on `clock_in` in this cycle. Real-time: yes.
  public var clockEventCount: Int {
    @_noLocks get { unsafe state.pointee.ports.clockInput.eventCount }
  }

  /// Event `index` of `clock_in` and its frame; nil, and counted, as in `midiEvent`. Real-time:
  /// yes.
  @_noLocks public func clockEvent(at index: Int) -> (offset: Int, message: ShortMessage)? {
    if let event = unsafe state.pointee.ports.clockInput.event(at: index) { return event }
    unsafe state.pointee.counts.dropped.add(1, ordering: .relaxed)
    return nil
  }

  /// The messages of both inputs, merged by frame; an alternative to reading them one by one.
  /// Real-time: yes.
  public var arrivals: JACKArrivals { @_noLocks get { JACKArrivals(of: self) } }

  /// Clears both MIDI outputs; this is done before the handler is called, and only needed to start
  /// over. Real-time: yes.
  @_noLocks public func clearMIDIOutputs() {
    unsafe state.pointee.ports.notesOutput.clear()
    unsafe state.pointee.ports.clockOutput.clear()
  }

  /// Writes `message` to `port` at `offset` frames into the cycle; false, and counted as refused,
  /// if it is before the last one on that port, outside the cycle, not a short message, or if the
  /// buffer is full. False, and not counted, where the session has no such port. Real-time: yes.
  @_noLocks @discardableResult
  public func write(_ message: ShortMessage, to port: OutputPort, offset: Int) -> Bool {
    guard has(port) else { return false }
    let isWritten =
      switch port {
      case .notes:
        unsafe state.pointee.ports.notesOutput.write(message, offset: offset, frames: frames)
      case .clock:
        unsafe state.pointee.ports.clockOutput.write(message, offset: offset, frames: frames)
      }
    if !isWritten { unsafe state.pointee.counts.refused.add(1, ordering: .relaxed) }
    return isWritten
  }

  @_noLocks private func has(_ port: OutputPort) -> Bool {
    switch port {
    case .notes: unsafe state.pointee.ports.notesOutput.buffer != nil
    case .clock: unsafe state.pointee.ports.clockOutput.buffer != nil
    }
  }

  /// Frames by which the clock must be sent later than its sound to arrive with it: the latency of
  /// our audio outputs minus that of `clock_out` (0 if unconnected), at least 0. Real-time: yes.
  public var clockDelay: Int32 {
    @_noLocks get { unsafe state.pointee.latencies.clockDelay.load(ordering: .relaxed) }
  }

  /// The same for notes and `midi_out`. Real-time: yes.
  public var notesDelay: Int32 {
    @_noLocks get { unsafe state.pointee.latencies.notesDelay.load(ordering: .relaxed) }
  }

  /// Sleeps for a millisecond, to wait for another thread. Only while `isFreewheeling`, when time
  /// does not matter.
  @_noLocks public func rest() { if isFreewheeling { ghostnote_jack_rest() } }

  /// Says at which tempo and in which meter the transport goes on, where bars and beats are ours to give;
  /// from the next cycle on, at the beginning of which the song is in `bar`, if that is known. Real-time: yes.
  @_noLocks public func setTimebase(tempo: Tempo, meter: Meter, bar: SongBar?) {
    unsafe state.pointee.timebase.position.set(tempo: tempo, meter: meter, bar: bar)
  }
}
