import MIDI
public import MusicalTime
import Playback
import Rhythm
import Sequencing

extension Rehearsal {
  /// The frames on which gear that follows the clock port counts a whole beat, and the messages that
  /// it has no use for.
  public func countedBeats() -> (frames: [Int64], strayCount: Int) {
    var counter = ClockCounter()
    var frames: [Int64] = []
    for message in messages where message.event.port == .clock {
      guard let beat = counter.take(message.event.message) else { continue }
      if beat.units % Beats.unitsPerBeat == 0 { frames.append(message.frame.index) }
    }
    return (frames, counter.strayCount)
  }

  /// The frames on which anything was struck.
  public func hits() -> [Frame] {
    sounds.filter { $0.event.kind == .hit }.map(\.frame)
  }
}
