import Clock
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// Keeping up with the clock, and going on without it. Real-time: yes.
extension ClockInput {
  /// Finds out whether the clock has fallen silent: by the time at which its ticks are stamped, not
  /// by when what is made now is heard. Returns what the transport is to do then, and as long as it is silent: also
  /// where that is chosen later.
  @_noLocks mutating func look(
    _ settings: ClockSettings, _ transport: borrowing TransportControl, in block: borrowing Block
  ) -> TransportIntent? {
    let rate = block.sampleRate
    let now = progress.goesByHost ? block.time.began : rate.time(of: block.frame)
    let event = follower.look(at: now.advanced(by: settings.offset))
    if case .overdue = event { progress.mustBend = true }
    guard case .lost = follower.health.presence, !progress.runsAlone else { return nil }
    switch settings.lost {
    case .hold: return nil
    case .internal:
      if isLost { runAlone(at: transport.tempo, from: block.frame, in: block) }
      return nil
    case .stop:
      // Lost before the tick with which it was to go on; a Start that comes later has its ticks still to come.
      if case .lost = event, isArmed, transport.isRolling { return .stop }
      return isLost ? .stop : nil
    }
  }

  /// Goes on at our own tempo from `frame` where the clock was lost, until it ticks again.
  @_noLocks mutating func runAlone(at tempo: Tempo, from frame: Frame, in block: borrowing Block) {
    follower.run(at: tempo, from: clockTime(of: frame, in: block))
    progress.runsAlone = true
    progress.mustBend = true
  }

  /// The tempo at which the line goes on from `from`, so that it meets the clock's by `end`: never
  /// backwards, and never by a step; nil where it goes on as it is.
  @_noLocks mutating func tempoToMeet(
    from: Frame, through end: Frame, _ transport: borrowing TransportControl,
    in block: borrowing Block
  ) -> Tempo? {
    guard transport.isRolling, case .rolling = follower.motion,
      follower.health.ticks > 1 || follower.isWaiting, transport.state.beganAt <= from,
      progress.mustBend || progress.bentThrough <= from
    else { return nil }
    let window = block.sampleRate.duration(frames: max(from.distance(to: end), 0))
    let beat = transport.line.beat(at: from)
    let now = clockTime(of: from, in: block)
    skipWhatIsMissed(from: beat, by: follower.lead(over: beat, at: now))
    return follower.tempo(from: beat, at: now, within: window)
  }

  /// The line was bent at `from` so that it meets the clock's by `end`.
  @_noLocks mutating func hasBent(from: Frame, through end: Frame, rate: SampleRate) {
    progress.mustBend = false
    // A tick lasts 2.5 s divided by the beats a minute.
    let tick = rate.hertz &* 2_500_000 / max(follower.health.tempo.microbpm, 1)
    progress.bentThrough = from.advanced(by: max(from.distance(to: end), tick))
  }

  /// Leaves out the strokes from `beat` to where the clock is met that is ahead by `lead`, where they
  /// would come in a burst. The ticks are sent: followers count them.
  @_noLocks private mutating func skipWhatIsMissed(from beat: Beats, by lead: Beats) {
    guard lead > .sixteenth else { return }
    // The clock goes on while we come up to it at the most that a tempo can be.
    let tempo = Int128(min(follower.health.tempo.microbpm, 900_000_000))
    let meanwhile = Int128(lead.units) * tempo / (1_000_000_000 - tempo)
    let met = beat + lead + Beats(units: Int64(truncatingIfNeeded: meanwhile))
    progress.quietBefore = max(progress.quietBefore, met)
  }
}
