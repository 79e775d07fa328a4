import Commands
public import Drummer
public import LiveDrummer

/// A fake drummer with recognisable bars, or one that cannot be loaded.
public struct FakeDrummer: Sendable {
  private let absence: DrummerError?
  private let humanisingTables: DrummerTables?

  /// Loads unless `absence` is given; has the styles funk, jazz and rock, and humanises with
  /// `humanisingTables`.
  public init(absence: DrummerError? = nil, humanisingTables: DrummerTables? = nil) {
    self.absence = absence
    self.humanisingTables = humanisingTables
  }

  /// What a live drummer is found with.
  public var loadDrummer: @Sendable () throws(DrummerError) -> LoadedDrummer {
    { [absence, humanisingTables] () throws(DrummerError) in
      if let absence { throw absence }
      return LoadedDrummer(
        name: "fake", styles: ["funk", "jazz", "rock"], beginning: FakeInventor(),
        humanisingTables: humanisingTables)
    }
  }
}
