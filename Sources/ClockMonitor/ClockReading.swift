import Clock
import Foundation
import MusicalTime

/// The state of a clock at one moment: a line for people, an object for programs.
public struct ClockReading: Sendable, Hashable, Codable {
  /// Absent, seeking, locked or lost.
  public var presence: String
  /// Tempo in BPM; 0 while unknown.
  public var bpm: Double
  /// Standard deviation of the last second's ticks from when they were due.
  public var jitterMs: Double
  /// The largest of these deviations.
  public var jitterMaxMs: Double
  /// How far the last tick came after it was due; negative when early.
  public var phaseMs: Double
  /// Ticks heard so far.
  public var ticks: Int64
  /// Ticks that must have been sent but did not arrive.
  public var lost: Int64
  /// Messages that were not valid ticks: doubled, or too fast or slow for music.
  public var dropped: Int64
  /// How often tempo or phase jumped.
  public var relocks: Int64
  /// State of the transport: stopped, armed (Start came, but no tick yet) or rolling; unknown while
  /// only ticks have come.
  public var motion: String
  /// Song position as bar.beat.sixteenth, each counted from 1, in 4/4; empty while unknown.
  public var position: String

  init(
    _ health: ClockHealth, _ spread: ErrorSpread, knowsTempo: Bool,
    motion: ClockFollower.Motion?, position: Beats
  ) {
    presence = health.presence.name
    bpm = knowsTempo && health.isTempoSettled ? rounded(health.tempo.bpm) : 0
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

  /// One line for a person.
  public var text: String { line(leavesOutZeros: false) }

  /// One line of a terminal with that many columns: where all of it is too long, counts that are 0 are left out, and
  /// what is still too long is cut.
  public func fitted(toColumns columns: Int) -> String {
    let whole = text
    guard whole.count > columns else { return whole }
    let short = line(leavesOutZeros: true)
    guard short.count > columns else { return short }
    return short.prefix(max(0, columns - 1)) + "›"
  }

  private func line(leavesOutZeros: Bool) -> String {
    let place = position.isEmpty ? "position unknown" : "\(motion) \(position)"
    let counted = [("lost", lost), ("dropped", dropped)].filter { !leavesOutZeros || $0.1 != 0 }
    let counts = counted.map { "\($0.0) \($0.1)  " }.joined() + place
    switch presence {
    case "absent": return "no clock yet"
    case "seeking": return "a clock, finding its tempo  \(counts)"
    case "lost":
      let tempo = bpm > 0 ? "was \(fixed(bpm, 2)) bpm" : "its tempo unknown"
      return "silent, \(tempo)  \(counts)"
    default:
      let jitter = "jitter \(fixed(jitterMs, 2)) max \(fixed(jitterMaxMs, 2)) ms"
      // No minus sign before a value that rounds to zero.
      let sign = phaseMs <= -0.005 ? "-" : "+"
      let phase = "phase \(sign)\(fixed(phaseMs.magnitude, 2)) ms"
      return "\(fixed(bpm, 2)) bpm  \(jitter)  \(phase)  \(counts)"
    }
  }

  /// “3.2.1” for the second beat of the third bar in 4/4.
  static func bars(_ position: Beats) -> String {
    let sixteenths = position.dividedRoundingDown(by: .sixteenth)
    return "\(sixteenths / 16 + 1).\(sixteenths % 16 / 4 + 1).\(sixteenths % 4 + 1)"
  }
}

extension ClockHealth {
  /// Whether its tempo is found, or no more ticks come to find it by.
  fileprivate var isTempoSettled: Bool {
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

/// Rounded to thousandths, the precision of the measurement.
func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

/// With `places` decimals, for people.
func fixed(_ value: Double, _ places: Int) -> String {
  String(format: "%.\(places)f", value)
}
