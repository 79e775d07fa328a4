extension Knob {
  /// A drummer's `density`.
  public static let density = Knob(
    key: "density", unit: "", range: Amount.range, standard: 0.5, isWhole: false,
    meaning: "number of hits the drummer plays: 0 sparse, 0.5 as learned, 1 busy")
  /// A drummer's `loudness`.
  public static let loudness = Knob(
    key: "loudness", unit: "", range: Amount.range, standard: 0.5, isWhole: false,
    meaning: "how hard the drummer hits: 0 soft, 0.5 as learned, 1 loud")
  /// A drummer's `wildness`.
  public static let wildness = Knob(
    key: "wildness", unit: "", range: Amount.range, standard: 0.5, isWhole: false,
    meaning: "randomness of the drummer (sampling temperature): 0 strict, 0.5 normal, 1 wild")
  /// Sets all three at once; not stored in a patch.
  public static let intensity = Knob(
    key: "intensity", unit: "", range: Amount.range, standard: 0.5, isWhole: false,
    meaning: "density, loudness and wildness of the drummer together")
  /// The `amount` of a drummer's second style.
  public static let blend = Knob(
    key: "amount", unit: "", range: Amount.range, standard: 0.5, isWhole: false,
    meaning: "the share of the drummer's second style")
  /// A drummer's `fillEvery`.
  public static let fillEvery = Knob(
    key: "fillEvery", unit: "bars", range: 0...64, standard: 0, isWhole: true,
    meaning: "every Nth bar is a fill; 0 plays fills only on request")
  /// A drummer's `seed`: the whole numbers that every JSON reader represents exactly.
  public static let seed = Knob(
    key: "seed", unit: "", range: 0...9_007_199_254_740_991, standard: 0, isWhole: true,
    meaning: "seed of the drummer's random choices: the same seed plays the same music")
  /// A drummer's `listen`.
  public static let listening = Knob(
    key: "listen", unit: "", range: Amount.range, standard: 0, isWhole: false,
    meaning: "how strongly the drummer follows your live hits")
  /// A drummer's `answer`.
  public static let answerBars = Knob(
    key: "answer", unit: "bars", range: 0...16, standard: 0, isWhole: true,
    meaning: "the drummer rests for N bars and replies with N bars; 0 plays throughout")
  /// The number of bars that the drummer rests.
  public static let restBars = Knob(
    key: "rest", unit: "bars", range: 1...1024, standard: 1, isWhole: true,
    meaning: "bars that the drummer rests")
  /// The number of bars that the drummer repeats.
  public static let loopBars = Knob(
    key: "lock", unit: "bars", range: 1...16, standard: 1, isWhole: true,
    meaning: "bars that the drummer repeats")
  /// The number of bars that are kept as a pattern.
  public static let keptBars = Knob(
    key: "keep", unit: "bars", range: 1...16, standard: 1, isWhole: true,
    meaning: "the last bars of the drummer that become the pattern")
}
