import CJACK
import MIDI

/// The audio thread's state of one of our MIDI ports.
@safe struct MIDIPortState {
  var port: OpaquePointer?
  /// The port's buffer in this cycle; nil if the port does not exist.
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

  /// Checks before writing, because libjack logs a line for each rejected event.
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

  /// Whether an event of that many bytes can be written.
  @_noLocks func hasRoom(for count: Int) -> Bool {
    guard let buffer = unsafe buffer else { return false }
    return unsafe jack_midi_max_event_size(buffer) >= count
  }

  /// Writes a message at the beginning of the cycle, where there `hasRoom` for it.
  @_noLocks func write(_ packet: SurfacePacket) {
    guard let buffer = unsafe buffer,
      let bytes = unsafe jack_midi_event_reserve(buffer, 0, packet.count)
    else { return }
    var index = 0
    while index < packet.count {
      unsafe bytes[index] = packet.byte(index)
      index &+= 1
    }
  }

  /// The number of events received in this cycle.
  var eventCount: Int {
    @_noLocks get {
      guard let buffer = unsafe buffer else { return 0 }
      return unsafe Int(jack_midi_get_event_count(buffer))
    }
  }

  /// Event `index` and its frame; nil for SysEx and malformed events.
  @_noLocks func event(at index: Int) -> (offset: Int, message: ShortMessage)? {
    guard let buffer = unsafe buffer else { return nil }
    var event = unsafe jack_midi_event_t()
    guard unsafe jack_midi_event_get(&event, buffer, UInt32(truncatingIfNeeded: index)) == 0,
      let bytes = unsafe event.buffer,
      let message = unsafe shortMessage(bytes, count: event.size)
    else { return nil }
    return unsafe (Int(event.time), message)
  }
}

/// The message in `count` bytes, or nil if they are not a message of at most three bytes.
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
