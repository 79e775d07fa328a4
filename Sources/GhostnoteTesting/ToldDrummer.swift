public import Commands
public import Control
public import Drummer

/// A drummer to hire that tells its bars, or one that does not come.
public struct ToldDrummer: Sendable {
  private let absence: CommandError?
  private let hand: DrummerTables?

  /// Comes, unless there is a reason for its absence; knows funk, jazz and rock, and humanises with
  /// `hand`.
  public init(absence: CommandError? = nil, hand: DrummerTables? = nil) {
    self.absence = absence
    self.hand = hand
  }

  /// What a live drummer is found with.
  public var audition: @Sendable () throws(CommandError) -> TrainedDrummer {
    { [absence, hand] () throws(CommandError) in
      if let absence { throw absence }
      return TrainedDrummer(
        name: "told", styles: ["funk", "jazz", "rock"], beginning: ToldInventor(),
        hand: hand)
    }
  }
}
