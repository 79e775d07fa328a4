import RealTime

/// The side that controls the engine: its orders in, what happens and how the engine stands out.
/// Real-time: yes.
struct ControlLink: ~Copyable {
  /// How the engine stood after its last block.
  private(set) var status = EngineStatus()
  /// Orders carried out so far.
  private var done: Int64 = 0
  /// Events that the feed had no room for.
  private(set) var droppedEvents: Int64 = 0
  private var orders: RingReader<EngineMessage>
  private var feed: RingWriter<FeedEvent>
  private var published: LatestWriter<EngineStatus>

  init(
    orders: consuming RingReader<EngineMessage>, feed: consuming RingWriter<FeedEvent>,
    published: consuming LatestWriter<EngineStatus>
  ) {
    self.orders = orders
    self.feed = feed
    self.published = published
  }

  /// The next order, left in place until it is carried out.
  @_noLocks mutating func nextOrder() -> EngineMessage? { orders.peek() }

  /// The next order was carried out.
  @_noLocks mutating func hasCarriedOut() {
    _ = orders.pop()
    done &+= 1
  }

  /// Lets the control side know of something that happened. What is only to be looked at gives way to
  /// what is recorded or asks for something.
  @_noLocks mutating func report(_ event: FeedEvent) {
    if case .hit = event, feed.room <= Self.keptRoom {
      droppedEvents &+= 1
    } else if !feed.push(event) {
      droppedEvents &+= 1
    }
  }

  /// How much of the feed is kept free of what is only to be looked at.
  private static var keptRoom: Int { @_noLocks get { 1024 } }

  /// Lets the control side know how the engine stands; counts the orders itself.
  @_noLocks mutating func publish(_ status: EngineStatus) {
    self.status = status
    self.status.messagesDone = done
    published.publish(self.status)
  }

  /// Frees the programs of orders that will not be carried out any more. Real-time: no.
  mutating func release() {
    while let order = orders.pop() {
      if case .program(let program, _, _) = order { program.release() }
    }
  }
}
