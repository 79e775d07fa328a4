import Clock
import Ports
import RealTime
public import Rhythm
public import Sequencing

/// The engine as the control side sees it: orders in, status and feed out.
///
/// Owns the engine's memory: stop whatever drives the audio half before letting go of it.
/// Real-time: no.
public struct EngineControl: ~Copyable, Sendable {
  // Shared with the audio half, whose memory is touched here only to free it.
  private let state: SharedPointer<EngineState>
  private var orders: RingWriter<EngineMessage>
  private var published: LatestReader<EngineStatus>
  private var feed: RingReader<FeedEvent>
  private var retired: RingReader<ProgramReference>
  /// Messages it was asked for so far; `EngineStatus.messagesDone` of them were carried out.
  public private(set) var sent: Int64 = 0

  init(
    state: SharedPointer<EngineState>, orders: consuming RingWriter<EngineMessage>,
    published: consuming LatestReader<EngineStatus>, feed: consuming RingReader<FeedEvent>,
    retired: consuming RingReader<ProgramReference>
  ) {
    self.state = state
    self.orders = orders
    self.published = published
    self.feed = feed
    self.retired = retired
  }

  deinit {
    retired.drain { $0.release() }
    unsafe state.address.pointee.release()
    unsafe state.address.deinitialize(count: 1)
    unsafe state.address.deallocate()
  }

  /// Asks for `message`; false when the engine has fallen so far back that it takes no more.
  public mutating func send(_ message: EngineMessage) -> Bool {
    guard orders.push(message) else { return false }
    sent += 1
    return true
  }

  /// How many more messages the engine takes for certain.
  public var room: Int { orders.room }

  /// Whether everything asked for so far was carried out in a block that has ended.
  public mutating func isCaughtUp() -> Bool { status().messagesDone == sent }

  /// Asks for another program, at once with its beginning moved by `shift`; false when the engine
  /// takes no more.
  public mutating func publish(
    _ program: Program, at moment: SwitchMoment = .now, shift: ProgramShift = .zero
  ) -> Bool {
    let reference = ProgramReference(retaining: program)
    if send(.program(reference, at: moment, shift: shift)) { return true }
    reference.release()
    return false
  }

  /// How the engine stood after its latest block.
  public mutating func status() -> EngineStatus { published.latest() }

  /// The oldest thing that happened and was not read yet.
  public mutating func nextEvent() -> FeedEvent? { feed.pop() }

  /// Frees the programs the engine has done with.
  public mutating func collect() {
    while let program = retired.pop() { program.release() }
  }
}
