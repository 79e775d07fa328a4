import CJACK
public import MIDI
public import MusicalTime
public import Sequencing
import Synchronization

/// One cycle of the JACK graph as the audio thread sees it. Real-time: yes.
///
/// Valid only during the call of the handler that it was given to.
@safe public struct JACKCycle: BitwiseCopyable {
  /// Frames to fill.
  public let frames: Int
  /// Frames a second; a server may change it from one cycle to the next.
  public let rate: SampleRate
  /// Whether the server goes as fast as it can, to export: cycles keep to no clock, and filling one
  /// may take its time.
  public let isFreewheeling: Bool
  /// When the cycle began, smoothed by the server's delay-locked loop.
  public let began: HostTime
  /// When the cycle's first frame is heard: `began` and the latency behind our audio outputs.
  public let heard: HostTime
  /// Frames that the server went on without us since the cycle before.
  public let skipped: Int64
  /// What JACK transport says of the cycle's first frame.
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

  /// The cycle behind the pointer that a `JACKHandler` is called with. Real-time: yes.
  @_noLocks public static func at(_ pointer: UnsafeRawPointer) -> JACKCycle {
    unsafe pointer.load(as: JACKCycle.self)
  }

  /// The number of audio outputs. Real-time: yes.
  public var audioCount: Int { @_noLocks get { unsafe state.pointee.audioCount } }

  /// The `frames` samples of the audio output `index`, to be written whole: nothing clears them.
  /// Real-time: yes.
  @_noLocks public func audio(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe state.pointee.audioBuffers[index]
  }

  /// The number of events that came in by `midi_in` during the cycle. Real-time: yes.
  public var midiEventCount: Int {
    @_noLocks get { unsafe state.pointee.midiInput.eventCount }
  }

  /// The event `index` of `midi_in` and the frame it came at; nil for SysEx and damage, which are
  /// counted as dropped. Read each event once. Real-time: yes.
  @_noLocks public func midiEvent(at index: Int) -> (offset: Int, message: ShortMessage)? {
    if let event = unsafe state.pointee.midiInput.event(at: index) { return event }
    unsafe state.pointee.dropped.add(1, ordering: .relaxed)
    return nil
  }

  /// The number of events that came in by `clock_in` during the cycle. Real-time: yes.
  public var clockEventCount: Int {
    @_noLocks get { unsafe state.pointee.clockInput.eventCount }
  }

  /// The event `index` of `clock_in` and the frame it came at; nil and counted as with `midiEvent`.
  /// Real-time: yes.
  @_noLocks public func clockEvent(at index: Int) -> (offset: Int, message: ShortMessage)? {
    if let event = unsafe state.pointee.clockInput.event(at: index) { return event }
    unsafe state.pointee.dropped.add(1, ordering: .relaxed)
    return nil
  }

  /// Every message of both inputs in the order of their frames; read them so or one by one, not
  /// both. Real-time: yes.
  public var arrivals: JACKArrivals { @_noLocks get { JACKArrivals(of: self) } }

  /// Empties both MIDI outputs; done before the handler is called, so only for starting over.
  /// Real-time: yes.
  @_noLocks public func clearMIDIOutputs() {
    unsafe state.pointee.notesOutput.clear()
    unsafe state.pointee.clockOutput.clear()
  }

  /// Sends `message` by `port` at `offset` frames into the cycle; false, and counted as refused,
  /// when it is earlier than the one before it on that port, outside the cycle, no short message,
  /// or one too many. Real-time: yes.
  @_noLocks @discardableResult
  public func write(_ message: ShortMessage, to port: OutputPort, offset: Int) -> Bool {
    let isWritten =
      switch port {
      case .notes: unsafe state.pointee.notesOutput.write(message, offset: offset, frames: frames)
      case .clock: unsafe state.pointee.clockOutput.write(message, offset: offset, frames: frames)
      }
    if !isWritten { unsafe state.pointee.refused.add(1, ordering: .relaxed) }
    return isWritten
  }

  /// Frames by which a clock must leave later than its sound to arrive with it: the way behind our
  /// audio outputs less that behind `clock_out`, which counts as none while nothing is connected; 0
  /// where the clock's way is the longer one. Real-time: yes.
  public var clockDelay: Int32 {
    @_noLocks get { unsafe state.pointee.clockDelay.load(ordering: .relaxed) }
  }

  /// The same of notes and `midi_out`. Real-time: yes.
  public var notesDelay: Int32 {
    @_noLocks get { unsafe state.pointee.notesDelay.load(ordering: .relaxed) }
  }

  /// Waits a millisecond for another thread. Only while `isFreewheeling`, when time is no matter.
  @_noLocks public func rest() { if isFreewheeling { ghostnote_jack_rest() } }

  /// Says at which tempo and in which meter the transport goes on, where bars and beats are ours to give;
  /// from the next cycle on. Real-time: yes.
  @_noLocks public func setTimebase(tempo: Tempo, meter: Meter) {
    unsafe state.pointee.timebase.set(tempo: tempo, meter: meter)
  }
}
