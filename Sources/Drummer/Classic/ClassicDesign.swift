public import MusicalTime
public import Rhythm

/// The vocabulary and size of the 2017 model: one LSTM with the last drum and wait as input, and
/// separate outputs for the next drum and the next wait.
///
/// It models neither bars nor velocities.
public struct ClassicDesign: Sendable, Hashable {
  /// The drums, in the order of their rows: 17 in the original.
  public let drums: [Drum]
  /// The waits before a hit in ticks, in the order of their rows, each 0 to `longestWait`: 209 in
  /// the original.
  public let waits: [Int]
  /// Ticks per beat.
  public let ticksPerBeat: Int
  /// Units of the LSTM: 200 in the original.
  public let hiddenSize: Int

  /// The longest wait in ticks.
  public static let longestWait = 1_000_000
  /// The range of a wait in ticks.
  static let waitRange = 0...longestWait
  /// The range of `ticksPerBeat`.
  public static let ticksPerBeatRange = 1...32_767
  /// The range of `hiddenSize`.
  static let hiddenSizes = 1...4096
  /// The MIDI notes of the original's drums.
  public static let originalNotes: [Int] = [36, 37, 38] + Array(40...53)

  /// Throws if a list is empty or has duplicates.
  public init(
    drums: [Drum], waits: [Int], ticksPerBeat: Int = 480, hiddenSize: Int = 200
  ) throws(ClassicDesignError) {
    guard !drums.isEmpty, !waits.isEmpty else { throw .emptyList }
    if let twice = Self.repeated(drums) { throw .drumTwice(twice) }
    if let twice = Self.repeated(waits) { throw .waitTwice(twice) }
    if let wrong = waits.first(where: { !Self.waitRange.contains($0) }) {
      throw .wait(wrong)
    }
    guard Self.ticksPerBeatRange.contains(ticksPerBeat) else { throw .ticksPerBeat(ticksPerBeat) }
    guard Self.hiddenSizes.contains(hiddenSize) else { throw .hiddenSize(hiddenSize) }
    self.drums = drums
    self.waits = waits
    self.ticksPerBeat = ticksPerBeat
    self.hiddenSize = hiddenSize
  }

  /// The number of network outputs: drums and waits, 226 in the original.
  public var answerCount: Int { drums.count + waits.count }
  /// Rows of `Wx`: drums, waits, hidden units, and the bias: 427 in the original.
  public var inputCount: Int { answerCount + hiddenSize + 1 }

  /// The length of a wait.
  public func beats(ofWait index: Int) -> Beats {
    Beats(Int64(waits[index]), over: Int64(ticksPerBeat))
  }

  /// The index of `drum`, or of a similar one that stands for it.
  public func index(of drum: Drum) -> Int? {
    if let index = drums.firstIndex(of: drum) { return index }
    guard let like = Vocabulary.index(of: drum) else { return nil }
    return drums.firstIndex { Vocabulary.index(of: $0) == like }
  }

  /// The index of the wait nearest to `beats`; of two equally near the first.
  public func index(ofWait beats: Beats) -> Int {
    let distances = waits.indices.map { abs(self.beats(ofWait: $0).units - beats.units) }
    return waits.indices.min { distances[$0] < distances[$1] } ?? 0
  }

  /// The tensors `Wx` and `Wy`.
  public var layout: TensorLayout {
    TensorLayout(shapes: [
      "Wx": [inputCount, 4 * hiddenSize], "Wy": [hiddenSize + 1, answerCount],
    ])
  }

  private static func repeated<Word: Hashable>(_ words: [Word]) -> Word? {
    var seen: Set<Word> = []
    return words.first { !seen.insert($0).inserted }
  }
}

/// Why lists are not a valid vocabulary.
public enum ClassicDesignError: Error, Hashable, CustomStringConvertible {
  case emptyList
  case drumTwice(Drum)
  case waitTwice(Int)
  /// A wait is outside 0 to `ClassicDesign.longestWait`.
  case wait(Int)
  case ticksPerBeat(Int)
  case hiddenSize(Int)

  /// The reason, as a phrase.
  public var description: String {
    switch self {
    case .emptyList: "the list is empty; a classic model has at least one note and one tick"
    case .drumTwice(let drum): "note \(drum.note) (\(drum.name)) appears twice; each has one row"
    case .waitTwice(let wait): "tick \(wait) appears twice; each has one row"
    case .wait(let wait): ClassicDesign.waitRange.expected("a tick", found: wait)
    case .ticksPerBeat(let count):
      "ticks per beat: " + ClassicDesign.ticksPerBeatRange.expected(found: count)
    case .hiddenSize(let size): ClassicDesign.hiddenSizes.expected(unit: "units", found: size)
    }
  }
}
