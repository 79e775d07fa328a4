internal import CFluidSynth

/// A buffer for FluidSynth's list of the voices that sound. Real-time: yes.
@safe struct VoiceList: ~Copyable {
  private let voices: UnsafeMutablePointer<OpaquePointer?>
  private let capacity: Int

  /// Room for as many voices as the synthesizer has. Real-time: no.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe voices = .allocate(capacity: capacity)
    unsafe voices.initialize(repeating: nil, count: capacity)
  }

  deinit { unsafe voices.deallocate() }

  /// Reads the voices of a note, or of all notes with −1.
  @_noLocks func read(note: Int32, of synth: borrowing FluidHandle) {
    unsafe fluid_synth_get_voicelist(synth.synth, voices, Int32(capacity), note)
  }

  /// A voice of those read last; nil after the last one.
  @_noLocks func voice(_ index: Int) -> OpaquePointer? {
    index < capacity ? unsafe voices[index] : nil
  }
}
