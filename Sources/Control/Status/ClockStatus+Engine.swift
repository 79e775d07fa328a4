import Clock
public import Commands
import MusicalTime
public import Playback
import Sequencing

extension ClockStatus {
  /// How the clock of `engine` stands, which was asked for what `setup` says.
  public init(_ engine: EngineStatus, setup: ClockSetup) {
    self.init()
    let health = engine.clockHealth
    leader = Leader(engine.leader)
    presence = Presence(health.presence)
    isArmed = engine.isArmed
    let isGiven = (leader == .midi || leader == .link) && presence != .lost
    tempoBPM = (isGiven ? health.tempo : engine.tempo).bpm
    phaseErrorMS = health.phaseError.milliseconds
    jitterMS = health.jitter.milliseconds
    largestJitterMS = health.largestJitter.milliseconds
    ticks = health.ticks
    ticksLost = health.ticksLost
    ticksDropped = health.ticksDropped
    relocks = health.relocks
    settings = Settings(setup)
  }
}

extension ClockStatus.Settings {
  init(_ setup: ClockSetup) {
    self.init()
    source = setup.source.text
    followsTempo = setup.settings.followsTempo
    followsTransport = setup.settings.followsTransport
    offsetMS = setup.settings.offset.milliseconds
    lost = setup.settings.lost.name
    sends = setup.settings.sends
    sendsWhileStopped = setup.settings.sendsWhileStopped
    isTimebase = setup.settings.isTimebase
  }
}

extension ClockStatus.Leader {
  init(_ leader: ClockLeader) {
    switch leader {
    case .internal: self = .internal
    case .midi: self = .midi
    case .jack: self = .jack
    case .link: self = .link
    }
  }
}

extension ClockStatus.Presence {
  init(_ presence: ClockHealth.Presence) {
    switch presence {
    case .absent: self = .absent
    case .seeking: self = .seeking
    case .locked: self = .locked
    case .lost: self = .lost
    }
  }
}
