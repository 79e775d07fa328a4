import CJACK

/// The ports of a client, and their buffers in this cycle. Ports are only changed while no client is active.
@safe struct SessionPorts: ~Copyable {
  let audioCount: Int
  let audioPorts: UnsafeMutablePointer<OpaquePointer?>
  let audioBuffers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let noSamples = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  var midiInput = MIDIPortState()
  var clockInput = MIDIPortState()
  var notesOutput = MIDIPortState()
  var clockOutput = MIDIPortState()
  var surfaceInput = MIDIPortState()
  var surfaceOutput = MIDIPortState()

  init(audioCount: Int) {
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

  /// Removes all ports.
  mutating func forget() {
    unsafe audioPorts.update(repeating: nil, count: audioCount)
    midiInput = MIDIPortState()
    clockInput = MIDIPortState()
    notesOutput = MIDIPortState()
    clockOutput = MIDIPortState()
    surfaceInput = MIDIPortState()
    surfaceOutput = MIDIPortState()
  }

  /// Gets this cycle's buffers; false if a port has none, as when the server is going away. Real-time: yes.
  @_noLocks mutating func fetch(frames: UInt32) -> Bool {
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

  /// Writes silence to all audio outputs. Real-time: yes.
  @_noLocks func clearAudio(frames: Int) {
    for index in 0..<audioCount {
      unsafe audioBuffers[index].update(repeating: 0, count: frames)
    }
  }
}
