internal import Rhythm

/// What a note-off or a choke could still end; avoids redundant calls of FluidSynth. Real-time: yes.
struct OpenNotes: BitwiseCopyable {
  /// Drums without notes that a note-off or a choke could end.
  private var released = DrumSet.all
  private var choked = DrumSet.all
  /// Whether clicks, or keys outside the drums, may sound that an all-notes-off would have to end.
  private var hasClicked = false
  private var hasStruckKey = false

  @_noLocks mutating func hit(_ drum: Drum) {
    released.remove(drum)
    choked.remove(drum)
  }

  @_noLocks mutating func click() { hasClicked = true }

  @_noLocks mutating func strikeKey() { hasStruckKey = true }

  /// Whether keys outside the drums may sound.
  var haveKeys: Bool { @_noLocks get { hasStruckKey } }

  /// Whether a note-off of `drum` would end anything; it is taken as sent.
  @_noLocks mutating func release(_ drum: Drum) -> Bool {
    guard !released.contains(drum) else { return false }
    released.insert(drum)
    return true
  }

  /// Whether an all-notes-off would end anything; it is taken as sent.
  @_noLocks mutating func releaseAll() -> Bool {
    guard released.bits != DrumSet.all.bits || hasClicked || hasStruckKey else { return false }
    released = .all
    hasClicked = false
    hasStruckKey = false
    return true
  }

  /// What there is to choke if `wanted` are to fall silent, which is taken as choked. Clicks and other
  /// keys belong to no drum and are only choked with everything else.
  @_noLocks mutating func choke(_ wanted: DrumSet) -> (drums: DrumSet, others: Bool) {
    let drums = DrumSet(bits: wanted.bits & ~choked.bits)
    let others = (hasClicked || hasStruckKey) && wanted.bits == DrumSet.all.bits
    if others {
      hasClicked = false
      hasStruckKey = false
    }
    choked = DrumSet(bits: choked.bits | drums.bits)
    return (drums, others)
  }
}
