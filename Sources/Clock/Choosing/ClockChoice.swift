public import MIDI
public import Ports

/// Decides whose clock is heeded and who leads: the one place where that is decided.
///
/// A source that is chosen wins, and nobody else is heard. Among several MIDI clocks the first to
/// tick leads until it falls silent. Real-time: yes.
public struct ClockChoice: BitwiseCopyable, Sendable {
  /// Who may lead, and how they are followed.
  public private(set) var settings: ClockSettings
  /// The device whose ticks are counted.
  private var device: MessageSource?

  @_noLocks public init(_ settings: ClockSettings) { self.settings = settings }

  /// Obeys `settings` from now on; answers whether another source was chosen, so that what was
  /// followed is followed no more.
  @_noLocks public mutating func change(to settings: ClockSettings) -> Bool {
    let before = self.settings
    self.settings = settings
    let isSame =
      switch (before.source, settings.source) {
      case (.internal, .internal), (.midi, .midi), (.jack, .jack), (.auto, .auto): true
      case (.port, .port): before.portChoice == settings.portChoice
      default: false
      }
    if !isSame { device = nil }
    return !isSame
  }

  /// What is done with a clock or transport message from `source`.
  public enum Treatment: BitwiseCopyable, Sendable {
    /// It works our own transport directly, as it does when nobody leads.
    case direct
    /// It is the clock that is followed.
    case follow
    case ignore
  }

  /// What is done with `message` from `source`, while MIDI clock is present as `health` says.
  @_noLocks public mutating func treatment(
    of message: ShortMessage, from source: MessageSource, health: ClockHealth
  ) -> Treatment {
    let isTick = message.status == 0xF8
    switch settings.source {
    case .internal: return isTick ? .ignore : .direct
    case .jack: return .ignore
    case .port where !source.isClockInput: return .ignore
    case .midi, .port, .auto: break
    }
    if isTick ? !settings.followsTempo : !settings.followsTransport { return .ignore }
    // Without its ticks, Start is all there is: it begins at once and not with the next tick.
    guard settings.followsTempo else { return .direct }
    if let device, !(device == source), Self.ticks(health) { return .ignore }
    if isTick { device = source }
    return .follow
  }

  /// Whose beat is followed, where MIDI clock is present as `health` says, rolling or not, and JACK
  /// transport stands as `report` says.
  @_noLocks public func leader(
    health: ClockHealth, isRolling: Bool, report: TransportReport?
  ) -> ClockLeader {
    switch settings.source {
    case .internal: return .internal
    case .midi, .port: return midiLeader(health, isRolling) ?? .internal
    case .jack: return report == nil ? .internal : .jack
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
    // Silent, and still what we go by.
    guard isRolling, case .lost = health.presence, case .hold = settings.lost else { return nil }
    return .midi(device)
  }

  @_noLocks private static func ticks(_ health: ClockHealth) -> Bool {
    switch health.presence {
    case .seeking, .locked: true
    case .absent, .lost: false
    }
  }
}
