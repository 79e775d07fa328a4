/// The hyperparameters of the network; with the vocabulary they determine the shape of every
/// tensor.
public struct DrummerDesign: Sendable, Hashable {
  /// Units of the LSTM.
  public var hiddenSize = 256
  /// Width of the LSTM's input embedding.
  public var embeddingSize = 128
  /// Width of each of the four output heads.
  public var headSize = 128
  /// The number of styles, not counting the row for none.
  public var styleCount = Vocabulary.grooveStyles.count
  /// Rows of the player embedding, which is not used by this design.
  public var playerCount = 11
  /// The number of bars after which the phrase position restarts.
  public var phraseBars = 4
  /// Distances in bars at which the LSTM and the step's head look back, five steps each, before the
  /// next step is sampled.
  public var barsHeard = [1, 2]
  /// Distances in bars at which the other three heads look back at the sampled step.
  public var barsRecalled = [1, 2, 4]

  /// The heads that see how their drum was played at this position in earlier bars: any of offset
  /// and velocity.
  public var headsWithPositionHistory: Set<Attribute> = []

  /// The number of steps seen at each distance of `barsHeard`.
  public static let stepsHeard = 5

  /// The reference's hyperparameters, with 766,823 weights.
  public init() {}

  /// What `ghostnote train` trains, and the design of the model that ships: it looks further back.
  public static var trained: DrummerDesign {
    var design = DrummerDesign()
    design.headsWithPositionHistory = [.offset, .velocity]
    (design.barsHeard, design.barsRecalled) = ([1, 2, 4], [1, 2, 4, 8])
    return design
  }

  /// Whether a `PositionHistory` is kept.
  public var usesPositionHistory: Bool { !headsWithPositionHistory.isEmpty }

  /// Inputs from `barsHeard`: presence and velocity for each bar, step and drum; 260 for two bars.
  public var heardSize: Int { barsHeard.count * Self.stepsHeard * Vocabulary.drumCount * 2 }
  /// Inputs from `barsRecalled`: presence, velocity and offset for each bar and drum; 117 for three
  /// bars.
  public var recalledSize: Int { barsRecalled.count * Vocabulary.drumCount * 3 }
}
