public import Clock
import MusicalTime
import Rhythm
import Sequencing

extension EngineStatus {
  /// The bar in which the song is at `position`, as the metronome counts it; nil where no meter is as long as it.
  /// The bars before a pattern or song that came in while another rolled count as if they were of its first meter.
  /// Real-time: yes.
  public var songBar: SongBar? {
    @_noLocks get {
      // Comparing with nil would call Meter's own ==.
      guard case .some = place.bar.meter else { return nil }
      let bar = place.countedBar(at: position - origin)
      let before = origin.dividedRoundingUp(by: firstBar)
      return SongBar(
        beat: position, start: origin + bar.start, number: max(bar.number &+ before, 1))
    }
  }
}
