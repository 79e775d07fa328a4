public import MusicalTime
import Playback
public import Rhythm

extension LiveDrummer {
  /// Hires a drummer where one is to play, and refuses styles that it does not know.
  public func check(_ settings: DrummerSettings) throws(DrummerError) {
    guard settings.isOn else { return }
    try hire().check(settings)
  }

  /// Plays by `settings` from the next bar on, with `always` before it too when the song comes back;
  /// or the whole song where it rests.
  public func steer(_ settings: DrummerSettings, always: Bool = false) {
    work { $0.steer(settings, always: always) }
  }

  /// Gets the bar at `beat` ready, because the song is about to jump there.
  public func expect(_ beat: Beats) {
    let isNear = ask { part in
      part.expect(beat)
      return part.barsToWrite <= Self.patience
    }
    // Else the thread gets there in its own time: who jumps that far would only wait for a part of it.
    if isNear { catchUp(atMost: Self.patience) }
    wake()
  }

  /// A fill from the next beat on to the end of its bar.
  public func fill() { work { $0.fill() } }

  /// Rests for so many bars, from the next one on.
  public func rest(bars: Int) { work { $0.rest(bars) } }

  /// Plays the last so many bars again and again.
  public func lock(bars: Int) { work { $0.lock(bars) } }

  /// Invents anew from the next bar on; false where nothing was locked.
  public func release() -> Bool { work { $0.release() } }

  /// Begins anew at the next bar with what it heard behind it.
  public func prime(with primer: Primer) { work { $0.prime(with: primer.bars) } }

  /// What sounded in the last `count` whole bars, beats counted from each bar's beginning, and the
  /// number of the first; nil where so many have not gone by.
  public func lastBars(_ count: Int) -> (first: Int, hits: [[Hit]])? { work { $0.lastBars(count) } }

  /// What it does in the bar of that number, the first is 0.
  public func activity(inBar bar: Int) -> DrummerActivity { ask { $0.activity(in: bar) } }
}

/// What a drummer can be doing.
public enum DrummerActivity: String, Sendable, Hashable {
  case off, playing, listening, resting, looping
}
