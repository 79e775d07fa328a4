public import MusicalTime
public import Rhythm

/// The words and sizes of the drummer of 2017: one LSTM that is told the last drum and wait and
/// answers which drum comes next and after how long, each by itself.
///
/// It knows neither bars nor velocities.
public struct ClassicDesign: Sendable, Hashable {
  /// The drums, in the order of their rows: 17 in the original.
  public let drums: [Drum]
  /// The waits before a hit, in the order of their rows, each from 0 to `longestWait`: 209 in the
  /// original.
  public let waits: [Int]
  /// How many units of `waits` make a beat, 1 to 32,767.
  public let ticksPerBeat: Int
  /// Cells of the LSTM: 200 in the original.
  public let hiddenSize: Int

  /// The longest wait there is, in ticks.
  public static let longestWait = 1_000_000
  /// The notes of the original's drums.
  public static let originalNotes: [Int] = [36, 37, 38] + Array(40...53)

  /// Neither list may be empty or name anything twice.
  public init(
    drums: [Drum], waits: [Int], ticksPerBeat: Int = 480, hiddenSize: Int = 200
  ) throws(ClassicDesignError) {
    guard !drums.isEmpty, !waits.isEmpty else { throw .emptyList }
    if let twice = Self.repeated(drums) { throw .drumTwice(twice) }
    if let twice = Self.repeated(waits) { throw .waitTwice(twice) }
    if let wrong = waits.first(where: { !(0...Self.longestWait).contains($0) }) {
      throw .wait(wrong)
    }
    guard (1...32_767).contains(ticksPerBeat) else { throw .ticksPerBeat(ticksPerBeat) }
    guard (1...4096).contains(hiddenSize) else { throw .hiddenSize(hiddenSize) }
    self.drums = drums
    self.waits = waits
    self.ticksPerBeat = ticksPerBeat
    self.hiddenSize = hiddenSize
  }

  /// Drums and waits together: how many numbers the network answers, 226 in the original.
  public var answerCount: Int { drums.count + waits.count }
  /// Rows of `Wx`: drums, waits, cells, and the bias as the last: 427 in the original.
  public var inputCount: Int { answerCount + hiddenSize + 1 }

  /// A wait as beats.
  public func beats(ofWait index: Int) -> Beats {
    Beats(Int64(waits[index]), over: Int64(ticksPerBeat))
  }

  /// The index of the drum that stands for `drum`: itself, else one that is played like it.
  public func index(of drum: Drum) -> Int? {
    if let index = drums.firstIndex(of: drum) { return index }
    guard let like = Vocabulary.index(of: drum) else { return nil }
    return drums.firstIndex { Vocabulary.index(of: $0) == like }
  }

  /// The index of the wait nearest to `beats`; the first of two as near.
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

/// What keeps lists from being a classic drummer's words.
public enum ClassicDesignError: Error, Hashable, CustomStringConvertible {
  case emptyList
  case drumTwice(Drum)
  case waitTwice(Int)
  /// A wait lies outside 0 to `ClassicDesign.longestWait`.
  case wait(Int)
  case ticksPerBeat(Int)
  case hiddenSize(Int)

  public var description: String {
    switch self {
    case .emptyList: "names nothing; a classic drummer has at least one note and one tick"
    case .drumTwice(let drum): "note \(drum.note) (\(drum.name)) is there twice; each has one row"
    case .waitTwice(let wait): "tick \(wait) is there twice; each has one row"
    case .wait(let wait): "tick \(wait): ticks are 0 to \(ClassicDesign.longestWait)"
    case .ticksPerBeat(let count): "\(count) ticks a beat: a beat has 1 to 32767"
    case .hiddenSize(let size): "\(size) cells: a classic drummer has 1 to 4096"
    }
  }
}
