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
  /// When the cycle began, smoothed by the server's delay-locked loop.
  public let began: HostTime
  /// When the cycle's first frame is heard: `began` and the latency behind our audio outputs.
  public let heard: HostTime

  let state: UnsafeMutablePointer<AudioThreadState>

  @_noLocks init(
    frames: Int, began: HostTime, heard: HostTime, state: UnsafeMutablePointer<AudioThreadState>
  ) {
    self.frames = frames
    self.began = began
    self.heard = heard
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

  /// The number of events that came in during the cycle. Real-time: yes.
  public var midiEventCount: Int {
    @_noLocks get {
      guard let buffer = unsafe state.pointee.midiInput.buffer else { return 0 }
      return unsafe Int(jack_midi_get_event_count(buffer))
    }
  }

  /// The event `index` and the frame it came at; nil for SysEx and damage, which are counted as
  /// dropped. Read each event once. Real-time: yes.
  @_noLocks public func midiEvent(at index: Int) -> (offset: Int, message: ShortMessage)? {
    guard let buffer = unsafe state.pointee.midiInput.buffer else { return nil }
    var event = unsafe jack_midi_event_t()
    guard unsafe jack_midi_event_get(&event, buffer, UInt32(truncatingIfNeeded: index)) == 0,
      let bytes = unsafe event.buffer,
      let message = unsafe shortMessage(bytes, count: event.size)
    else {
      unsafe state.pointee.dropped.add(1, ordering: .relaxed)
      return nil
    }
    return unsafe (Int(event.time), message)
  }

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
}

/// The message that `count` bytes make, or nil where they are none of at most three bytes.
@_noLocks private func shortMessage(
  _ bytes: UnsafeMutablePointer<UInt8>, count: Int
) -> ShortMessage? {
  guard count > 0, count <= 3 else { return nil }
  let status = unsafe bytes[0]
  guard ShortMessage.length(ofStatus: status) == count else { return nil }
  let data1 = count > 1 ? unsafe bytes[1] : 0
  let data2 = count > 2 ? unsafe bytes[2] : 0
  guard data1 < 0x80, data2 < 0x80 else { return nil }
  return ShortMessage(status: status, data1: data1, data2: data2)
}
