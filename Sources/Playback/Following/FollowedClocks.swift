import Clock
import MIDI
import MusicalTime
import Ports
import Sequencing

/// The clocks that the song can go by, and which of them leads. Real-time: yes.
struct FollowedClocks: ~Copyable {
  /// Who leads, as the last block found it.
  private(set) var leader = ClockLeader.internal
  private var choice: ClockChoice
  /// The MIDI clock that is followed.
  var midi = ClockInput()
  /// JACK transport.
  var jack = JACKTransportInput()
  /// The beat that another program reports.
  var line = FollowedLine()

  init(_ settings: ClockSettings) { choice = ClockChoice(settings) }

  /// Who may lead, how it is followed, and what is sent.
  var settings: ClockSettings { @_noLocks get { choice.settings } }

  /// Whether our own beat leads.
  var isInternal: Bool {
    @_noLocks get { if case .internal = leader { true } else { false } }
  }

  /// Whether a MIDI clock ticks that our song goes by.
  var isLedByTicks: Bool {
    @_noLocks get {
      guard case .midi = leader else { return false }
      if case .lost = midi.health.presence { return false }
      return true
    }
  }

  /// Whether a line that another program reports was chosen to lead.
  var goesByLine: Bool {
    @_noLocks get { if case .link = choice.settings.source { true } else { false } }
  }

  /// Whether our song goes by a line that another program reports; not where another clock was chosen since
  /// the last block.
  var isLedByLine: Bool {
    @_noLocks get { if goesByLine, case .link = leader { line.mayLead } else { false } }
  }

  /// Whether the song waits for a clock's next tick, or for its place in a line's bar.
  var isWaiting: Bool { @_noLocks get { midi.isArmed || line.isWaiting } }

  /// Whether JACK transport may be followed: it is what was chosen, or what there is.
  var mayFollowJACK: Bool {
    @_noLocks get {
      switch choice.settings.source {
      case .jack: return true
      case .auto: if case .midi = leader { return false } else { return true }
      case .internal, .midi, .port, .link: return false
      }
    }
  }
}

// Tempo.
extension FollowedClocks {
  /// The tempo of JACK's timebase master, where there is one whose tempo is followed.
  private var jackTempo: Tempo? { @_noLocks get { settings.followsTempo ? jack.tempo : nil } }

  /// Whether the MIDI clock that leads was lost, and our song was begun or moved without it since.
  var goesOnAlone: Bool {
    @_noLocks get { if case .midi = leader { midi.isLeft } else { false } }
  }

  /// Whether the clock that leads has a tempo: ours is kept for later.
  var givesTempo: Bool {
    @_noLocks get {
      switch leader {
      case .internal: false
      case .midi: !midi.isLeft
      case .link: true
      case .jack: jackTempo != nil
      }
    }
  }

  /// Whether the clocks leave the line's tempo as it is, that of a song that is rolling or at rest.
  @_noLocks func leavesTempo(whileRolling isRolling: Bool) -> Bool {
    // JACK's tempo alone is followed also while its transport stands.
    let isJACKs = mayFollowJACK && !settings.followsTransport && jackTempo != nil
    guard isRolling else { return !isLedByTicks && !isJACKs }
    guard case .internal = leader else { return false }
    // The song waits for a clock that was lost, or was begun or moved without it while its tempo was held.
    return midi.isLeft && !isJACKs
  }

  /// The tempo of the clock that leads, else our `own`.
  @_noLocks func tempo(orElse own: Tempo) -> Tempo {
    switch leader {
    case .internal: own
    case .midi: midi.tempo(orElse: own)
    case .jack: jackTempo ?? own
    case .link: line.tempo ?? own
    }
  }

  /// The tempo to tell others: a MIDI clock's or a line's where one leads, else our `own`, also under JACK
  /// transport, whose bars and beats may be ours to give.
  @_noLocks func tempoForOthers(orElse own: Tempo) -> Tempo {
    switch leader {
    case .midi, .link: tempo(orElse: own)
    case .internal, .jack: own
    }
  }
}

// Who leads.
extension FollowedClocks {
  /// Finds out who leads from now on. A clock that was lost goes on leading the song that it led, and no other.
  @_noLocks mutating func updateLeader(isRolling: Bool, report: TransportReport?) {
    let isLed =
      switch leader {
      case .midi: isRolling
      // Also one that was lost while the song waited for its bar.
      case .internal, .jack, .link: goesByLine && line.mayLead
      }
    leader = choice.leader(
      health: midi.health, isRolling: isLed, report: report, line: line.presence)
  }

  /// The song came to rest: a clock that was lost leads no longer.
  @_noLocks mutating func rest() {
    switch leader {
    case .midi: if case .lost = midi.health.presence { leader = .internal }
    case .link:
      guard case .lost = line.presence else { return }
      leader = .internal
      line.giveUp()
    case .internal, .jack: break
    }
  }

  /// Follows as `settings` say from now on; true where another clock was chosen than before, which is
  /// then begun with by `startOver`.
  @_noLocks mutating func change(to settings: ClockSettings) -> Bool {
    let before = choice.settings
    return choice.change(to: settings) || before.followsTempo != settings.followsTempo
  }

  /// Forgets the clocks followed until now, as `before` had them.
  @_noLocks mutating func startOver(after before: ClockSettings, in block: borrowing Block) {
    midi.startOver(after: before, in: block)
    jack = JACKTransportInput()
    line = FollowedLine()
  }

  /// What is done with a message from `source`; what has nothing to do with the clock is for the player.
  @_noLocks mutating func treatment(
    of message: ShortMessage, from source: MessageSource, on frame: Frame
  ) -> ClockChoice.Treatment {
    guard message.isClockOrTransport else { return source.isClockInput ? .ignore : .direct }
    guard midi.hears(on: frame) else { return .ignore }
    return choice.treatment(of: message, from: source, health: midi.health)
  }
}
