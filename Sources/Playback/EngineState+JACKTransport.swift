import Clock
import MIDI
import MusicalTime
import RealTime

/// Going along with JACK transport. Real-time: yes.
extension EngineState {
  /// Does in this block as JACK transport does, where that leads.
  @_noLocks mutating func followJACKTransport() {
    let report = time.transport
    let last = following.lastReport
    following.lastReport = report
    guard let report, mayFollowJACK else { return }
    let isNext = last != nil && report.frame == following.nextReportFrame
    if case .rolling = report.motion {
      following.nextReportFrame = report.frame &+ Int64(time.frames)
    } else {
      following.nextReportFrame = report.frame
    }
    guard choice.settings.followsTransport else { return followTempo(of: report) }
    let wasRolling = if case .rolling = last?.motion { true } else { false }
    switch report.motion {
    case .rolling: roll(by: report, isNew: !wasRolling, isNext: isNext)
    case .starting: rest(by: report, wasRolling: wasRolling, isStarting: true)
    case .stopped: rest(by: report, wasRolling: wasRolling, isStarting: false)
    }
  }

  /// JACK transport is what was chosen, or what there is.
  private var mayFollowJACK: Bool {
    @_noLocks get {
      switch choice.settings.source {
      case .jack: return true
      case .auto: if case .midi = leader { return false } else { return true }
      case .internal, .midi, .port: return false
      }
    }
  }

  @_noLocks private mutating func roll(by report: TransportReport, isNew: Bool, isNext: Bool) {
    keepOwnLine(by: report, isNew: isNew)
    let beat = beat(of: report)
    guard transport.isRolling else {
      // A pattern that has ended is begun again only when JACK begins or moves.
      if isNew || !isNext { jump(to: beat, by: report) }
      return
    }
    let ours = transport.position(at: frame)
    let grain = choice.settings.followsTempo ? report.timebase?.grain ?? .zero : .zero
    // Less than a sixteenth off is no jump but rounding, a cycle that was lost, or what could not be
    // taken back.
    let isNear = ours < beat + grain + .clockTick && beat < ours + .sixteenth
    guard !isNew, isNear else {
      following.ownLine = nil
      return jump(to: self.beat(of: report), by: report)
    }
    let truth = ours < beat ? beat : (beat + grain < ours ? beat + grain : ours)
    bend(to: tempo(of: report), meeting: truth)
  }

  /// Remembers which beat of ours the transport's frames stand for while nobody else says so: by our
  /// own tempo from its frame 0 on, where that was changed since, from there.
  @_noLocks private mutating func keepOwnLine(by report: TransportReport, isNew: Bool) {
    guard !isNew, transport.isRolling, !choice.settings.followsTempo || report.timebase == nil
    else {
      following.ownLine = nil
      return
    }
    let frame = Frame(index: report.frame)
    guard let line = following.ownLine else {
      // Whoever gave the beats has left, and ours go on from where they are.
      following.ownLine = Timeline(
        tempo: transport.tempo, sampleRate: sampleRate,
        beatOrigin: transport.position(at: self.frame), frameOrigin: frame)
      return
    }
    if !(line.tempo == transport.tempo) {
      following.ownLine = line.bent(to: transport.tempo, at: frame)
    }
  }

  /// Begins, or begins anew, with `beat` on the block's first frame.
  @_noLocks private mutating func jump(to beat: Beats, by report: TransportReport) {
    follower.halt()
    let isAnnounced = joining.announced == beat
    takeBack(to: isAnnounced ? max(frame, joining.announcedAt.advanced(by: 1)) : frame)
    // Late where something could not be taken back, and made up for: better than without the hits.
    let said = transport.roll(from: beat, at: plannedThrough, tempo: tempo(of: report))
    land(at: beat)
    if !isAnnounced { announce(said, from: beat) }
    joining.announced = nil
    following.ownLine = ownLine
  }

  /// Rests where JACK transport does.
  @_noLocks private mutating func rest(
    by report: TransportReport, wasRolling: Bool, isStarting: Bool
  ) {
    if wasRolling { stop() }
    guard !transport.isRolling else { return }
    // Where JACK is one of several that may lead, it leads only while it rolls.
    var isLeader = wasRolling || isStarting
    if case .jack = choice.settings.source { isLeader = true }
    guard isLeader else { return }
    following.ownLine = nil
    let beat = beat(of: report)
    if !isStarting || wasRolling { transport.rest(at: beat) }
    // Told now, followers have a block's time before the first tick.
    guard isStarting, joining.announced != beat else { return }
    takeBack(to: frame)
    announce(transport.beginning(from: beat), from: beat)
    joining.announced = beat
    joining.announcedAt = plannedThrough
  }

  @_noLocks private mutating func followTempo(of report: TransportReport) {
    guard choice.settings.followsTempo, let timebase = report.timebase else { return }
    bend(to: timebase.tempo, meeting: transport.position(at: frame))
  }

  /// Goes on at `tempo`, and so that our beat is `truth` on the block's first frame, or would be:
  /// what is planned ahead already is made up for within 10 ms.
  @_noLocks private mutating func bend(to tempo: Tempo, meeting truth: Beats) {
    let line = transport.history.current
    guard transport.isRolling else {
      guard line.tempo != tempo else { return }
      _ = transport.bend(to: tempo, at: plannedThrough, heardThrough: frame)
      return
    }
    guard transport.beganAt <= plannedThrough else { return }
    let master = Timeline(
      tempo: tempo, sampleRate: sampleRate, beatOrigin: truth, frameOrigin: frame)
    let ours = line.origin(at: plannedThrough)
    let span = sampleRate.frames(milliseconds: 10)
    let ahead = master.beat(at: plannedThrough.advanced(by: span)) - ours
    let exact =
      master.beat(at: plannedThrough.advanced(by: span))
      - master.beat(at: plannedThrough)
    let isOn = (ahead - exact).units.magnitude < 4
    guard !isOn || line.tempo != tempo else { return }
    let scaled = Int128(ahead.units) * 60_000_000 * Int128(sampleRate.hertz)
    let microbpm =
      isOn
      ? tempo.microbpm : Int64(truncatingIfNeeded: scaled / (Int128(span) * 2_882_880))
    _ = transport.bend(
      to: Tempo(measuredMicrobpm: microbpm), at: plannedThrough, heardThrough: frame)
  }

  @_noLocks private func tempo(of report: TransportReport) -> Tempo {
    guard choice.settings.followsTempo, let timebase = report.timebase else {
      return transport.tempo
    }
    return timebase.tempo
  }

  /// The beat on the block's first frame: as the timebase master says, else by our own tempo.
  @_noLocks private func beat(of report: TransportReport) -> Beats {
    if choice.settings.followsTempo, let timebase = report.timebase { return timebase.beat }
    return (following.ownLine ?? ownLine).beat(at: Frame(index: report.frame))
  }

  /// The transport's frames at our own tempo, beat 0 on its frame 0.
  private var ownLine: Timeline {
    @_noLocks get {
      Timeline(
        tempo: transport.tempo, sampleRate: sampleRate, beatOrigin: .zero,
        frameOrigin: Frame(index: 0))
    }
  }
}
