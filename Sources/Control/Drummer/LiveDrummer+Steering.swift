public import Commands
import MusicalTime
import Playback
public import Rhythm

extension LiveDrummer {
  /// Hires a drummer where one is to play, and refuses styles that it does not know.
  public func check(_ settings: DrummerSettings) throws(CommandError) {
    guard settings.isOn else { return }
    try hire().check(settings)
  }

  /// Plays by `settings` from the next bar on, with `always` before it too when the song comes back;
  /// or the whole song where it rests.
  func steer(_ settings: DrummerSettings, always: Bool = false) {
    work { $0.steer(settings, always: always) }
  }

  /// Gets the bar at `beat` ready, because the song is about to jump there.
  func expect(_ beat: Beats) {
    let isNear = ask { part in
      part.expect(beat)
      return part.barsToWrite <= Self.patience
    }
    // Else the thread gets there in its own time: who jumps that far would only wait for a part of it.
    if isNear { catchUp(atMost: Self.patience) }
    wake()
  }

  /// A fill from the next beat on to the end of its bar.
  func fill() { work { $0.fill() } }

  /// Rests for so many bars, from the next one on.
  func rest(bars: Int) { work { $0.rest(bars) } }

  /// Plays the last so many bars again and again.
  func lock(bars: Int) { work { $0.lock(bars) } }

  /// Invents anew from the next bar on; false where nothing was locked.
  func release() -> Bool { work { $0.release() } }

  /// Begins anew at the next bar with what it heard behind it.
  func prime(with primer: Primer) { work { $0.prime(with: primer.bars) } }

  /// What sounded in the last `count` whole bars, beats counted from each bar's beginning, and the
  /// number of the first; nil where so many have not gone by.
  func lastBars(_ count: Int) -> (first: Int, hits: [[Hit]])? { work { $0.lastBars(count) } }

  /// What it does, as a patch asks for it in `settings`.
  func status(of settings: DrummerSettings, engine: EngineStatus) -> DrummerStatus {
    let bar = max(Int(engine.position.dividedRoundingDown(by: BarImage.length)), 0)
    return DrummerStatus(
      name: name, settings: settings, bar: bar + 1, doing: ask { $0.doing(in: bar) },
      engine: engine)
  }
}
