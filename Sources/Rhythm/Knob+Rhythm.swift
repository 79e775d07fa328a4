extension Knob {
  /// A pattern's `accent`.
  public static let accent = Knob(
    key: "accent", unit: "", range: 0...127, standard: Double(Pattern.standardAccent),
    isWhole: true, meaning: "how much velocity an accented step has on top")
  /// A marker's `amplitude`.
  public static let amplitude = Knob(
    key: "amplitude", unit: "", range: 0...1, standard: 1, isWhole: false,
    meaning: "the factor of the velocity of every hit on a marker")
  /// A lane's `turn`.
  public static let turn = Knob(
    key: "turn", unit: "markers", range: -255...255, standard: 0, isWhole: true,
    meaning: "how much later the hits of a lane are in each loop than in the one before")
  /// A lane's `group`.
  public static let muteGroup = Knob(
    key: "group", unit: "", range: 1...8, standard: 1, isWhole: true,
    meaning: "the group of lanes that is muted together")
  /// The `ms` of a lane's `looseness`.
  public static let looseTiming = Knob(
    key: "ms", unit: "ms", range: 0...Looseness.mostMilliseconds, standard: 0, isWhole: false,
    meaning: "how far chance moves each stroke of a lane in time, either way")
  /// The `velocity` of a lane's `looseness`.
  public static let looseVelocity = Knob(
    key: "velocity", unit: "", range: 0...Double(Looseness.mostVelocity), standard: 0,
    isWhole: true, meaning: "how far chance moves each stroke of a lane in velocity, either way")
  /// A clip's `attack`.
  public static let attack = Knob(
    key: "attack", unit: "s", range: 0...5, standard: 0, isWhole: false,
    meaning: "seconds until a clip's hit is as loud as it gets; 0 is as recorded")
  /// A groove's `timing`.
  public static let grooveTiming = Knob(
    key: "timing", unit: "", range: 0...1, standard: 1, isWhole: false,
    meaning: "how much of a groove's timing a rhythm gets")
  /// A groove's `velocity`.
  public static let grooveVelocity = Knob(
    key: "velocity", unit: "", range: 0...1, standard: 1, isWhole: false,
    meaning: "how much of a groove's dynamics a rhythm gets")
  /// The factor in a groove's `levels`.
  public static let grooveLevel = Knob(
    key: "levels", unit: "", range: 0...2, standard: 1, isWhole: false,
    meaning: "the factor of the velocity of every hit from a beat of a groove on")
  /// A section's `repeats`.
  public static let repeats = Knob(
    key: "repeats", unit: "", range: 1...999, standard: 1, isWhole: true,
    meaning: "how often a section of a song plays its pattern")
  /// The `number` of one of a patch's `groups`.
  public static let groupNumber = Knob(
    key: "number", unit: "", range: 1...Double(Group.count), standard: 1, isWhole: true,
    meaning: "a group's place in the bank, the first is 1")
}
