extension Knob {
  /// A pattern's `accent`.
  public static let accent = Knob(
    key: "accent", whole: 0...Velocity.range.upperBound, standard: Double(Pattern.standardAccent),
    meaning: "velocity added to an accented step")
  /// A marker's `amplitude`.
  public static let amplitude = Knob(
    key: "amplitude", unit: "", range: Amount.range, standard: 1, isWhole: false,
    meaning: "factor for the velocity of every hit on a marker")
  /// A lane's `turn`.
  public static let turn = Knob(
    key: "turn", unit: "markers", whole: Lane.turns, standard: 0,
    meaning: "steps by which a lane's hits move later in each loop")
  /// A lane's `group`.
  public static let muteGroup = Knob(
    key: "group", whole: Lane.muteGroups, standard: 1,
    meaning: "group of lanes that are muted together")
  /// The `ms` of a lane's `looseness`.
  public static let looseTiming = Knob(
    key: "ms", unit: "ms", range: Looseness.milliseconds, standard: 0, isWhole: false,
    meaning: "largest random shift of a lane's hits in time, earlier or later")
  /// The `velocity` of a lane's `looseness`.
  public static let looseVelocity = Knob(
    key: "velocity", whole: Looseness.velocities, standard: 0,
    meaning: "largest random change of a lane's velocities, up or down")
  /// A clip's `attack`.
  public static let attack = Knob(
    key: "attack", unit: "s", range: 0...Double(Envelope.longestAttack), standard: 0,
    isWhole: false,
    meaning: "attack time of a clip's hits in seconds; 0 is as recorded")
  /// A groove's `timing`.
  public static let grooveTiming = Knob(
    key: "timing", unit: "", range: Amount.range, standard: 1, isWhole: false,
    meaning: "how much of a groove's timing a rhythm gets")
  /// A groove's `velocity`.
  public static let grooveVelocity = Knob(
    key: "velocity", unit: "", range: Amount.range, standard: 1, isWhole: false,
    meaning: "how much of a groove's dynamics a rhythm gets")
  /// The factor in a groove's `levels`.
  public static let grooveLevel = Knob(
    key: "levels", unit: "", range: 0...2, standard: 1, isWhole: false,
    meaning: "factor for the velocities from a beat of a groove on")
  /// A section's `repeats`.
  public static let repeats = Knob(
    key: "repeats", whole: Section.repeatCounts, standard: 1,
    meaning: "number of times a section plays its pattern")
  /// The `number` of one of a patch's `savedSelections`.
  public static let savedSelectionNumber = Knob(
    key: "number", whole: SavedSelection.numbers, standard: 1,
    meaning: "number of a group, counted from 1")
}
