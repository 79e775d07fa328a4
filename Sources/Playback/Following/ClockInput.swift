import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// The MIDI clock that is followed. Real-time: yes.
struct ClockInput: ~Copyable {
  /// Clock messages lost because a block had too many.
  private(set) var droppedMessages: Int64 = 0
  /// Clock and transport messages of the block that are followed.
  private var ticking = LiveQueue()
  // Touched by this type's own files only.
  var follower = ClockFollower()
  var progress = ClockProgress()

  /// How well MIDI clock is followed.
  var health: ClockHealth { @_noLocks get { follower.health } }
  /// Start or Continue was heard, but no clock after it yet.
  var isArmed: Bool {
    @_noLocks get { if case .armed = follower.motion { true } else { false } }
  }
  /// Strokes before this beat are left out: the clock is past it.
  var quietBefore: Beats { @_noLocks get { progress.quietBefore } }

  /// Whether the clock was lost while the song rolled with it.
  var isLost: Bool {
    @_noLocks get {
      if case .lost = follower.health.presence, case .rolling = follower.motion { return true }
      return false
    }
  }

  /// Whether the clock was lost, and our song does not go by it since.
  var isLeft: Bool {
    @_noLocks get {
      guard case .lost = follower.health.presence else { return false }
      if case .rolling = follower.motion { return false }
      return true
    }
  }

  /// The tempo of the clock as far as it is known, else our `own`.
  @_noLocks func tempo(orElse own: Tempo) -> Tempo {
    guard follower.health.ticks > 1, !progress.runsAlone, !isLeft else { return own }
    return follower.health.tempo
  }

  /// Forgets the clock followed until now. A port chosen before is heard until it is disconnected: no
  /// clock is heeded for 50 ms where `before` had one.
  @_noLocks mutating func startOver(after before: ClockSettings, in block: borrowing Block) {
    follower = ClockFollower()
    progress = ClockProgress()
    ticking.removeAll()
    if case .port = before.source {
      progress.deafThrough = block.frame.advanced(by: block.sampleRate.frames(milliseconds: 50))
    }
  }

  /// Whether a clock is heard on `frame`.
  @_noLocks func hears(on frame: Frame) -> Bool { progress.deafThrough <= frame }

  /// Hears the clock as much later as `interval` says.
  @_noLocks mutating func shift(by interval: HostTime.Interval) {
    follower.shift(by: interval)
    progress.mustBend = true
  }
}

// What comes in.
extension ClockInput {
  /// Keeps a message of a block-synchronous port that is followed for its frame of the block.
  @_noLocks mutating func stage(_ message: ShortMessage, offset: Int32) {
    if !ticking.insert(message, offset: offset) { droppedMessages &+= 1 }
  }

  /// Frames from the block's beginning to the next message that was staged; nil where there is none.
  @_noLocks func nextOffset(in block: borrowing Block) -> Int32? {
    guard let next = ticking.nextOffset() else {
      return nil
    }
    return min(next, Int32(truncatingIfNeeded: block.time.frames &- 1))
  }

  /// Forgets the messages of the block.
  @_noLocks mutating func removeStaged() { ticking.removeAll() }

  /// Takes in the next message that was staged.
  @_noLocks mutating func hearStaged(
    _ settings: ClockSettings, _ transport: borrowing TransportControl, in block: borrowing Block
  ) -> Heard? {
    guard let offset = nextOffset(in: block) else { return nil }
    let message = ticking.removeFirst()
    goBy(hostTime: false)
    let time = clockTime(of: block.frame(at: offset), in: block).advanced(by: settings.offset)
    return hear(message, at: time, offset: offset, settings, transport, in: block)
  }

  /// Takes in a message that a device stamped.
  @_noLocks mutating func hear(
    _ arrived: TimedMessage, _ settings: ClockSettings, _ transport: borrowing TransportControl,
    in block: borrowing Block
  ) -> Heard? {
    goBy(hostTime: true)
    let time = arrived.time.advanced(by: settings.offset)
    return hear(arrived.message, at: time, offset: 0, settings, transport, in: block)
  }

