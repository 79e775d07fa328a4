import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Sequencing

/// What JACK transport says, and what that asks of ours. Real-time: yes.
struct JACKTransportInput: BitwiseCopyable {
  /// What it said last, and the frame it is to say next where it goes on.
  private var lastReport: TransportReport?
  private var nextReportFrame: Int64 = 0
  /// Which beat of ours a frame of JACK transport stands for, while it rolls without a timebase.
  private var ownLine: Timeline?
  /// The tempo that was followed has gone, and our own is to be gone on at.
  private var hasLostTempo = false

  @_noLocks init() {}

  /// What the transport is asked for.
  enum Action: BitwiseCopyable {
    case intent(TransportIntent)
    /// Go on at this tempo from where it is planned.
    case bend(Tempo)
  }

  /// What of the engine it needs to know.
  struct Song: BitwiseCopyable {
    var settings: ClockSettings
    var plannedThrough: Frame

    @_noLocks init(settings: ClockSettings, plannedThrough: Frame) {
      self.settings = settings
      self.plannedThrough = plannedThrough
    }
  }

  /// The tempo of the timebase master, where there is one.
  var tempo: Tempo? { @_noLocks get { lastReport?.timebase?.tempo } }

  /// Takes in what JACK transport says of the block; it is followed where it `mayLead`.
  @_noLocks mutating func hear(
    mayLead: Bool, _ song: Song, _ transport: borrowing TransportControl,
    in block: borrowing Block
  ) -> Action? {
    let report = block.time.transport
    let last = lastReport
    lastReport = report
    noteTempo(after: last, mayLead: mayLead, song)
    guard let report else { return goAlone(transport) }
    let wasRolling = if case .rolling = last?.motion { true } else { false }
    let leap = report.frame &- nextReportFrame &- (wasRolling ? block.time.skipped : 0)
    nextReportFrame = report.frame
    if case .rolling = report.motion { nextReportFrame &+= Int64(block.time.frames) }
    guard mayLead else { return nil }
    // As where the song rolls, less than a sixteenth is not a move but rounding, or a cycle that was lost.
    let line = transport.line
    let sixteenth = line.frame(at: .zero).distance(to: line.frame(at: .sixteenth))
    let isNext = last != nil && leap.magnitude < sixteenth.magnitude
    guard song.settings.followsTransport else {
      return followTempo(of: report, song, transport, in: block)
    }
    switch report.motion {
    case .rolling:
      return roll(by: report, isNew: !wasRolling, isNext: isNext, song, transport, in: block)
    case .starting:
      return rest(
        by: report, wasRolling: wasRolling, isStarting: true, song, transport, in: block)
    case .stopped:
      let wasStarting = if case .starting = last?.motion { true } else { false }
      return rest(
        by: report, wasRolling: wasRolling, wasStarting: wasStarting, isStarting: false, song,
        transport, in: block)
    }
  }

  /// The song jumped to where JACK transport is.
  @_noLocks mutating func hasJumped(_ transport: borrowing TransportControl) {
    ownLine = freshLine(transport)
  }

  /// The song goes on at the tempo that was asked for.
  @_noLocks mutating func hasBent() { hasLostTempo = false }

  /// Finds out whether the tempo that was followed has gone, with the timebase master or the server.
  @_noLocks private mutating func noteTempo(
    after last: TransportReport?, mayLead: Bool, _ song: Song
  ) {
    guard mayLead, song.settings.followsTempo, case .none = tempo else {
      hasLostTempo = false
      return
    }
    if case .some = last?.timebase { hasLostTempo = true }
  }

  /// Goes on at our own tempo where another was followed.
  @_noLocks private func goAlone(_ transport: borrowing TransportControl) -> Action? {
    hasLostTempo ? .bend(transport.tempo) : nil
  }

  @_noLocks private mutating func roll(
    by report: TransportReport, isNew: Bool, isNext: Bool, _ song: Song,
    _ transport: borrowing TransportControl, in block: borrowing Block
  ) -> Action? {
    keepOwnLine(by: report, isNew: isNew, song, transport, in: block)
    let beat = beat(of: report, song, transport)
    let tempo = tempo(of: report, song, transport)
    guard transport.isRolling else {
      // A pattern that has ended is begun again only when JACK begins or moves.
      return isNew || !isNext ? .intent(.jump(to: beat, tempo: tempo)) : nil
    }
    let ours = transport.state.position(at: block.frame)
    let grain = song.settings.followsTempo ? report.timebase?.grain ?? .zero : .zero
    // Less than a sixteenth off is not a jump but rounding, a cycle that was lost, or what could not be
    // taken back.
    let isNear = ours < beat + grain + .clockTick && beat < ours + .sixteenth
    guard !isNew, isNear else {
      ownLine = nil
      return .intent(.jump(to: self.beat(of: report, song, transport), tempo: tempo))
    }
    let truth = ours < beat ? beat : (beat + grain < ours ? beat + grain : ours)
    return bend(to: tempo, meeting: truth, song, transport, in: block)
  }

