/// How long room in the engine is waited for: while it carries out what it was asked for, and for a second more. With
/// long periods there is none until the next block; under a server that hangs there will be none.
public struct RoomPatience: Sendable, Hashable {
  /// The time between two looks.
  public static let pause = Duration.milliseconds(5)
  /// The most looks in a row that find nothing carried out.
  static let mostLooks = 200

  private var done: Int64?
  private var looks = 0

  /// Nothing was waited for yet.
  public init() {}

  /// Whether to look again after `pause`, as the engine has carried out `count` messages.
  mutating func lasts(as count: Int64) -> Bool {
    if count != done { (done, looks) = (count, 0) }
    guard looks < Self.mostLooks else { return false }
    looks += 1
    return true
  }
}
