public import Clock
public import Commands
import MusicalTime
public import Ports

/// The clock's settings with the port they name, changed by nothing but its commands.
public struct ClockSetup: Sendable, Hashable {
  /// The setting that the engine gets.
  public private(set) var settings = ClockSettings()
  /// What to connect to `clock-in` and `clock_in`, where one port may lead.
  public private(set) var port: NamePattern?

  /// Our own tempo leads, and clock is sent while rolling.
  public init() {}

  /// Who may lead.
  public var source: ClockSource {
    switch settings.source {
    case .internal: .internal
    case .midi: .midi
    case .jack: .jack
    case .auto: .auto
    case .link: .link
    case .port: port.map(ClockSource.port) ?? .midi
    }
  }

  /// Changes one setting.
  public mutating func apply(_ setting: ClockSetting) {
    switch setting {
    case .source(let source): choose(source)
    case .followTempo(let follows): settings.followsTempo = follows
    case .followTransport(let follows): settings.followsTransport = follows
    case .offset(let offset): settings.offset = offset
    case .send(let sends): settings.sends = sends
    case .sendWhileStopped(let sends): settings.sendsWhileStopped = sends
    case .timebase(let isWanted): settings.isTimebase = isWanted
    case .lost(let policy): settings.lost = policy
    }
  }

  private mutating func choose(_ source: ClockSource) {
    let before = port
    port = nil
    switch source {
    case .internal: settings.source = .internal
    case .midi: settings.source = .midi
    case .jack: settings.source = .jack
    case .auto: settings.source = .auto
    case .link: settings.source = .link
    case .port(let pattern):
      (settings.source, port) = (.port, pattern)
      if pattern != before { settings.portChoice &+= 1 }
    }
  }

  /// Whether only MIDI clock may lead.
  public var hearsMIDIOnly: Bool { settings.source == .midi || settings.source == .port }

  /// Whether the devices have to look out for the engine all the time, or only while it rolls: a
  /// clock may begin to lead at any moment, or clock is sent while stopped.
  var isAlwaysAwake: Bool {
    settings.source != .internal || settings.sends && settings.sendsWhileStopped
  }

  /// Whether the transport is JACK's to move while `leader` leads.
  func leavesTransportToJACK(under leader: ClockLeader) -> Bool {
    guard settings.followsTransport else { return false }
    return settings.source == .jack || settings.source == .auto && leader == .jack
  }
}
