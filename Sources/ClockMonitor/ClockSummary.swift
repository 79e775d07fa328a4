import Clock
import MusicalTime

/// Figures of a clock for the whole time of listening.
public struct ClockSummary: Sendable, Hashable, Codable {
  /// Tempo in BPM by linear regression over all ticks, silences excluded; 0 if unknown.
  public var meanBPM: Double
  /// How long the clock was present.
  public var seconds: Double
  /// Standard deviation of the ticks from when they were due.
  public var jitterMs: Double
  /// The largest of these deviations.
  public var jitterMaxMs: Double
  /// Ticks heard.
  public var ticks: Int64
  /// Ticks that must have been sent but did not arrive.
  public var lost: Int64
  /// Messages that were not valid ticks: doubled, or too fast or slow for music.
  public var dropped: Int64
  /// How often tempo or phase jumped.
  public var relocks: Int64
  /// Time that the audio server went on without us, in which ticks are late or lost that were sent well.
  public var missedMs = 0.0

  init(_ health: ClockHealth, _ spread: ErrorSpread, _ fit: TempoFit) {
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