  @_noLocks private mutating func hear(
    _ message: ShortMessage, at time: HostTime, offset: Int32, _ settings: ClockSettings,
    _ transport: borrowing TransportControl, in block: borrowing Block
  ) -> Heard? {
    if message.status == 0xF8 {
      progress.runsAlone = false
      handOverOwnBeat(at: time, transport, in: block)
    }
    let event = follower.take(message, at: time)
    if case .tick = event {
      progress.mustBend = true
      guard !transport.isRolling, settings.sendsWhileStopped, follower.health.ticks > 1
      else { return nil }
      return .idleTempo(follower.health.tempo)
    }
    return intent(of: event, offset: offset, in: block).map { .intent($0) }
  }

  @_noLocks private func intent(
    of event: ClockFollower.Event, offset: Int32, in block: borrowing Block
  ) -> TransportIntent? {
    switch event {
    case .none, .tick, .overdue, .lost: nil
    case .armed(let beat): .arm(from: beat, at: offset)
    case .rolls(let beat, let moment):
      .roll(
        from: beat, due: frame(nearest: moment, in: block), at: offset, goesOn: follower.goesOn)
    case .stopped(let beat): .stopWithClock(from: beat, at: offset)
    case .located(let beat): .move(to: beat)
    }
  }

  /// Lets a clock that ticks without having said Start take over a song that rolls on its own.
  @_noLocks private mutating func handOverOwnBeat(
    at time: HostTime, _ transport: borrowing TransportControl, in block: borrowing Block
  ) {
    guard transport.isRolling, case .stopped = follower.motion,
      case .locked = follower.health.presence
    else { return }
    let beat = transport.state.position(at: frame(nearest: time, in: block))
    follower.arm(from: .clockTick * (beat + .halfTick).dividedRoundingDown(by: .clockTick))
  }

  /// Starts over with a clock that is dated in another way than the one before.
  @_noLocks private mutating func goBy(hostTime: Bool) {
    guard progress.goesByHost != hostTime else { return }
    progress.goesByHost = hostTime
    let position = follower.position
    follower = ClockFollower()
    follower.rest(at: position)
  }

  /// The follower's time at `frame`: when it is heard, where the clock is stamped by the host's; else
  /// that of the frames themselves, which shake less.
  @_noLocks func clockTime(of frame: Frame, in block: borrowing Block) -> HostTime {
    progress.goesByHost ? block.heard(frame) : block.sampleRate.time(of: frame)
  }

  /// The frame that begins nearest to `moment` of the follower's time.
  @_noLocks private func frame(nearest moment: HostTime, in block: borrowing Block) -> Frame {
    guard progress.goesByHost else { return block.sampleRate.frame(nearest: moment) }
    let since = block.time.heard.distance(to: moment).nanoseconds
    let distance = block.sampleRate.frame(nearest: HostTime(nanoseconds: since)).index
    return block.frame.advanced(by: distance)
  }
}

// What the transport did.
extension ClockInput {
  /// The song goes its own way, as where a person or JACK moved it.
  @_noLocks mutating func halt() { follower.halt() }

  /// The song rests at `beat`, where the next clock after Continue belongs.
  @_noLocks mutating func rest(at beat: Beats) { follower.rest(at: beat) }

  /// The song begins at `beat` with the next clock.
  @_noLocks mutating func arm(from beat: Beats) { follower.arm(from: beat) }

  /// The song moved: every stroke from there on is played.
  @_noLocks mutating func playAll() { progress.quietBefore = Beats(units: .min) }

  /// The clock said something that the line must be bent for.
  @_noLocks mutating func requestBend() { progress.mustBend = true }

  /// The line meets the clock's up to `frame`.
  @_noLocks mutating func hasMet(through frame: Frame) { progress.bentThrough = frame }

  /// No stop is remembered.
  @_noLocks mutating func forgetStop() { progress.stoppedThrough = Frame(index: .min) }

  /// The clock stopped at `beat`, which the song on `line` played past, up to `limit`.
  @_noLocks mutating func hasStopped(at beat: Beats, playedThrough limit: Frame, on line: Timeline)
  {
    progress.stoppedAt = beat
    progress.stoppedThrough = limit
    progress.playedPastStop = max(line.beat(at: limit) - beat, .zero)
  }

  /// Where the song was stopped so late that what is due on `frame` was played before: the beat it was
  /// stopped at, and what was played past it.
  @_noLocks func playedPastStop(due frame: Frame) -> (beat: Beats, length: Beats)? {
    frame < progress.stoppedThrough ? (progress.stoppedAt, progress.playedPastStop) : nil
  }
}
