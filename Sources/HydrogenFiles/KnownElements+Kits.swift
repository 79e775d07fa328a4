extension KnownElements {
  /// What stands in the `<drumkit_info>` of a kit.
  static let kit = KnownElements([
    .read("name author license licence info"),
    .read("tags", [.read("tag")]),
    .named("image"),
    .unused("imageLicense", because: "a part of the picture"),
    .read(
      "componentList",
      [
        .read(
          "drumkitComponent", [.read("id volume"), .unused("name", because: "a name of layers")])
      ]),
    .read("instrumentList", [.read("instrument", [instrument])]),
    versions,
  ])

  private static let instrument = KnownElements([
    instrumentDetails,
    .read("name type midiOutNote volume gain pan pan_L pan_R muteGroup isStopNote pitchOffset"),
    .read("applyVelocity Attack Decay Sustain filterActive filterCutoff filterResonance"),
    .read("sampleSelectionAlgo filename"),
    .named("isMuted isSoloed Release randomPitchFactor midiOutChannel isHihat"),
    .named("FX1Level FX2Level FX3Level FX4Level"),
    .named("exclude", [.named("id")]),
    .unused("id", because: "the order says the same"),
    .read("layer", [layer]),
    .read(
      "instrumentComponent",
      [
        .read("component_id gain isMuted isSoloed sampleSelectionAlgo"), .read("layer", [layer]),
        .unused("name", because: "a name of layers"),
      ]),
  ])

  private static let layer = KnownElements([
    .read("filename min max gain pitch isMuted isSoloed"), .named("ismodified"), edits,
  ])
}
