public import MIDI
public import Ports

/// Decides which clock source is used and which is the master; the only place that decides it.
///
/// An explicitly chosen source is used exclusively. Among several MIDI clocks the first to tick is
/// the master until it falls silent. Real-time: yes.
public struct ClockChoice: BitwiseCopyable, Sendable {
  /// The permitted sources, and how they are followed.
  public private(set) var settings: ClockSettings
  /// The device whose ticks are counted.
  private var device: MessageSource?

  /// A choice with `settings`.
  @_noLocks public init(_ settings: ClockSettings) { self.settings = settings }

  /// Applies `settings`; returns whether the source has changed, so that the current clock must not
  /// be followed any more.
  @_noLocks public mutating func change(to settings: ClockSettings) -> Bool {
    let before = self.settings
    self.settings = settings
    let isSame =
      switch (before.source, settings.source) {
      case (.internal, .internal), (.midi, .midi), (.jack, .jack), (.auto, .auto),
        (.link, .link):
        true
      case (.port, .port): before.portChoice == settings.portChoice
      default: false
      }
    if !isSame { device = nil }
    return !isSame
  }

  /// How a clock or transport message is handled.
  public enum Treatment: BitwiseCopyable, Sendable {
    /// It controls our own transport directly, as it does without a master.
    case direct
    /// It belongs to the clock that is followed.
    case follow
    case ignore
  }

  /// How `message` from `source` is handled, with the MIDI clock in the state `health`.
  @_noLocks public mutating func treatment(
    of message: ShortMessage, from source: MessageSource, health: ClockHealth
  ) -> Treatment {
    let isTick = message.status == 0xF8
    switch settings.source {
    case .internal: return isTick ? .ignore : .direct
    case .jack, .link: return .ignore
    case .port where !source.isClockInput: return .ignore
    case .midi, .port, .auto: break
    }
    if isTick ? !settings.followsTempo : !settings.followsTransport { return .ignore }
    // If its ticks are not followed, Start takes effect immediately instead of with the next tick.
    guard settings.followsTempo else { return .direct }
    if let device, !(device == source), Self.ticks(health) { return .ignore }
    if isTick { device = source }
    return .follow
  }

  /// The current master, with the MIDI clock in the state `health`, our transport rolling or not,
  /// JACK transport in the state `report`, and the line that another program reports in the state `line`.
  @_noLocks public func leader(
    health: ClockHealth, isRolling: Bool, report: TransportReport?,
    line: ClockHealth.Presence = .absent
  ) -> ClockLeader {
    switch settings.source {
    case .internal: return .internal
    case .midi, .port: return midiLeader(health, isRolling) ?? .internal
    case .jack: return report == nil ? .internal : .jack
    case .link: return leadsAsLine(line, isRolling) ? .link : .internal
    case .auto:
      if let midi = midiLeader(health, isRolling) { return midi }
      guard let report else { return .internal }
      if case .stopped = report.motion { return .internal }
      return .jack
    }
  }

  @_noLocks private func midiLeader(_ health: ClockHealth, _ isRolling: Bool) -> ClockLeader? {
    guard let device, settings.followsTempo else { return nil }
    if Self.ticks(health) { return .midi(device) }
    // Lost, but still the master.
    guard isRolling, case .lost = health.presence, case .hold = settings.lost else { return nil }
    return .midi(device)
  }

  @_noLocks private func leadsAsLine(_ line: ClockHealth.Presence, _ isRolling: Bool) -> Bool {
    guard settings.followsTempo else { return false }
    switch (line, settings.lost) {
    case (.seeking, _), (.locked, _): return true
    case (.lost, .hold): return isRolling
    case (.absent, _), (.lost, _): return false
    }
  }

  @_noLocks private static func ticks(_ health: ClockHealth) -> Bool {
    switch health.presence {
    case .seeking, .locked: true
    case .absent, .lost: false
    }
  }
}
