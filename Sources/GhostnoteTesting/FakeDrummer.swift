import Commands
public import Drummer
public import LiveDrummer

/// A fake drummer with recognisable bars, or one that cannot be loaded.
public struct FakeDrummer: Sendable {
  private let absence: DrummerError?
  private let hand: DrummerTables?

  /// Loads unless `absence` is given; has the styles funk, jazz and rock, and humanises with
  /// `hand`.
  public init(absence: DrummerError? = nil, hand: DrummerTables? = nil) {
    self.absence = absence
    self.hand = hand
  }

  /// What a live drummer is found with.
  public var loadDrummer: @Sendable () throws(DrummerError) -> LoadedDrummer {
    { [absence, hand] () throws(DrummerError) in
      if let absence { throw absence }
      return LoadedDrummer(
        name: "fake", styles: ["funk", "jazz", "rock"], beginning: FakeInventor(),
        hand: hand)
    }
  }
}
