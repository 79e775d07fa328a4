public import MusicalTime

/// What was lost, or came too late, since a session began.
public enum Loss: Sendable, Hashable, CaseIterable {
  /// Deadlines that the sound was late for.
  case xruns
  /// Bars that the drummer had not made in time.
  case starvedBars
  /// Strokes that a block had too many of.
  case hits
  /// Strokes of the pattern that there were too many of to look ahead for.
  case cues
  /// MIDI messages that an output or a queue had no room for.
  case messages
  /// What was struck or turned, and was not read in time.
  case events

  /// One plain line: `count` since the last such line, `total` in all.
  public func line(count: Int64, total: Int64) -> String {
    let (sum, were) = ("\(total) in all", count == 1 ? "was" : "were")
    return switch self {
    case .xruns:
      "audio: \(count.counted("xrun")), \(sum): `ghostnote doctor` looks for what delays the sound"
    case .starvedBars:
      "drummer: \(count.counted("bar")) \(were) not ready in time and the last one was repeated, \(sum): "
        + "--lookahead keeps more ready"
    case .hits:
      "\(count.counted("stroke")) \(were) left out, \(sum): more fell at once than can sound"
    case .cues:
      "\(count.counted("stroke")) of the pattern \(were) lost, \(sum): smaller offsets, or fewer lanes, "
        + "are what can be looked ahead for"
    case .messages:
      "MIDI: \(count.counted("message")) \(were) dropped, \(sum): more were due than could leave"
    case .events:
      "\(count.counted("event")) \(were) lost, \(sum): more was struck or turned than could be read, "
        + "and some of it is not shown, recorded or done"
    }
  }
}

/// Reports each kind of loss when it begins, and while it goes on ever more rarely: a line each would
/// drown the rest where a machine cannot keep up.
public struct LossNews: Sendable {
  private struct Report: Sendable {
    var total: Int64 = 0
    var quietUntil = HostTime(nanoseconds: .min)
    var pause = LossNews.shortest
  }

  /// Between the first two lines about the same; each pause after that is twice as long.
  public static let shortest = HostTime.Interval(nanoseconds: 5_000_000_000)
  private static let longest = HostTime.Interval(nanoseconds: 600_000_000_000)

  private var reports: [Loss: Report] = [:]

  /// Nothing was reported yet.
  public init() {}

  /// What to report at `now`, when there are `total` of `loss`; nil where that is nothing new, or too
  /// soon.
  public mutating func line(about loss: Loss, total: Int64, at now: HostTime) -> String? {
    let last = reports[loss] ?? Report()
    guard now >= last.quietUntil else { return nil }
    guard total > last.total else {
      // It has ended: the next is a beginning again.
      reports[loss]?.pause = Self.shortest
      return nil
    }
    let next = HostTime.Interval(
      nanoseconds: min(2 * last.pause.nanoseconds, Self.longest.nanoseconds))
    reports[loss] = Report(
      total: total, quietUntil: now.advanced(by: last.pause), pause: next)
    return loss.line(count: total - last.total, total: total)
  }
}
