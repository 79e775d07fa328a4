extension CommandVerb {
  /// Grids, the settings of lanes, and what writes rhythms.
  static let grid: [CommandVerb] = [
    CommandVerb(
      name: "grid", arguments: "[PRESET|16/4|17 in 4|2+2+3]",
      meaning: "the pattern's markers: by name, steps and how many a beat, even in beats, in groups"
    ),
    CommandVerb(
      name: "grid markers", arguments: "BEAT[=AMPLITUDE]… [in BEATS]",
      meaning: "markers of your own, the first beat is 0: 0 1/3 2/3=0.5"),
    CommandVerb(
      name: "temper", arguments: "5:7 0…1 [to 0…1 over LOOPS SHAPE] [map LOWER,…]",
      meaning: "markers between two subdivisions, 8(1,4,7) or E(3,8) too; line, sine or back"),
    CommandVerb(
      name: "euclid", arguments: "DRUM PULSES STEPS [ROTATION [ACCENTS]]",
      meaning: "write pulses spread evenly over steps"),
    CommandVerb(
      name: "density", arguments: "DRUM 0…1",
      meaning: "add hits, the heaviest first, or take the lightest away"),
    CommandVerb(
      name: "lane", arguments: "DRUM grid|length|ratio|turn|loose|group VALUE",
      meaning:
        "its own grid (or temper 5:7 1/2, or pattern), markers, speed 3/2, markers it turns, "
        + "MS [VELOCITY] of looseness, group 1…8 or none"),
  ]
}
