public import Commands
public import MusicalTime

/// Tells when another clock leads, or the one that does is lost or back; at most a line a second,
/// so that a clock that flaps does not drown the rest.
public struct ClockNews: Sendable {
  private var reported = Sight()
  private var quietUntil: HostTime?

  /// What makes a difference.
  private struct Sight: Sendable, Hashable {
    var leader = ClockStatus.Leader.internal
    var device: String?
    var isLost = false
  }

  /// Nothing was reported yet, and our own tempo leads.
  public init() {}

  /// What to report of `clock` as it is at `now`; nil if that is as last reported, or too soon.
  public mutating func line(about clock: ClockStatus, at now: HostTime) -> String? {
    let isLink = clock.settings.source == "link" && clock.settings.followsTempo
    // A beat later it is locked, and worth a line.
    guard clock.leader != .midi || clock.presence == .locked || clock.presence == .lost else {
      return nil
    }
    let mayBeLost = clock.leader != .jack && (clock.settings.mayLetMIDILead || isLink)
    let sight = Sight(
      leader: clock.leader, device: clock.device, isLost: mayBeLost && clock.presence == .lost)
    guard sight != reported, quietUntil.map({ now >= $0 }) ?? true else { return nil }
    defer {
      reported = sight
      quietUntil = now.advanced(by: HostTime.Interval(nanoseconds: 1_000_000_000))
    }
    if sight.isLost, !reported.isLost {
      if isLink { return "Ableton Link is lost: \(clock.consequence)" }
      let device = clock.device ?? reported.device
      return "MIDI clock\(device.map { " from \($0)" } ?? "") is lost: \(clock.consequence)"
    }
    guard sight.leader == .midi || sight.leader == .link else { return "\(clock.name) leads" }
    if sight.isLost { return "\(clock.name) leads, but is lost: \(clock.consequence)" }
    return "\(clock.name) \(reported.isLost ? "is back" : "leads"), locked at \(clock.tempo)"
  }
}
