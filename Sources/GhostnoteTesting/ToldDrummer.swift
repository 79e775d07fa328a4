public import Control
public import Drummer

/// A fake drummer with recognisable bars, or one that cannot be loaded.
public struct ToldDrummer: Sendable {
  private let absence: CommandError?
  private let hand: DrummerTables?

  /// Loads unless `absence` is given; has the styles funk, jazz and rock, and humanises with
  /// `hand`.
  public init(absence: CommandError? = nil, hand: DrummerTables? = nil) {
    self.absence = absence
    self.hand = hand
  }

  /// The loader for a live drummer.
  public var audition: @Sendable () throws(CommandError) -> TrainedDrummer {
    { [absence, hand] () throws(CommandError) in
      if let absence { throw absence }
      return TrainedDrummer(
        name: "fake", styles: ["funk", "jazz", "rock"], beginning: ToldInventor(),
        hand: hand)
    }
  }
}
