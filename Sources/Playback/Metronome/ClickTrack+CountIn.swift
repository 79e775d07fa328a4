import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

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
    if transport.clockOutput.sendsWhileStopped {
      first = .clockTick * first.dividedRoundingUp(by: .clockTick)
    }
    let downbeat = first + program.opening.bar.length * metronome.countInBars
    // The same line, its beats counted from the downbeat: ticks that are sent while stopped stay on it.
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
    let bar = program.opening.bar
    let from = line.beat(at: now)
    // Nothing clicks before the first of the bars, nor on the downbeat.
    let first = max(from, .zero - bar.length * metronome.countInBars)
    let last = min(line.beat(at: limit), .zero)
    if first < last {
      plan(from: first, to: last, barsFrom: .zero, bar, on: line, &scheduler, in: block)
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
