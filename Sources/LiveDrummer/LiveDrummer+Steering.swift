public import MusicalTime
import Playback
public import Rhythm

extension LiveDrummer {
  /// Loads a drummer if `settings` turn it on. Throws for a style that it does not know.
  public func check(_ settings: DrummerSettings) throws(DrummerError) {
    guard settings.isOn else { return }
    try load().check(settings)
  }

  /// Applies `settings` from the next bar on, or to all bars while the song is stopped. Fills, rests,
  /// loops and primers stay where they were asked for.
  ///
  /// With `always`, as where it is switched on or off, the settings also apply to earlier bars when
  /// the song returns to them, and only primers stay.
  public func steer(_ settings: DrummerSettings, always: Bool = false) {
    work { $0.steer(settings, always: always) }
  }

  /// Plays as another patch says, whose drummer has `settings`: from the next bar on, and in earlier
  /// bars when the song returns to them. Fills, rests, loops and primers are dropped; a drummer with
  /// these settings and none of those continues as it is.
  public func open(_ settings: DrummerSettings) { work { $0.open(settings) } }

  /// Gets the bar at `beat` ready, because the song is about to jump there.
  public func expect(_ beat: Beats) {
    let isNear = ask { part in
      part.expect(beat)
      return part.barsToWrite <= Self.patience
    }
    // Beyond that the thread catches up by itself: waiting would cover only a part of it.
    if isNear { catchUp(atMost: Self.patience) }
    wake()
  }

  /// A fill from the next beat to the end of its bar.
  public func fill() { work { $0.fill() } }

  /// Rests for `bars` bars, from the next one on.
  public func rest(bars: Int) { work { $0.rest(bars) } }

  /// Repeats the last `bars` bars.
  public func lock(bars: Int) { work { $0.lock(bars) } }

  /// Ends the loop from the next bar on, and those that come later; false if there are none.
  public func release() -> Bool { work { $0.release() } }

  /// Restarts at the next bar as if `primer` had just been played.
  public func prime(with primer: Primer) { work { $0.prime(with: primer) } }

  /// What sounded in the last `count` whole bars, beats from each bar's start, and the number of
  /// the first, however it was steered since; nil if fewer have been played.
  public func lastBars(_ count: Int) -> (first: Int, hits: [[Hit]])? { work { $0.lastBars(count) } }

  /// What sounds in bar `bar`, counted from 0, beats from its start; nil unless it was played or is
  /// ready to be.
  ///
  /// A bar that the drummer is to play is as in `barsAhead`, any other as it sounded, however it was
  /// steered since.
  public func hits(inBar bar: Int) -> [Hit]? { work { $0.hits(inBar: bar) } }

  /// What the drummer does in bar `bar`, counted from 0; nothing before it is loaded.
  public func activity(inBar bar: Int) -> DrummerActivity {
    isLoaded ? ask { $0.activity(in: bar) } : .off
  }
}

/// What a drummer can be doing.
public enum DrummerActivity: String, Sendable, Hashable {
  case off, playing, listening, resting, looping
}
