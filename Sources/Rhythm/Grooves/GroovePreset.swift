import MusicalTime

/// A named groove to start from.
public struct GroovePreset: Sendable, Hashable {
  /// A one-line description.
  public let meaning: String
  /// The groove, with its usual name.
  public let groove: Groove

  /// All presets, in the order they are listed.
  public static let all: [GroovePreset] =
    [
      GroovePreset(meaning: "as written", groove: .straight),
      GroovePreset("swing8", meaning: "8ths as triplets, 2/3", pair: 1, .triplet),
      GroovePreset("swing16", meaning: "16ths as triplets, 2/3", pair: 2, .triplet),
      GroovePreset(
        "shuffle", meaning: "8ths as triplets, the off-beats softer", pair: 1, .triplet,
        offBeats: 0.75),
      GroovePreset(
        "half-shuffle", meaning: "16ths as triplets, the off-beats softer", pair: 2, .triplet,
        offBeats: 0.6),
      GroovePreset(
        "quintuplet", meaning: "8ths as quintuplets, 3/5", pair: 1, SwingShare(3, over: 5)),
      GroovePreset(
        "septuplet", meaning: "8ths as septuplets, 4/7", pair: 1, SwingShare(4, over: 7)),
    ]
    + [54, 58, 62, 66, 71, 75].map { percent in
      GroovePreset(
        "mpc-\(percent)", meaning: "16ths at \(percent) %, as the MPC60 swings", pair: 2,
        SwingShare(percent, over: 100))
    } + [
      GroovePreset(
        "tigrigna", meaning: "the five-pulse rhythm of the Tigrigna, towards even fifths",
        period: 2,
        [(0, 1, 0, 1), (1, 3, 2, 5), (2, 3, 4, 5), (1, 1, 6, 5), (3, 2, 8, 5)]),
      GroovePreset(
        "push", meaning: "the back-beats a 48th of a beat early", period: 4,
        [(0, 1, 0, 1), (1, 1, 47, 48), (2, 1, 2, 1), (3, 1, 143, 48)]),
      GroovePreset(
        "lay-back", meaning: "the back-beats a 48th of a beat late", period: 4,
        [(0, 1, 0, 1), (1, 1, 49, 48), (2, 1, 2, 1), (3, 1, 145, 48)]),
      GroovePreset(
        "accents", meaning: "no change of timing; beats loud, 16ths between them soft",
        levels: [1, 0.7, 0.85, 0.7]),
    ]

  private init(meaning: String, groove: Groove) {
    self.meaning = meaning
    self.groove = groove
  }

  /// Swing of note pairs, `pair` of them per beat; without a share it is even.
  private init(
    _ name: String, meaning: String, pair perBeat: Int64, _ share: SwingShare?,
    offBeats: Double? = nil
  ) {
    let pair = Beats(1, over: perBeat)
    let middle = Beats(units: pair.units / 2)
    let levels = offBeats.map {
      [Groove.Level(.zero, factor: 1), Groove.Level(middle, factor: $0)]
    }
    self.init(
      meaning: meaning, name: name, period: pair,
      [Warp.Point(middle, (share ?? .even).place(in: pair))], levels ?? [])
  }

  /// A rhythm and the one it becomes, both in fractions of a beat.
  private init(
    _ name: String, meaning: String, period: Int64, _ ways: [(Int64, Int64, Int64, Int64)]
  ) {
    self.init(
      meaning: meaning, name: name, period: Beats(period),
      ways.map { Warp.Point(Beats($0.0, over: $0.1), Beats($0.2, over: $0.3)) })
  }

  /// Dynamics on equal parts of a beat, one per level.
  private init(_ name: String, meaning: String, levels: [Double]) {
    let step = Beats(1, over: Int64(levels.count))
    self.init(
      meaning: meaning, name: name, period: Beats(1), [],
      levels.enumerated().map { Groove.Level(step * Int64($0), factor: $1) })
  }

  private init(
    meaning: String, name: String, period: Beats, _ points: [Warp.Point],
    _ levels: [Groove.Level] = []
  ) {
    let warp = Warp(period: period, points) ?? .identity
    self.init(meaning: meaning, groove: Groove(name: name, warp: warp, levels: levels))
  }
}

extension Groove {
  /// Parses a preset's name, or `swing8` or `swing16` and a share, as in `swing8 66` or `swing16
  /// 2/3`.
  public init(named name: String) throws(GrooveError) {
    if let preset = GroovePreset.all.first(where: { $0.groove.name == name }) {
      self = preset.groove
      return
    }
    let words = name.split(separator: " ")
    let pairs = ["swing8": Beats(1), "swing16": Beats(1, over: 2)]
    guard words.count == 2, let pair = pairs[String(words[0])] else { throw .unknown(name) }
    guard let share = SwingShare(words[1]) else { throw .share(String(words[1])) }
    self = try .swing(name: "\(words[0]) \(share)", pair: pair, share)
  }
}
