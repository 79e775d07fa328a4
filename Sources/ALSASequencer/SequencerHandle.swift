internal import ALSAGate
internal import CALSA

/// An open connection to the kernel's sequencer, closed with its owner.
///
/// Safe because only its own methods use the pointer. Thread-safe: no.
@safe struct SequencerHandle: ~Copyable {
  let pointer: OpaquePointer
  /// Our client's number.
  let client: UInt8

  private init(_ pointer: OpaquePointer) {
    unsafe self.pointer = pointer
    client = UInt8(truncatingIfNeeded: unsafe snd_seq_client_id(pointer))
  }

  /// Opens the sequencer without blocking, under `name`.
  ///
  /// The corresponding C functions are `snd_seq_open` and `snd_seq_set_client_name`.
  static func open(name: String) throws(ALSAError) -> SequencerHandle {
    muteALSA()
    var opened: OpaquePointer?
    try alsa("snd_seq_open") {
      unsafe snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
    }
    guard let pointer = unsafe opened else {
      throw ALSAError(function: "snd_seq_open", code: -19, reason: "no sequencer handle")
    }
    let handle = unsafe SequencerHandle(pointer)
    try alsa("snd_seq_set_client_name", name) {
      unsafe snd_seq_set_client_name(handle.pointer, name)
    }
    return handle
  }

  deinit { _ = unsafe snd_seq_close(pointer) }

  /// Sets the kernel's pool sizes for outgoing and incoming events: 200 to 2 000.
  ///
  /// The corresponding C functions are `snd_seq_set_client_pool_output` and `…_input`.
  func setPools(output: Int, input: Int) throws(ALSAError) {
    try alsa("snd_seq_set_client_pool_output") {
      unsafe snd_seq_set_client_pool_output(pointer, output)
    }
    try alsa("snd_seq_set_client_pool_input") {
      unsafe snd_seq_set_client_pool_input(pointer, input)
    }
    // The library's own buffer, so that a burst is read with one system call.
    try alsa("snd_seq_set_input_buffer_size") {
      unsafe snd_seq_set_input_buffer_size(pointer, input * MemoryLayout<snd_seq_event_t>.size)
    }
  }

  /// The descriptor that becomes readable when an event is received.
  ///
  /// The corresponding C function is `snd_seq_poll_descriptors`.
  var descriptor: Int32 {
    var entry = pollfd()
    let count = unsafe snd_seq_poll_descriptors(pointer, &entry, 1, Int16(POLLIN))
    return count == 1 ? entry.fd : -1
  }
}
