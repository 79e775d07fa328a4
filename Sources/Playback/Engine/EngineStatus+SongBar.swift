public import Clock
import MusicalTime
import Rhythm
import Sequencing

extension EngineStatus {
  /// The bar in which the song is at `position`, as the metronome counts it; nil where no meter is as long as it.
  /// The bars before a pattern that came in while the song rolled count as if they were of that pattern.
  /// Real-time: yes.
  public var songBar: SongBar? {
    @_noLocks get {
      // Comparing with nil would call Meter's own ==.
      guard case .some = place.bar.meter else { return nil }
      let bar = place.countedBar(at: position - origin)
      let before = origin.dividedRoundingUp(by: place.bar.length)
      return SongBar(
        beat: position, start: origin + bar.start, number: max(bar.number &+ before, 1))
    }
  }
}
