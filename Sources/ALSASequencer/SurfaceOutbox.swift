public import MIDI
public import MusicalTime
public import Ports
internal import Synchronization

/// What happens to the ports of controllers, and what they send. Reported on the client's thread.
public enum SurfacePortEvent: Sendable, Hashable {
  /// A port of another client has appeared, or has another name.
  case appeared(Wiring.Peer)
  case vanished(Wiring.Address)
  /// A port was connected to `surface` or (`toDevice`) from it, by us or by another program.
  case connected(Wiring.Address, toDevice: Bool)
  case disconnected(Wiring.Address, toDevice: Bool)
  case message(ShortMessage, from: Wiring.Address, at: HostTime)
}

/// What is asked of the port `surface`, in order. Thread-safe: yes. Real-time: no.
final class SurfaceOutbox: Sendable {
  /// One thing that is asked.
  enum Order: Sendable, Hashable {
    case connect(Wiring.Address)
    case disconnect(Wiring.Address)
    /// One channel or System Exclusive message.
    case send([UInt8], to: Wiring.Address)
  }

  private let waiting = Mutex<[Order]>([])

  /// The maximum number of waiting orders; older messages are dropped beyond it.
  private static let limit = 4_096

  func add(_ orders: [Order]) {
    waiting.withLock { waiting in
      waiting += orders
      if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
    }
  }

  /// All that waits.
  func take() -> [Order] {
    waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }

  /// Puts back what could not be done yet.
  func putBack(_ orders: ArraySlice<Order>) {
    waiting.withLock { $0.insert(contentsOf: orders, at: 0) }
  }
}
