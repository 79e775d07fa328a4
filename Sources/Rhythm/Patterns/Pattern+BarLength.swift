public import MusicalTime

extension Pattern {
  /// What is counted as a bar: four beats, or the whole loop where four beats don't divide it.
  public var barLength: Beats {
    let fourBeats = Beats(4)
    return length.units % fourBeats.units == 0 ? fourBeats : length
  }
}
