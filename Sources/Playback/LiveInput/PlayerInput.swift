import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// What players send: messages on their frames of the block, and the beat that was heard when each was
/// struck. Real-time: yes.
struct PlayerInput: ~Copyable {
  /// Messages lost because a block had too many.
  private(set) var droppedMessages: Int64 = 0
  private var reader: LiveInput
  private var pedals = HatPedals()
  private var queue = LiveQueue()
  /// Whether messages of the block had to be dropped, note-offs perhaps among them.
  private var hasMissed = false
  private var arriving: RingReader<TimedMessage>

  init(channel: UInt8, arriving: consuming RingReader<TimedMessage>) {
    reader = LiveInput(channel: channel)
    self.arriving = arriving
  }

  /// Reports every control and note instead of playing it, or no longer.
  @_noLocks mutating func learn(_ isLearning: Bool) { reader.isLearning = isLearning }

  /// The next message that a device stamped, and where in the block it belongs; nil where the rest is
  /// for a later block.
  ///
  /// A message sounds one block after its stamp, wherever in the block it fell: the latency is
  /// constant, so what was played evenly is heard evenly.
  @_noLocks mutating func nextArrived(
    in block: borrowing Block
  ) -> (message: TimedMessage, offset: Int32)? {
    guard let next = arriving.peek() else { return nil }
    let (time, rate) = (block.time, block.sampleRate)
    let since = rate.frames(in: time.began.distance(to: next.time))
    let offset = since &+ Int64(time.frames)
    // What does not fit stays in line for the next block. A stamp a second ahead is an error: it must
    // not hold up all that comes after it.
    let isCredible = since < rate.hertz
    guard !queue.isFull, offset < Int64(time.frames) || !isCredible else { return nil }
    _ = arriving.pop()
    var credible = next
    if !isCredible { credible.time = time.began }
    return (credible, Int32(truncatingIfNeeded: isCredible ? max(offset, 0) : 0))
  }

  /// Forgets what devices stamped: it has no place in blocks that keep to no clock.
  @_noLocks mutating func forgetArrived() { while case .some = arriving.pop() {} }

  /// Forgets where hi-hat pedals stand: a device has gone, and which one it was is not known.
  @_noLocks mutating func forgetPedals() { pedals.removeAll() }

  /// Keeps a message for its frame of the block.
  @_noLocks mutating func stage(
    _ message: ShortMessage, offset: Int32, from source: MessageSource
  ) {
    guard !queue.insert(message, offset: offset, from: source) else { return }
    droppedMessages &+= 1
    hasMissed = true
  }

  /// Frames from the block's beginning to the next message, nil where there is none.
  @_noLocks func nextOffset(in block: borrowing Block) -> Int32? {
    guard let next = queue.nextOffset() else { return nil }
    return min(next, Int32(truncatingIfNeeded: block.time.frames &- 1))
  }

  /// Takes the next message, and returns what it asks for as `program` maps notes and controllers.
  @_noLocks mutating func removeFirst(in program: UnsafePointer<CompiledProgram>) -> LiveAction {
    let source = queue.nextSource
    return unsafe pedals.read(queue.removeFirst(), from: source, by: &reader, in: program)
  }

  /// Forgets the block's messages; true where some were dropped.
  @_noLocks mutating func finishBlock() -> Bool {
    queue.removeAll()
    defer { hasMissed = false }
    return hasMissed
  }

  /// The beat that was heard as what arrives at `offset` fell: it sounds a block after that, and what it
  /// was played to left the outputs before. Before 0 while bars are counted in; nil at rest.
  @_noLocks func beatHeard(
    at offset: Int32, _ transport: borrowing TransportControl, countIn: Timeline?,
    in block: borrowing Block
  ) -> Beats? {
    let time = block.time
    let latency = block.sampleRate.frames(in: time.began.distance(to: time.heard))
    let since = Int64(offset) &- Int64(time.frames) &- max(latency, 0)
    return beatHeard(on: block.frame.advanced(by: since), transport, countIn: countIn)
  }

  /// The beat on a frame; before 0 while bars are counted in; nil at rest.
  @_noLocks func beatHeard(
    on frame: Frame, _ transport: borrowing TransportControl, countIn: Timeline?
  ) -> Beats? {
    if transport.isRolling {
      return transport.state.history.line(at: frame).origin(at: frame)
    }
    return countIn?.beat(at: frame)
  }
}