  /// Remembers which beat of ours the transport's frames stand for while it has no timebase: by our
  /// own tempo from its frame 0 on, where that was changed since, from there.
  @_noLocks private mutating func keepOwnLine(
    by report: TransportReport, isNew: Bool, _ song: Song,
    _ transport: borrowing TransportControl, in block: borrowing Block
  ) {
    guard !isNew, transport.isRolling, !song.settings.followsTempo || report.timebase == nil
    else {
      ownLine = nil
      return
    }
    let frame = Frame(index: report.frame)
    guard let line = ownLine else {
      // The timebase that gave the beats has gone, and ours go on from where they are.
      ownLine = Timeline(
        tempo: transport.tempo, sampleRate: block.sampleRate,
        beatOrigin: transport.state.position(at: block.frame), frameOrigin: frame)
      return
    }
    if !(line.tempo == transport.tempo) {
      ownLine = line.bent(to: transport.tempo, at: frame)
    }
  }

  /// Rests where JACK transport does.
  @_noLocks private mutating func rest(
    by report: TransportReport, wasRolling: Bool, wasStarting: Bool = false, isStarting: Bool,
    _ song: Song, _ transport: borrowing TransportControl, in block: borrowing Block
  ) -> Action? {
    // Where JACK is one of several that may lead, it leads only while it rolls, or is about to.
    let isChosen = if case .jack = song.settings.source { true } else { false }
    guard wasRolling || !transport.isRolling else {
      // A song that is begun beside it has its tempo.
      return isChosen ? followTempo(of: report, song, transport, in: block) : nil
    }
    guard isChosen || wasRolling || wasStarting || isStarting else { return nil }
    ownLine = nil
    let beat = beat(of: report, song, transport)
    return .intent(
      .rest(
        JACKRest(
          stops: wasRolling, beat: wasRolling || isChosen && !isStarting ? beat : nil,
          starts: isStarting ? beat : nil)))
  }

  @_noLocks private func followTempo(
    of report: TransportReport, _ song: Song, _ transport: borrowing TransportControl,
    in block: borrowing Block
  ) -> Action? {
    guard song.settings.followsTempo, let timebase = report.timebase else {
      return goAlone(transport)
    }
    let ours = transport.state.position(at: block.frame)
    return bend(to: timebase.tempo, meeting: ours, song, transport, in: block)
  }

  /// Goes on at `tempo`, and so that our beat is `truth` on the block's first frame, or would be:
  /// what is planned ahead already is made up for within 10 ms.
  @_noLocks private func bend(
    to tempo: Tempo, meeting truth: Beats, _ song: Song, _ transport: borrowing TransportControl,
    in block: borrowing Block
  ) -> Action? {
    let line = transport.line
    guard transport.isRolling else { return line.tempo != tempo ? .bend(tempo) : nil }
    let planned = song.plannedThrough
    guard transport.state.beganAt <= planned else { return nil }
    let master = Timeline(
      tempo: tempo, sampleRate: block.sampleRate, beatOrigin: truth, frameOrigin: block.frame)
    let ours = line.origin(at: planned)
    let span = block.sampleRate.frames(milliseconds: 10)
    let ahead = master.beat(at: planned.advanced(by: span)) - ours
    let exact = master.beat(at: planned.advanced(by: span)) - master.beat(at: planned)
    let isOn = (ahead - exact).units.magnitude < 4
    guard !isOn || line.tempo != tempo else { return nil }
    if isOn { return .bend(Tempo(measuredMicrobpm: tempo.microbpm)) }
    let scaled = Int128(ahead.units) * 60_000_000 * Int128(block.sampleRate.hertz)
    let microbpm = Int64(truncatingIfNeeded: scaled / (Int128(span) * Int128(Beats.unitsPerBeat)))
    return .bend(Tempo(measuredMicrobpm: microbpm))
  }

  @_noLocks private func tempo(
    of report: TransportReport, _ song: Song, _ transport: borrowing TransportControl
  ) -> Tempo {
    guard song.settings.followsTempo, let timebase = report.timebase else {
      return transport.tempo
    }
    return timebase.tempo
  }

  /// The beat on the block's first frame: as the timebase master says, else by our own tempo.
  @_noLocks private func beat(
    of report: TransportReport, _ song: Song, _ transport: borrowing TransportControl
  ) -> Beats {
    if song.settings.followsTempo, let timebase = report.timebase { return timebase.beat }
    return (ownLine ?? freshLine(transport)).beat(at: Frame(index: report.frame))
  }

  /// The transport's frames at our own tempo, beat 0 on its frame 0.
  @_noLocks private func freshLine(_ transport: borrowing TransportControl) -> Timeline {
    Timeline(
      tempo: transport.tempo, sampleRate: transport.line.sampleRate, beatOrigin: .zero,
      frameOrigin: Frame(index: 0))
  }
}
