import Clock
import Foundation
import MusicalTime

/// How a clock does at a moment: a line for people, an object for programs.
public struct ClockReading: Sendable, Hashable, Codable {
  /// Whether there is a clock: absent, seeking, locked or lost.
  public var presence: String
  /// Beats a minute; 0 while unknown.
  public var bpm: Double
  /// Standard deviation of the last second's ticks from where they were due.
  public var jitterMs: Double
  /// The largest distance of one of them.
  public var jitterMaxMs: Double
  /// How far the last tick came after where it was due; negative when early.
  public var phaseMs: Double
  /// Ticks heard so far.
  public var ticks: Int64
  /// Ticks that must have been sent and never came.
  public var lost: Int64
  /// Ticks that were none: doubled, or too fast or slow for music.
  public var dropped: Int64
  /// Times that tempo or phase jumped.
  public var relocks: Int64
  /// What its transport does: stopped, armed (Start came, but no tick yet) or rolling; unknown as long
  /// as it has told nothing but ticks.
  public var motion: String
  /// Where the song is as bar.beat.sixteenth, the first of each 1, in 4/4; empty where that is unknown.
  public var position: String

  init(
    _ health: ClockHealth, _ spread: Spread, motion: ClockFollower.Motion?, position: Beats
  ) {
    presence = health.presence.name
    bpm = health.isTempoKnown ? rounded(health.tempo.bpm) : 0
    jitterMs = rounded(spread.deviation)
    jitterMaxMs = rounded(spread.largest)
    phaseMs = rounded(Double(health.phaseError.nanoseconds) / 1e6)
    ticks = health.ticks
    lost = health.ticksLost
    dropped = health.ticksDropped
    relocks = health.relocks
    self.motion = motion?.name ?? "unknown"
    self.position = motion == nil ? "" : ClockReading.bars(position)
  }

  /// One line for a terminal.
  public var text: String {
    let place = position.isEmpty ? "position unknown" : "\(motion) \(position)"
    let counts = "lost \(lost)  dropped \(dropped)  \(place)"
    switch presence {
    case "absent": return "no clock yet"
    case "seeking": return "a clock, finding its tempo  \(counts)"
    case "lost": return "silent, was \(fixed(bpm, 2)) bpm  \(counts)"
    default:
      let jitter = "jitter \(fixed(jitterMs, 2)) max \(fixed(jitterMaxMs, 2)) ms"
      // No sign before what is shown as nothing but the usual one.
      let sign = phaseMs <= -0.005 ? "-" : "+"
      let phase = "phase \(sign)\(fixed(phaseMs.magnitude, 2)) ms"
      return "\(fixed(bpm, 2)) bpm  \(jitter)  \(phase)  \(counts)"
    }
  }

  /// "3.2.1" for the second beat of the third bar in 4/4.
  static func bars(_ position: Beats) -> String {
    let sixteenths = position.dividedRoundingDown(by: .sixteenth)
    return "\(sixteenths / 16 + 1).\(sixteenths % 16 / 4 + 1).\(sixteenths % 4 + 1)"
  }
}

extension ClockHealth {
  fileprivate var isTempoKnown: Bool {
    switch presence {
    case .absent, .seeking: false
    case .locked, .lost: true
    }
  }
}

extension ClockHealth.Presence {
  fileprivate var name: String {
    switch self {
    case .absent: "absent"
    case .seeking: "seeking"
    case .locked: "locked"
    case .lost: "lost"
    }
  }
}

extension ClockFollower.Motion {
  fileprivate var name: String {
    switch self {
    case .stopped: "stopped"
    case .armed: "armed"
    case .rolling: "rolling"
    }
  }
}

/// To thousandths, which is as fine as it is measured.
func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

/// With so many decimals, for people.
func fixed(_ value: Double, _ places: Int) -> String {
  String(format: "%.\(places)f", value)
}
