import NIOCore
import Rhythm

/// Bounds on what comes from outside.
public struct RemoteLimits: Sendable {
  /// The range of `seats`: no drum has two.
  public static let seatCounts = 1...Drum.count

  /// Connections at a time, HTTP and WebSocket together: a browser has six at once while it loads a page, and a file that
  /// is refused is not asked for again.
  public var connections = 256
  /// Connections from the network at a time, so that this machine's user always gets in; and of one address, behind which
  /// a dozen phones may be.
  public var networkConnections = 192
  public var addressConnections = 96
  /// Pages at a time, those that listen included: each has a connection of its own to the daemon, which
  /// takes 64. Phones share one and are not counted.
  public var pages = 32
  /// Of these, how many may have come by any link, and how many by the phones', so that this machine's user
  /// and the owner's devices always get in.
  public var linkedPages = 24
  public var phonePages = 12
  /// Phones that play at a time; more wait.
  public var seats = 7
  /// How long a lost phone's seat or place in the line is kept for it, and how long a seat is while others wait.
  var seatPatience = TimeAmount.minutes(10)
  var seatPatienceWithGuests = TimeAmount.seconds(30)
  /// How old the time of a stroke or a sensor's sample may be as it comes, in nanoseconds; negative where its clock is
  /// ahead. With any other age it counts as now; so do a phone's samples for a while after one that is further ahead.
  var gestureAges: ClosedRange<Int64> = -50_000_000...250_000_000
  /// Bytes of a request's head, and its header fields.
  public var headBytes = 16_384
  public var headFields = 64
  /// Bytes of a message, which is one line, and the fragments it may come in.
  public var messageBytes = 65_600
  public var fragments = 8
  /// Messages of a page in `window`; more wait.
  public var messages = 64
  var window = TimeAmount.milliseconds(20)
  /// Until a request's head has come whole, and between requests.
  var patience = TimeAmount.seconds(10)
  /// Between pings; a page that sent nothing for two of them is closed.
  var ping = TimeAmount.seconds(15)
  /// How long a page may take nothing before it is closed.
  var stall = TimeAmount.seconds(10)
  /// Until a daemon that is gone is looked for again.
  var retry = TimeAmount.milliseconds(250)

  public init() {}
}
