import Clock
import MIDI
import MusicalTime
import RealTime
import Rhythm
import Sequencing

/// How far the engine has gone with the drummer's bars. Real-time: yes.
struct Drumming: ~Copyable {
  let bars = BarTable()
  /// Whether they are played.
  var isOn = false
  /// The beat before which its hits are planned.
  var reached = Beats(units: .min)
  /// Going on from there, nothing is to be planned before this beat.
  var quiet = Beats(units: .min)
  /// The bar that was played last.
  var last: Int64 = -1
  /// The bar that the song jumped into last before it was there.
  var awaited: Int64 = -1
}

extension EngineState {
  /// Takes the bars that the drummer has made since the last block. Real-time: yes.
  @_noLocks mutating func takeBars() {
    // A few at a time: each is three kilobytes to copy.
    var left = 8
    while left > 0, let message = bars.pop() {
      left &-= 1
      drumming.quiet = Beats(units: .min)
      switch message {
      case .bar(let bar): drumming.bars.put(bar)
      case .keepOnly(let bars, let home): drumming.bars.keepOnly(bars, and: home)
      case .plays(let plays):
        drumming.isOn = plays
        drumming.reached = Beats(units: .min)
      }
    }
  }

  /// Decides the drummer's hits of the beats from `from` until `to`.
  @_noLocks mutating func planDrummer(from: Beats, to: Beats, on line: Timeline) {
    guard drumming.isOn, from < to else { return }
    let isGoingOn = from == drumming.reached
    let early = Beats.zero - BarImage.earliest
    let hasJumped = drumming.reached < from - early || from + early < drumming.reached
    drumming.reached = to
    // In most blocks there is nothing to do but this.
    if isGoingOn, to <= drumming.quiet { return }
    var bar = max(from.dividedRoundingDown(by: BarImage.length), 0)
    let last = (to + early - Beats(units: 1)).dividedRoundingDown(by: BarImage.length)
    drumming.quiet = BarImage.length * (last &+ 1) - early
    while bar <= last {
      let isEntered = isGoingOn && from <= BarImage.length * bar - early
      if isReady(bar, isEntered: isEntered) {
        planBar(bar, from: from, to: to, lands: hasJumped, on: line)
      } else {
        drumming.quiet = to
      }
      bar &+= 1
    }
  }

  /// Whether there is something to play as bar `number`; where the drummer was too slow for a bar
  /// that is entered from the one before, that is the bar played last.
  @_noLocks private mutating func isReady(_ number: Int64, isEntered: Bool) -> Bool {
    if drumming.bars.holds(number) { return true }
    if isEntered {
      status.starvedBars &+= 1
      drumming.bars.put(number, like: drumming.last)
      return true
    }
    // After a jump it sounds as soon as it is there: the bar before has nothing to do with it.
    if drumming.awaited != number {
      drumming.awaited = number
      status.awaitedBars &+= 1
    }
    return false
  }

  /// Decides a bar's hits; where the song `lands` on the bar line after a jump, those a little early
  /// come with the beat it lands on, as at the song's beginning.
  @_noLocks private mutating func planBar(
    _ number: Int64, from: Beats, to: Beats, lands: Bool, on line: Timeline
  ) {
    drumming.last = number
    let begins = BarImage.length * number
    // Other transports count frames: their bar line may be a frame away from ours.
    let isAtLine = from > begins - BarImage.grain && from < begins + BarImage.grain
    let first = lands && isAtLine ? BarImage.earliest : from - begins
    var index = drumming.bars.index(in: number, atOrAfter: first)
    while var hit = drumming.bars.hit(index, in: number) {
      hit.beat = hit.beat + begins
      if hit.beat < from { hit.beat = from }
      guard hit.beat < to else {
        if hit.beat < drumming.quiet { drumming.quiet = hit.beat }
        return
      }
      plan(Cue(hit), on: line, isInvented: true)
      index &+= 1
    }
  }

  /// Lets the drummer hear a stroke of the hand at the beat that was heard as it fell: a stroke
  /// sounds a block after it fell, and what it was played to left the outputs before that.
  @_noLocks mutating func letDrummerHear(
    _ drum: Drum, _ velocity: Velocity, at offset: Int32
  ) {
    guard transport.isRolling, let beat = beatHeard(as: offset) else { return }
    let first = transport.beganFrom
    heard.push(HeardHit(Hit(drum: drum, velocity: velocity, beat: max(beat, first))))
  }
}
