public import Control
import Drummer

/// A drummer to hire that tells its bars, or one that does not come.
public struct ToldDrummer: Sendable {
  private let absence: CommandError?

  /// Comes, unless there is a reason for its absence; knows funk, jazz and rock.
  public init(absence: CommandError? = nil) { self.absence = absence }

  /// What a live drummer is found with.
  public var audition: @Sendable () throws(CommandError) -> TrainedDrummer {
    { [absence] () throws(CommandError) in
      if let absence { throw absence }
      return TrainedDrummer(
        name: "told", styles: ["funk", "jazz", "rock"], beginning: ToldInventor())
    }
  }
}
