public import Commands
public import Control
public import MusicalTime
public import Ports
import Synchronization

/// A fake of clock devices that records its calls.
public final class FakeClockDevices: ClockDevices {
  /// A recorded call.
  public enum Order: Sendable, Hashable {
    case listen(to: NamePattern?)
    case offerTimebase(Bool)
    case roll
    case stop
    case locate(frame: Int64)
  }

  /// 48 000 Hz.
  public let sampleRate = SampleRate.standard
  private let told = Mutex<[Order]>([])
  private let hasJACK: Bool

  /// Throws for settings that need JACK unless `hasJACK`.
  public init(hasJACK: Bool = true) { self.hasJACK = hasJACK }

  /// The calls so far, in order.
  public var orders: [Order] { told.withLock { $0 } }

  /// Whether it simulates JACK.
  public var hasTransport: Bool { hasJACK }

  /// Throws for settings that need JACK if it is not simulated.
  public func check(_ setting: ClockSetting) throws(CommandError) {
    switch setting {
    case .source(.jack), .timebase(true):
      guard hasJACK else { throw CommandError("no JACK here") }
    default: break
    }
  }

  /// Records the call.
  public func listen(to source: NamePattern?) { take(.listen(to: source)) }

  /// Records the call.
  public func offerTimebase(_ isWanted: Bool) { take(.offerTimebase(isWanted)) }

  /// Records the call.
  public func roll() { take(.roll) }

  /// Records the call.
  public func stopTransport() { take(.stop) }

  /// Records the call.
  public func locate(frame: Int64) { take(.locate(frame: frame)) }

  private func take(_ order: Order) { told.withLock { $0.append(order) } }
}
