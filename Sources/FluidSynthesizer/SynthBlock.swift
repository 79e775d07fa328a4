/// FluidSynth's current block of 64 frames: what is left of it, and the notes that wait for the next.
/// Real-time: yes.
struct SynthBlock: BitwiseCopyable {
  /// Frames until FluidSynth renders its next block.
  private var framesLeft = 0
  /// Note-ons that FluidSynth accepts between two of its blocks; its event queue holds 64 per voice.
  private let noteLimit: Int
  private var notesWaiting = 0

  init(polyphony: Int) { noteLimit = min(64, polyphony / 4) }

  /// Counts a note towards the limit; false beyond the limit.
  @_noLocks mutating func takeNote() -> Bool {
    guard notesWaiting < noteLimit else { return false }
    notesWaiting &+= 1
    return true
  }

  /// Whether the next `frames` frames reach into another block, in which the waiting notes begin.
  @_noLocks mutating func ends(within frames: Int) -> Bool {
    guard frames > framesLeft else { return false }
    notesWaiting = 0
    return true
  }

  @_noLocks mutating func advance(by frames: Int) { framesLeft = (framesLeft &- frames) & 63 }
}
