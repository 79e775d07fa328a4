import MIDI
public import MusicalTime
import Playback
import Ports
import Rhythm

extension Rehearsal {
  /// The frames at which a device that follows the clock port counts a whole beat, and the number
  /// of invalid messages it received.
  public func countedBeats() -> (frames: [Int64], strayCount: Int) {
    count(
      messages.filter { $0.event.port == .clock }.map { ($0.frame.index, $0.event.message) })
  }

  /// The same for a device that follows the queue, in nanoseconds.
  public func countedBeatsOfQueue() -> (moments: [Int64], strayCount: Int) {
    let counted = count(
      queue.departures.filter { $0.port == .clock }.map { ($0.time.nanoseconds, $0.message) })
    return (counted.frames, counted.strayCount)
  }

  private func count(
    _ messages: [(at: Int64, message: ShortMessage)]
  ) -> (frames: [Int64], strayCount: Int) {
    var counter = ClockCounter()
    var frames: [Int64] = []
    for (at, message) in messages {
      guard let beat = counter.take(message) else { continue }
      if beat.units % Beats.unitsPerBeat == 0 { frames.append(at) }
    }
    return (frames, counter.strayCount)
  }

  /// The frames of all hits.
  public func hits() -> [Frame] {
    sounds.filter { $0.event.kind == .hit }.map(\.frame)
  }
}
