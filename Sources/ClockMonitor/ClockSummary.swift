import Clock
import MusicalTime

/// How a clock did as long as it was listened to.
public struct ClockSummary: Sendable, Hashable, Codable {
  /// Beats a minute by the straight line through all ticks, silences left out; 0 where unknown.
  public var meanBPM: Double
  /// How long the clock was there.
  public var seconds: Double
  /// Standard deviation of the ticks from where they were due.
  public var jitterMs: Double
  /// The largest distance of one of them.
  public var jitterMaxMs: Double
  /// Ticks heard.
  public var ticks: Int64
  /// Ticks that must have been sent and never came.
  public var lost: Int64
  /// Ticks that were none: doubled, or too fast or slow for music.
  public var dropped: Int64
  /// Times that tempo or phase jumped.
  public var relocks: Int64
  /// Time that the audio server went on without us, in which ticks are late or lost that were sent well.
  public var missedMs = 0.0

  init(_ health: ClockHealth, _ spread: Spread, _ fit: TempoFit) {
    meanBPM = rounded(fit.bpm ?? 0)
    seconds = rounded(Double(fit.length.nanoseconds) / 1e9)
    jitterMs = rounded(spread.deviation)
    jitterMaxMs = rounded(spread.largest)
    ticks = health.ticks
    lost = health.ticksLost
    dropped = health.ticksDropped
    relocks = health.relocks
  }

  /// One line for a terminal.
  public var text: String {
    guard ticks > 0 else { return "no clock was heard" }
    return "\(fixed(meanBPM, 2)) bpm over \(fixed(seconds, 1)) s, \(ticks) ticks"
      + "  jitter \(fixed(jitterMs, 2)) max \(fixed(jitterMaxMs, 2)) ms"
      + "  lost \(lost)  dropped \(dropped)  relocks \(relocks)"
      + (missedMs > 0 ? "  JACK missed \(fixed(missedMs, 1)) ms" : "")
  }
}
