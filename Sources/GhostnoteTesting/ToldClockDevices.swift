public import Commands
public import Control
public import MusicalTime
public import Sequencing
import Synchronization

/// Clock devices that do nothing and remember what they were told.
public final class ToldClockDevices: ClockDevices {
  /// One thing they were told.
  public enum Order: Sendable, Hashable {
    case listen(to: NamePattern?)
    case offerTimebase(Bool)
    case roll
    case stop
    case locate(frame: Int64)
  }

  public let sampleRate = SampleRate.standard
  private let told = Mutex<[Order]>([])
  private let hasJACK: Bool

  /// Refuses what needs JACK unless `hasJACK`.
  public init(hasJACK: Bool = true) { self.hasJACK = hasJACK }

  /// What they were told, first to last.
  public var orders: [Order] { told.withLock { $0 } }

  public var hasTransport: Bool { hasJACK }

  public func check(_ command: ClockCommand) throws(CommandError) {
    switch command {
    case .source(.jack), .timebase(true):
      guard hasJACK else { throw CommandError("no JACK here") }
    default: break
    }
  }

  public func listen(to source: NamePattern?) { take(.listen(to: source)) }

  public func offerTimebase(_ isWanted: Bool) { take(.offerTimebase(isWanted)) }

  public func roll() { take(.roll) }

  public func stopTransport() { take(.stop) }

  public func locate(frame: Int64) { take(.locate(frame: frame)) }

  private func take(_ order: Order) { told.withLock { $0.append(order) } }
}
