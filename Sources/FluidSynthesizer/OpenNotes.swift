internal import Rhythm

/// What a note-off or a choke could still end; avoids redundant calls of FluidSynth. Real-time: yes.
struct OpenNotes: BitwiseCopyable {
  /// Drums without notes that a note-off or a choke could end.
  private var released = DrumSet.all
  private var choked = DrumSet.all
  /// Whether clicks, or keys outside the drums, may sound that an all-notes-off would have to end.
  private var hasOpenClick = false
  private var hasOpenKey = false
  /// Whether any of those may sound, also in their release, that a choke would have to end.
  private var hasUnchokedOther = false

  @_noLocks mutating func hit(_ drum: Drum) {
    released.remove(drum)
    choked.remove(drum)
  }

  @_noLocks mutating func click() {
    hasOpenClick = true
    hasUnchokedOther = true
  }

  @_noLocks mutating func strikeKey() {
    hasOpenKey = true
    hasUnchokedOther = true
  }

  /// Whether keys outside the drums may sound that a note-off would have to end.
  var haveKeys: Bool { @_noLocks get { hasOpenKey } }

  /// Whether a note-off of `drum` would end anything; it is taken as sent.
  @_noLocks mutating func release(_ drum: Drum) -> Bool {
    guard !released.contains(drum) else { return false }
    released.insert(drum)
    return true
  }

  /// Whether an all-notes-off would end anything; it is taken as sent.
  @_noLocks mutating func releaseAll() -> Bool {
    guard released.bits != DrumSet.all.bits || hasOpenClick || hasOpenKey else { return false }
    released = .all
    endOthers()
    return true
  }

  /// What there is to choke if `wanted` are to fall silent, which is taken as choked. Clicks and other
  /// keys belong to no drum and are only choked with everything else.
  @_noLocks mutating func choke(_ wanted: DrumSet) -> (drums: DrumSet, others: Bool) {
    let drums = DrumSet(bits: wanted.bits & ~choked.bits)
    choked = DrumSet(bits: choked.bits | drums.bits)
    let others = hasUnchokedOther && wanted.bits == DrumSet.all.bits
    if others {
      hasUnchokedOther = false
      endOthers()
    }
    return (drums, others)
  }

  /// Takes clicks and other keys as ended, so that no note-off is needed.
  @_noLocks private mutating func endOthers() {
    hasOpenClick = false
    hasOpenKey = false
  }
}
