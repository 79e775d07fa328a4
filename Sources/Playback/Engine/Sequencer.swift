import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// Decides what is played and when: the transport, whichever clock leads it, and what falls on its beats.
/// Real-time: yes.
struct Sequencer: ~Copyable {
  /// Whether the song moves, and what followers are sent of it: moved by `carryOut` only.
  var transport: TransportControl
  /// The clocks that can be followed, and which of them leads.
  var clocks: FollowedClocks
  /// The program that plays.
  var program: ProgramCursor
  /// The bars that the drummer made.
  var drummer: DrummerCursor
  /// The metronome, and the bars that are counted in.
  var clicks = ClickTrack()
  /// The beat on which everything stops; nil for no limit.
  var limit: Beats?
  /// How often the song came to its end.
  var endings: Int64 = 0

  init(
    _ configuration: EngineConfiguration, program: consuming ProgramCursor,
    drummer: consuming DrummerCursor
  ) {
    transport = TransportControl(configuration)
    clocks = FollowedClocks(configuration.clock)
    self.program = program
    self.drummer = drummer
  }
}

// Tempo and programs.
extension Sequencer {
  /// The tempo of the clock that leads.
  var leadingTempo: Tempo { @_noLocks get { clocks.tempo(orElse: ownTempo) } }
  /// The tempo to tell others.
  var tempoForOthers: Tempo {
    @_noLocks get { clocks.tempoForOthers(orElse: ownTempo) }
  }
  /// The tempo at which our own song plays: the one asked for last, or that of a lost clock at which it was begun
  /// or moved.
  private var ownTempo: Tempo {
    @_noLocks get { clocks.goesOnAlone ? transport.line.tempo : transport.tempo }
  }

  /// Whether the song rolls, waits for a clock, or is counted in.
  var isUnderway: Bool {
    @_noLocks get { transport.isRolling || clocks.isWaiting || clicks.countsIn }
  }

  /// Whether a song that was begun or moved without a lost clock goes on at its tempo.
  var holdsLostTempo: Bool {
    @_noLocks get {
      clocks.goesOnAlone && transport.isRolling && transport.line.tempo != transport.tempo
    }
  }

  /// Takes the tempo of a program that plays now; where another clock leads, a pattern's for later. False where
  /// the program was refused.
  @_noLocks mutating func hasChanged(_ change: ProgramCursor.Change, _ output: inout EngineOutput)
    -> Bool
  {
    switch change {
    case .refused: return false
    case .waits: return true
    case .plays(let tempo):
      guard let tempo else { return true }
      guard clocks.isInternal else {
        // A song gives its tempo at each place; a pattern has but this, the patch's.
        if unsafe !program.image.pointee.isSong { transport.keepTempo(tempo) }
        return true
      }
      if !setTempo(tempo, &output) { program.omit(tempo) }
      return true
    }
  }

  /// Takes the patch's tempo: now, and where a song begins at it; false when it must be asked again.
  @_noLocks mutating func setPatchTempo(_ tempo: Tempo, _ output: inout EngineOutput) -> Bool {
    program.setPatchTempo(tempo)
    return setTempo(tempo, &output)
  }

  /// Takes a tempo of our own; while a clock leads it is kept for later, and where the clock was lost
  /// it is gone on at. False when it must be asked again.
  @_noLocks mutating func setTempo(_ tempo: Tempo, _ output: inout EngineOutput) -> Bool {
    if transport.isRolling, clocks.midi.isLost {
      transport.keepTempo(tempo)
      clocks.midi.runAlone(at: tempo, from: output.scheduler.plannedThrough, in: output.block)
      return true
    }
    guard !clocks.givesTempo else {
      transport.keepTempo(tempo)
      return true
    }
    return goOn(at: tempo, isOwn: true, &output)
  }

  /// Whether too many tempi lie ahead for another to be taken now.
  @_noLocks func hasFullHistory(_ output: borrowing EngineOutput) -> Bool {
    transport.isRolling && transport.state.history.isFull(at: output.block.frame)
  }

  /// Goes on at another's tempo from where it is planned; false when it must be asked again.
  @_noLocks mutating func bend(to tempo: Tempo, _ output: inout EngineOutput) -> Bool {
    goOn(at: tempo, isOwn: false, &output)
  }

  /// Goes on at `tempo` from where it is planned, with notes held to the same beats; false when it must be asked
  /// again. Only one that `isOwn` counts as asked for.
  @_noLocks mutating func goOn(
    at tempo: Tempo, isOwn: Bool, _ output: inout EngineOutput
  ) -> Bool {
    let (from, before) = (output.scheduler.plannedThrough, transport.line.tempo)
    let heard = output.block.frame
    let isTaken =
      isOwn
      ? transport.setTempo(tempo, at: from, heardThrough: heard)
      : transport.bend(to: tempo, at: from, heardThrough: heard)
    // At rest the line has no song's beats.
    guard isTaken, transport.isRolling, tempo != before else { return isTaken }
    output.scheduler.moveEnds(to: transport.line, from: from)
    output.notes.moveEnds(to: transport.line, from: from)
    return true
  }

  /// Lets followers of a song that rolls already come in, where anything is sent.
  @_noLocks mutating func letFollowersJoin(_ output: inout EngineOutput) {
    guard transport.isRolling, clocks.settings.sends else { return }
    transport.letFollowersJoin(&output.scheduler, in: &output.block)
  }
}
