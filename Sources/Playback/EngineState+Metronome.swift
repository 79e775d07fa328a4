import Clock
import MIDI
import MusicalTime
import RealTime
import Rhythm
import Sequencing

/// The metronome and what is counted in. Real-time: yes.
extension EngineState {
  /// Decides the clicks of the beats from `from` until `to`.
  @_noLocks mutating func planClicks(from: Beats, to: Beats, on line: Timeline) {
    guard clicking.metronome.isOn else { return }
    var at = from
    while at < to {
      let place = place(at: at)
      let bar = Self.barLength(of: place)
      var start = reading.origin + place.loopStart
      var end = start + place.patternLength
      if bar > place.patternLength {
        // Loops shorter than a bar don't begin one: bars are counted from where the pattern began.
        start = start - place.patternLength * place.loop
        end = to
      }
      planClicks(from: at, to: min(end, to), barsFrom: start, bar: bar, on: line)
      at = end > at ? end : to
    }
  }

  /// How long a bar is: the loop of the pattern, where that is 2 beats to less than 8, else 4 beats.
  @_noLocks private static func barLength(of place: ProgramImage.Place) -> Beats {
    place.patternLength >= Beats(2) && place.patternLength < Beats(8)
      ? place.patternLength : Beats(4)
  }

  /// Decides the clicks on the beats of bars that begin at `start`.
  @_noLocks private mutating func planClicks(
    from: Beats, to: Beats, barsFrom start: Beats, bar: Beats, on line: Timeline
  ) {
    var barStart = start + bar * (from - start).dividedRoundingDown(by: bar)
    var number = (from - barStart).dividedRoundingUp(by: Beats(1))
    while true {
      if Beats(number) >= bar {
        barStart = barStart + bar
        number = 0
      }
      let beat = barStart + Beats(number)
      guard beat < to else { return }
      planClick(isAccent: number == 0, at: beat, on: line)
      number &+= 1
    }
  }

  @_noLocks private mutating func planClick(
    isAccent: Bool, at beat: Beats, on line: Timeline
  ) {
    let metronome = clicking.metronome
    let cue = Cue(
      voice: isAccent ? metronome.accent : metronome.beat,
      velocity: Velocity(clamping: isAccent ? 120 : 96), beat: beat)
    let due = line.frame(at: beat)
    var event = PlannedEvent(frame: due, leaves: leaving(due), cue: cue)
    event.kind = .click
    event.leavesAsNote = metronome.leaves
    if !plan.insert(event) { status.droppedHits &+= 1 }
  }

  /// Sounds a click, and lets it leave by `out`, as the metronome asks for.
  @_noLocks mutating func click(_ event: PlannedEvent, at offset: Int32) {
    let metronome = clicking.metronome
    if metronome.isHeard, let drum = event.voice.drum {
      _ = output.add(
        SoundEvent(
          offset: offset, kind: .click, drum: drum, value: event.velocity, level: metronome.level))
    }
    if metronome.leaves {
      sound(event.voice, noteOn(of: event), at: offset, lasting: sampleRate.frames(in: gate))
    }
  }

  /// Begins at the top, after the bars that are to be counted in where our own beat leads.
  @_noLocks mutating func playOrCountIn() {
    let bars = clicking.metronome.countInBars
    guard bars > 0, !transport.isRolling, !isLedByTicks, case .internal = leader else {
      return playOrArm()
    }
    endCountIn(from: frame.advanced(by: clockLead))
    if let tempo = unsafe program.image.pointee.tempo(at: .zero) { _ = take(tempo) }
    waitForIdleTick(before: .zero)
    let line = transport.history.current
    var first = line.beat(
      at: plannedThrough.advanced(by: Transport.preRollFrames(at: sampleRate)))
    if choice.settings.sendsWhileStopped {
      first = .clockTick * first.dividedRoundingUp(by: .clockTick)
    }
    let place = unsafe program.image.pointee.place(at: .zero)
    let downbeat = first + Self.barLength(of: place) * bars
    // The same line, its beats counted from the downbeat: ticks that leave while stopped stay on it.
    clicking.countIn = Timeline(
      tempo: line.tempo, sampleRate: sampleRate, beatOrigin: line.beatOrigin - downbeat,
      frameOrigin: line.frameOrigin)
  }

  /// Counts in as far as `end`; where that reaches the downbeat, the song begins.
  @_noLocks mutating func planCountIn(through end: Frame) {
    guard var line = clicking.countIn else { return }
    if line.tempo.microbpm != transport.history.current.tempo.microbpm {
      line = line.bent(to: transport.history.current.tempo, at: plannedThrough)
      clicking.countIn = line
    }
    let preRoll = Transport.preRollFrames(at: sampleRate)
    let begins = line.frame(at: .zero).advanced(by: 0 &- preRoll)
    let limit = max(min(end, begins), plannedThrough)
    let place = unsafe program.image.pointee.place(at: .zero)
    let bar = Self.barLength(of: place)
    let from = line.beat(at: plannedThrough)
    // Nothing clicks before the first of the bars, nor on the downbeat.
    let first = max(from, .zero - bar * clicking.metronome.countInBars)
    let last = min(line.beat(at: limit), .zero)
    if first < last {
      planClicks(from: first, to: last, barsFrom: .zero, bar: bar, on: line)
    }
    planIdleClock(through: limit)
    if plannedThrough < limit { plannedThrough = limit }
    if limit >= begins { begin() }
  }

  /// Counts in no longer; what is counted from `limit` on is taken back.
  @_noLocks mutating func endCountIn(from limit: Frame) {
    guard clicking.countsIn else { return }
    clicking.countIn = nil
    withdraw(from: limit)
    if limit < plannedThrough { plannedThrough = limit }
  }

  /// The beat that is heard at `frame`: before 0 while it is counted in, nothing at rest.
  @_noLocks private func beatHeard(at frame: Frame) -> Beats? {
    if transport.isRolling { return transport.history.line(at: frame).origin(at: frame) }
    if let line = clicking.countIn { return line.beat(at: frame) }
    return nil
  }

  /// The beat that was heard as what arrives at `offset` fell: it sounds a block after that, and what
  /// it was played to left the outputs before.
  @_noLocks func beatHeard(as offset: Int32) -> Beats? {
    let latency = sampleRate.frames(in: time.began.distance(to: time.heard))
    let since = Int64(offset) &- Int64(time.frames) &- max(latency, 0)
    return beatHeard(at: frame.advanced(by: since))
  }

  /// Tells the control side of a stroke of the hand, for what is recorded.
  @_noLocks mutating func tellOfStroke(
    _ drum: Drum, _ velocity: Velocity, at offset: Int32
  ) {
    guard let beat = beatHeard(as: offset) else { return }
    feed.push(.stroke(HeardHit(Hit(drum: drum, velocity: velocity, beat: beat))))
  }
}
