import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// The metronome's clicks, and the bars that are counted in. Real-time: yes.
struct ClickTrack: BitwiseCopyable {
  /// What clicks and when.
  var metronome = Metronome()
  /// While bars are counted in: the line on which beat 0 is the downbeat.
  var countIn: Timeline?

  @_noLocks init() {}

  /// Whether bars are counted in.
  var countsIn: Bool {
    // Comparing with nil would call Timeline's own ==, which is out of sight here.
    @_noLocks get { if case .some = countIn { true } else { false } }
  }

  /// What the synthesizer is asked for, for a click; nil where it is not heard here.
  @_noLocks func sound(of click: PlannedNote, at offset: Int32) -> SoundEvent? {
    guard metronome.isHeard, let drum = click.voice.drum else { return nil }
    return SoundEvent(
      offset: offset, kind: .click, drum: drum, value: click.velocity.value, level: metronome.level)
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
      let start = program.origin + place.barsStart
      var end = to
      if let barsEnd = place.barsEnd { end = program.origin + barsEnd }
      plan(
        from: at, to: min(end, to), barsFrom: start, place.bar, on: line, &scheduler, in: block)
      at = end > at ? end : to
    }
  }

  /// Plans the clicks on the pulses of bars that begin at `start`.
  @_noLocks func plan(
    from: Beats, to: Beats, barsFrom start: Beats, _ bar: Bar, on line: Timeline,
    _ scheduler: inout Scheduler, in block: borrowing Block
  ) {
    var barStart = start + bar.length * (from - start).dividedRoundingDown(by: bar.length)
    var number = (from - barStart).dividedRoundingUp(by: bar.pulse)
    while true {
      if bar.pulse * number >= bar.length {
        barStart = barStart + bar.length
        number = 0
      }
      let beat = barStart + bar.pulse * number
      guard beat < to else { return }
      scheduler.insertClick(
        click(isAccent: number == 0, at: beat), sendsNote: metronome.sendsNotes, on: line,
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
