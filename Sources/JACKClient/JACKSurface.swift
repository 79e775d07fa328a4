public import MIDI
public import MusicalTime
internal import RealTime
internal import Synchronization

/// What goes between controllers with lights and the ports `surface_in` and `surface_out`: the audio thread
/// only copies messages of fixed size. Thread-safe. Real-time: no.
@safe public final class JACKSurface: Sendable {
  /// The audio thread's ends, at a fixed address for as long as this lives.
  let ends: SharedPointer<SurfaceEnds>
  private let received: Mutex<RingReader<SurfaceArrival>>
  private let waiting: Mutex<RingWriter<SurfacePacket>>
  private let droppedCount = Atomic<Int>(0)

  /// The maximum length of a message in bytes; longer ones are not sent.
  public static let longest = SurfacePacket.capacity

  /// Nothing waits.
  public init() {
    let arrivals = Ring<SurfaceArrival>(minimumCapacity: 256)
    let packets = Ring<SurfacePacket>(minimumCapacity: 1_024)
    let ends = UnsafeMutablePointer<SurfaceEnds>.allocate(capacity: 1)
    unsafe ends.initialize(to: SurfaceEnds(received: arrivals.writer, waiting: packets.reader))
    self.ends = unsafe SharedPointer(ends)
    received = Mutex(arrivals.reader)
    waiting = Mutex(packets.writer)
  }

  deinit {
    unsafe ends.address.deinitialize(count: 1)
    unsafe ends.address.deallocate()
  }

  /// What controllers have sent since the last call.
  public func take() -> [(time: HostTime, message: ShortMessage)] {
    received.withLock { reader in
      var found: [(time: HostTime, message: ShortMessage)] = []
      while let arrival = reader.pop() { found.append((arrival.time, arrival.message)) }
      return found
    }
  }

  /// Sends messages, channel or System Exclusive ones, in the next cycle; false where any of them was
  /// dropped since too many wait, as while the server stands still.
  public func send(_ messages: [[UInt8]]) -> Bool {
    let lost = waiting.withLock { writer in
      messages.count { message in SurfacePacket(message).map { !writer.push($0) } ?? false }
    }
    droppedCount.add(lost, ordering: .relaxed)
    return lost == 0
  }

  /// Messages dropped since too many waited.
  public var dropped: Int { droppedCount.load(ordering: .relaxed) }
}

/// The ends of the rings on the audio thread.
struct SurfaceEnds: ~Copyable {
  var received: RingWriter<SurfaceArrival>
  var waiting: RingReader<SurfacePacket>
}

/// A message of a controller.
struct SurfaceArrival: BitwiseCopyable {
  var time: HostTime
  var message: ShortMessage
}

/// A message of at most 32 bytes. Real-time: yes.
struct SurfacePacket: BitwiseCopyable {
  static var capacity: Int { @_noLocks get { 32 } }

  let count: Int
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Nil for a message that is too long.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= Self.capacity else { return nil }
    count = bytes.count
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Byte `index`, below `count`.
  @_noLocks func byte(_ index: Int) -> UInt8 {
    let word =
      switch index >> 3 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: (index & 7) &* 8))
  }
}

extension AudioThreadState {
  /// Copies what came by `surface_in`, and what waits for `surface_out`. Real-time: yes.
  @_noLocks mutating func serveSurface(began: HostTime) {
    guard let ends = unsafe surface else { return }
    var index = 0
    while index < ports.surfaceInput.eventCount {
      if let (offset, message) = ports.surfaceInput.event(at: index) {
        let time = began.advanced(by: sampleRate.duration(frames: Int64(offset)))
        _ = unsafe ends.pointee.received.push(SurfaceArrival(time: time, message: message))
      }
      index &+= 1
    }
    while ports.surfaceOutput.hasRoom(for: SurfacePacket.capacity),
      let packet = unsafe ends.pointee.waiting.pop()
    {
      ports.surfaceOutput.write(packet)
    }
  }
}
