extension Knob {
  /// A drummer's `density`.
  public static let density = Knob(
    key: "density", unit: "", range: 0...1, standard: 0.5, isWhole: false,
    meaning: "how many hits the drummer plays: 0 sparse, 0.5 as learned, 1 busy")
  /// A drummer's `loudness`.
  public static let loudness = Knob(
    key: "loudness", unit: "", range: 0...1, standard: 0.5, isWhole: false,
    meaning: "how hard the drummer hits: 0 soft, 0.5 as learned, 1 loud")
  /// A drummer's `wildness`.
  public static let wildness = Knob(
    key: "wildness", unit: "", range: 0...1, standard: 0.5, isWhole: false,
    meaning: "how unforeseen the drummer plays: 0 strict, 0.5 as a rule, 1 wild")
  /// All three of them at once; no key of a patch.
  public static let intensity = Knob(
    key: "intensity", unit: "", range: 0...1, standard: 0.5, isWhole: false,
    meaning: "density, loudness and wildness of the drummer together")
  /// The `amount` of a drummer's second style.
  public static let blend = Knob(
    key: "amount", unit: "", range: 0...1, standard: 0.5, isWhole: false,
    meaning: "the share of the drummer's second style")
  /// A drummer's `fillEvery`.
  public static let fillEvery = Knob(
    key: "fillEvery", unit: "bars", range: 0...64, standard: 0, isWhole: true,
    meaning: "the last of so many bars is a fill; 0 for none but those asked for")
  /// A drummer's `seed`: whole numbers that every JSON reader keeps exactly.
  public static let seed = Knob(
    key: "seed", unit: "", range: 0...9_007_199_254_740_991, standard: 0, isWhole: true,
    meaning: "what the drummer's chances hang on: the same seed plays the same music")
  /// A drummer's `listen`.
  public static let listening = Knob(
    key: "listen", unit: "", range: 0...1, standard: 0, isWhole: false,
    meaning: "how much the drummer leans to what is played beside it")
  /// A drummer's `answer`.
  public static let answerBars = Knob(
    key: "answer", unit: "bars", range: 0...16, standard: 0, isWhole: true,
    meaning: "the drummer hears so many bars and answers with as many; 0 plays throughout")
  /// Bars that the drummer rests.
  public static let restBars = Knob(
    key: "rest", unit: "bars", range: 1...1024, standard: 1, isWhole: true,
    meaning: "bars that the drummer rests")
  /// Bars that the drummer plays again and again.
  public static let loopBars = Knob(
    key: "lock", unit: "bars", range: 1...16, standard: 1, isWhole: true,
    meaning: "bars that the drummer plays again and again")
  /// Bars that become a pattern.
  public static let keptBars = Knob(
    key: "keep", unit: "bars", range: 1...16, standard: 1, isWhole: true,
    meaning: "the last bars of the drummer that become the pattern")
}
