import Clock
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// The bars that the drummer made, how far they have been planned, and what the drummer hears.
/// Real-time: yes.
struct DrummerCursor: ~Copyable {
  /// Bars that were not made in time, so that the one before was played again.
  private(set) var starvedBars: Int64 = 0
  /// Bars that the song jumped or started into before they were made.
  private(set) var awaitedBars: Int64 = 0
  /// Whether they are played.
  private(set) var isOn = false
  private let bars = BarTable()
  /// The beat before which its hits are planned.
  private var reached = Beats(units: .min)
  /// Going on from there, nothing is to be planned before this beat.
  private var quiet = Beats(units: .min)
  /// The bar that was played last.
  private var last: Int64 = -1
  /// The bar that the song jumped into last before it was there.
  private var awaited: Int64 = -1
  private var made: RingReader<DrummerMessage>
  private var heard: RingWriter<HeardHit>
  private var published: LatestWriter<EngineStatus>

  init(
    made: consuming RingReader<DrummerMessage>, heard: consuming RingWriter<HeardHit>,
    published: consuming LatestWriter<EngineStatus>
  ) {
    self.made = made
    self.heard = heard
    self.published = published
  }

  /// Takes the bars that the drummer has made since the last block.
  @_noLocks mutating func receive() {
    // A few at a time: each is three kilobytes to copy.
    var left = 8
    while left > 0, let message = made.pop() {
      left &-= 1
      quiet = Beats(units: .min)
      switch message {
      case .bar(let bar): bars.put(bar)
      case .keepOnly(let range, let home): bars.keepOnly(range, and: home)
      case .plays(let plays):
        isOn = plays
        reached = Beats(units: .min)
      }
    }
  }

  /// Whether the bar that `beat` leads into is there.
  @_noLocks func holdsBar(at beat: Beats) -> Bool {
    let early = beat - CompiledBar.earliest
    return bars.holds(max(early.dividedRoundingDown(by: CompiledBar.length), 0))
  }

  /// Lets a drummer that plays hear a stroke: one that rests doesn't listen, and would take it for one of now later on.
  @_noLocks mutating func hear(_ hit: HeardHit) { if isOn { heard.push(hit) } }

  /// Lets the drummer know how the engine stands.
  @_noLocks mutating func publish(_ status: EngineStatus) { published.publish(status) }
}

// Planning.
extension DrummerCursor {
  /// Plans the hits of the beats from `from` until `to`.
  @_noLocks mutating func plan(
    from: Beats, to: Beats, on line: Timeline, _ scheduler: inout Scheduler,
    in block: borrowing Block
  ) {
    guard isOn, from < to else { return }
    let isGoingOn = from == reached
    let early = Beats.zero - CompiledBar.earliest
    let hasJumped = reached < from - early || from + early < reached
    reached = to
    // In most blocks there is nothing to do but this.
    if isGoingOn, to <= quiet { return }
    var bar = max(from.dividedRoundingDown(by: CompiledBar.length), 0)
    let last = (to + early - Beats(units: 1)).dividedRoundingDown(by: CompiledBar.length)
    quiet = CompiledBar.length * (last &+ 1) - early
    while bar <= last {
      let isEntered = isGoingOn && from <= CompiledBar.length * bar - early
      if isReady(bar, isEntered: isEntered) {
        plan(bar, from: from, to: to, lands: hasJumped, on: line, &scheduler, in: block)
      } else {
        quiet = to
      }
      bar &+= 1
    }
  }

  /// Whether there is something to play as bar `number`; where the drummer was too slow for a bar
  /// that is entered from the one before, that is the bar played last.
  @_noLocks private mutating func isReady(_ number: Int64, isEntered: Bool) -> Bool {
    if bars.holds(number) { return true }
    if isEntered {
      starvedBars &+= 1
      bars.put(number, like: last)
      return true
    }
    // After a jump it sounds as soon as it is there: the bar before has nothing to do with it.
    if awaited != number {
      awaited = number
      awaitedBars &+= 1
    }
    return false
  }

  /// Plans a bar's hits; where the song `lands` on the bar line after a jump, those a little early
  /// come with the beat it lands on, as at the song's beginning.
  @_noLocks private mutating func plan(
    _ number: Int64, from: Beats, to: Beats, lands: Bool, on line: Timeline,
    _ scheduler: inout Scheduler, in block: borrowing Block
  ) {
    last = number
    let begins = CompiledBar.length * number
    // Other transports count frames: their bar line may be a frame away from ours.
    let isAtLine = from > begins - CompiledBar.grain && from < begins + CompiledBar.grain
    let first = lands && isAtLine ? CompiledBar.earliest : from - begins
    var index = bars.index(in: number, atOrAfter: first)
    while var hit = bars.hit(index, in: number) {
      hit.beat = hit.beat + begins
      if hit.beat < from { hit.beat = from }
      guard hit.beat < to else {
        if hit.beat < quiet { quiet = hit.beat }
        return
      }
      scheduler.insert(Cue(hit), on: line, isInvented: true, in: block)
      index &+= 1
    }
  }
}
