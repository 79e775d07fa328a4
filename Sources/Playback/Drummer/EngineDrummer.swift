import RealTime
public import Rhythm

/// What the live drummer asks of the engine.
public enum DrummerMessage: BitwiseCopyable, Sendable {
  /// Play this bar whenever the song comes by, in place of the one of its number; what of that is
  /// planned already stays.
  case bar(CompiledBar)
  /// Forget every bar that is in neither range.
  case keepOnly(BarRange, and: BarRange)
  /// Play bars from the next planned beat on, or none.
  case plays(Bool)
}

/// A live stroke, on the beat that was heard when it fell.
public struct HeardHit: BitwiseCopyable, Sendable {
  /// Counted from the song's beginning.
  public var hit: Hit

  @_noLocks init(_ hit: Hit) { self.hit = hit }
}

/// The engine as the live drummer sees it: bars in, and out where the song is and what is played
/// beside it. For one thread at a time. Real-time: no.
public struct EngineDrummer: ~Copyable, Sendable {
  private var bars: RingWriter<DrummerMessage>
  private var published: LatestReader<EngineStatus>
  private var heard: RingReader<HeardHit>

  init(
    bars: consuming RingWriter<DrummerMessage>, published: consuming LatestReader<EngineStatus>,
    heard: consuming RingReader<HeardHit>
  ) {
    self.bars = bars
    self.published = published
    self.heard = heard
  }

  /// Asks for `message` before the next block; false when the engine takes no more for now.
  public mutating func send(_ message: DrummerMessage) -> Bool { bars.push(message) }

  /// How many more messages the engine takes for certain.
  public var room: Int { bars.room }

  /// How the engine stood after its latest block.
  public mutating func status() -> EngineStatus { published.latest() }

  /// The oldest live stroke, while the song moved, that was not read yet.
  public mutating func nextHeard() -> HeardHit? { heard.pop() }
}
