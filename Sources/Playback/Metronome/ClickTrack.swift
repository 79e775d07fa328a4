import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// The metronome's clicks, and the bars that are counted in. Real-time: yes.
struct ClickTrack: BitwiseCopyable {
  /// What clicks and when.
  var metronome = Metronome()
  /// While bars are counted in: the line on which beat 0 is the downbeat.
  private(set) var countIn: Timeline?

  @_noLocks init() {}

  /// Whether bars are counted in.
  var countsIn: Bool {
    // Comparing with nil would call Timeline's own ==, which is out of sight here.
    @_noLocks get { if case .some = countIn { true } else { false } }
  }

  /// What the synthesizer is asked for, for a click; nil where it is not heard here.
  @_noLocks func sound(of event: PlannedEvent, at offset: Int32) -> SoundEvent? {
    guard metronome.isHeard, let drum = event.voice.drum else { return nil }
    return SoundEvent(
      offset: offset, kind: .click, drum: drum, value: event.velocity, level: metronome.level)
  }

  /// How long a bar is: the loop of the pattern, where that is 2 beats to less than 8, else 4 beats.
  @_noLocks private static func barLength(of place: ProgramImage.Place) -> Beats {
    place.patternLength >= Beats(2) && place.patternLength < Beats(8)
      ? place.patternLength : Beats(4)
  }
}

// Clicks.
extension ClickTrack {
  /// Plans the clicks of the beats from `from` until `to`.
  @_noLocks func plan(
    from: Beats, to: Beats, on line: Timeline, _ program: borrowing ProgramCursor,
    _ scheduler: inout Scheduler, in block: borrowing Block
  ) {
    guard metronome.isOn else { return }
    var at = from
    while at < to {
      let place = program.place(at: at)
      let bar = Self.barLength(of: place)
      var start = program.origin + place.loopStart
      var end = start + place.patternLength
      if bar > place.patternLength {
        // Loops shorter than a bar don't begin one: bars are counted from where the pattern began.
        start = start - place.patternLength * place.loop
        end = to
      }
      plan(
        from: at, to: min(end, to), barsFrom: start, bar: bar, on: line, &scheduler, in: block)
      at = end > at ? end : to
    }
  }

  /// Plans the clicks on the beats of bars that begin at `start`.
  @_noLocks private func plan(
    from: Beats, to: Beats, barsFrom start: Beats, bar: Beats, on line: Timeline,
    _ scheduler: inout Scheduler, in block: borrowing Block
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
      scheduler.insertClick(
        click(isAccent: number == 0, at: beat), leavesAsNote: metronome.leaves, on: line,
        in: block)
      number &+= 1
    }
  }

  @_noLocks private func click(isAccent: Bool, at beat: Beats) -> Cue {
    Cue(
      voice: isAccent ? metronome.accent : metronome.beat,
      velocity: Velocity(clamping: isAccent ? 120 : 96), beat: beat)
  }
}

// Counting in.
extension ClickTrack {
  /// How far counting in got.
  struct CountedIn: BitwiseCopyable {
    /// All before this frame is decided.
    var limit: Frame
    /// The song begins now.
    var isOver: Bool

    @_noLocks init(limit: Frame, isOver: Bool) {
      self.limit = limit
      self.isOver = isOver
    }
  }

  /// Counts in the bars asked for, from `frame` on.
  @_noLocks mutating func beginCountIn(
    from frame: Frame, _ program: borrowing ProgramCursor,
    _ transport: borrowing TransportControl
  ) {
    let line = transport.line
    var first = line.beat(
      at: frame.advanced(by: Transport.preRollFrames(at: line.sampleRate)))
    if transport.followers.sendsWhileStopped {
      first = .clockTick * first.dividedRoundingUp(by: .clockTick)
    }
    let downbeat = first + Self.barLength(of: program.opening) * metronome.countInBars
    // The same line, its beats counted from the downbeat: ticks that leave while stopped stay on it.
    countIn = Timeline(
      tempo: line.tempo, sampleRate: line.sampleRate, beatOrigin: line.beatOrigin - downbeat,
      frameOrigin: line.frameOrigin)
  }

  /// Counts in as far as `end` at `tempo`; nil where nothing is counted in.
  @_noLocks mutating func planCountIn(
    through end: Frame, tempo: Tempo, _ program: borrowing ProgramCursor,
    _ scheduler: inout Scheduler, in block: borrowing Block
  ) -> CountedIn? {
    guard var line = countIn else { return nil }
    let now = scheduler.plannedThrough
    if line.tempo.microbpm != tempo.microbpm {
      line = line.bent(to: tempo, at: now)
      countIn = line
    }
    let preRoll = Transport.preRollFrames(at: line.sampleRate)
    let begins = line.frame(at: .zero).advanced(by: 0 &- preRoll)
    let limit = max(min(end, begins), now)
    let bar = Self.barLength(of: program.opening)
    let from = line.beat(at: now)
    // Nothing clicks before the first of the bars, nor on the downbeat.
    let first = max(from, .zero - bar * metronome.countInBars)
    let last = min(line.beat(at: limit), .zero)
    if first < last {
      plan(from: first, to: last, barsFrom: .zero, bar: bar, on: line, &scheduler, in: block)
    }
    return CountedIn(limit: limit, isOver: limit >= begins)
  }

  /// Counts in no longer; false where nothing was counted in.
  @_noLocks mutating func endCountIn() -> Bool {
    guard countsIn else { return false }
    countIn = nil
    return true
  }
}
