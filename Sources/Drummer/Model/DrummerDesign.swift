/// The sizes of a drummer's network; with the vocabulary they determine every tensor's shape.
public struct DrummerDesign: Sendable, Hashable {
  /// Cells of the LSTM.
  public var hiddenSize = 256
  /// Width of what goes into it.
  public var embeddingSize = 128
  /// Width of each of the four heads.
  public var headSize = 128
  /// Styles known, without the one that stands for none.
  public var styleCount = Vocabulary.grooveStyles.count
  /// Rows of the tensor for recorded players, which the design does not listen to.
  public var playerCount = 11
  /// Bars after which the place in the phrase begins anew.
  public var phraseBars = 4
  /// How many bars back the network looks before it decides the step: five steps each time.
  public var barsHeard = [1, 2]
  /// How many bars back the heads look at the step that was decided.
  public var barsRecalled = [1, 2, 4]

  /// Whether a `PlaceMemory` is kept, and told to the velocity's head.
  public var remembersPlaces = false

  /// Steps looked at from the same place so many bars ago.
  public static let stepsHeard = 5

  /// The reference's design, whose weights have 766,823 numbers.
  public init() {}

  /// Whether the attribute's head knows how its drum was played at this place of earlier bars.
  public func remembersPlaces(for attribute: Attribute) -> Bool {
    // In the heads before it, pieces drift into habits of their own (measured).
    remembersPlaces && attribute == .velocity
  }

  /// Numbers that tell of `barsHeard`: for each bar and step and drum whether and how hard: 260.
  public var heardSize: Int { barsHeard.count * Self.stepsHeard * Vocabulary.drumCount * 2 }
  /// Numbers that tell of `barsRecalled`: whether, how hard, how early or late: 117.
  public var recalledSize: Int { barsRecalled.count * Vocabulary.drumCount * 3 }
}
