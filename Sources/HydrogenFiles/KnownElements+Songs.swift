extension KnownElements {
  /// What stands in a `<song>`.
  static let song = KnownElements([
    .read("bpm name author license licence loopEnabled mode swing_factor"),
    .read("humanize_time humanize_velocity isTimelineActivated"),
    .named("volume isMuted notes pan_law_type patternModeMode playbackTrackFilename"),
    .named("tags", [.named("tag")]),
    .read("instrumentList", [songInstruments]),
    .read("drumkit_info", [songKit]),
    .named("componentList", [components]),
    .read("patternList", [.read("pattern", [pattern, songNotes])]),
    .read("virtualPatternList", [.read("pattern", [.read("name virtual")])]),
    .read("patternSequence", [.read("patternID"), .read("group", [.read("patternID")])]),
    .read("BPMTimeLine", [.read("newBPM", [.read("BAR BPM")])]),
    .named("timeLineTag", [.named("newTAG", [.unused("BAR TAG", because: "the tag is counted")])]),
    .named("automationPaths", [.named("path", [.named("point")])]),
    .named("ladspa", [.named("fx", [.named("enabled"), effect])]),
    .named("delayFXEnabled"),
    .unused("delayFXWetLevel delayFXFeedback delayFXTime", because: "a part of the delay"),
    .unused("playbackTrackEnabled playbackTrackVolume", because: "a part of the playback track"),
    .unused("pan_law_k_norm", because: "a part of the pan law"),
    .unused("metronomeVolume", because: "Hydrogen's metronome is not the song's"),
    .unused("action_mode isPatternEditorLocked", because: "a state of Hydrogen's editor"),
    .unused(
      "lastLoadedDrumkitPath last_loaded_drumkit last_loaded_drumkit_name",
      because: "where Hydrogen finds the kit"),
    versions,
  ])

  /// What stands in the `<drumkit_pattern>` of a pattern file.
  static let patternFile = KnownElements([
    .read("drumkit_name pattern_for_drumkit author license licence"),
    .read("pattern", [pattern, fileNotes]),
    .unused("LIB_ID", because: "a number of Hydrogen's library"),
    versions,
  ])

  private static let pattern = KnownElements([
    .read("name pattern_name author license licence size denominator"),
    .named("info category"),
    .named("tags", [.named("tag")]),
    versions,
  ])

  private static let note = KnownElements([
    .read("position leadlag velocity probability pitch key instrument"),
    .named("note_off length pan pan_L pan_R"),
  ])
  private static let songNotes = notes([
    note, .unused("type", because: "the instrument says the same"),
  ])
  private static let fileNotes = notes([note, .read("type")])

  private static func notes(_ note: [KnownElements]) -> KnownElements {
    let list = read("noteList", [.read("note", note)])
    return KnownElements([list, .read("sequenceList", [.read("sequence", [list])])])
  }

  /// From 2.0 on the kit stands in the song. Its samples are not taken over.
  private static let songKit = KnownElements([
    .read("instrumentList", [songInstruments]),
    .named("componentList", [components]),
    .unused(
      "name author license licence info tags image imageLicense",
      because: "of the kit's samples, which are not taken over",
      [.unused("tag", because: "as these")]),
    versions,
  ])

  private static let songInstruments = read(
    "instrument",
    [
      .read("id name type midiOutNote isMuted isSoloed muteGroup filename"),
      .named("volume gain pan pan_L pan_R pitchOffset randomPitchFactor filterActive"),
      .named("Attack Decay Sustain Release applyVelocity isStopNote midiOutChannel isHihat"),
      .named("FX1Level FX2Level FX3Level FX4Level"),
      .named("exclude", [.named("id")]),
      .unused("sampleSelectionAlgo", because: "of the kit's samples, which are not taken over"),
      .read("layer", [songLayer]),
      .read(
        "instrumentComponent",
        [
          .read("layer", [songLayer]), .named("isMuted isSoloed"),
          .unused(
            "component_id name gain sampleSelectionAlgo",
            because: "of the kit's samples, which are not taken over"),
        ]),
      instrumentDetails,
    ])

  private static let songLayer = KnownElements([
    .unused(
      "filename min max gain pitch", because: "of the kit's samples, which are not taken over"),
    .named("isMuted isSoloed ismodified"), edits,
  ])

  /// The components of a kit up to 1.2.
  static let components = read(
    "drumkitComponent", [.named("volume"), .unused("id name", because: "a name of layers")])

  /// What the import of songs and kits alike leaves aside.
  static let instrumentDetails = KnownElements([
    .unused("lower_cc higher_cc", because: "a part of the hi-hat's pressure group"),
    .unused("filterCutoff filterResonance", because: "a part of the filter"),
    .unused("midiInNote", because: "the same as midiOutNote"),
    .unused("isLocked", because: "a state of Hydrogen's editor"),
    .unused("drumkit drumkitPath drumkitLookup", because: "where Hydrogen finds the kit"),
  ])

  /// How a sample was edited; `ismodified` says that it was.
  static let edits = KnownElements([
    .unused(
      "smode startframe loopframe loops endframe userubber rubberdivider rubberCsettings rubberPitch",
      because: "a part of the edit"),
    .unused(
      "volume", because: "a part of the edit",
      [.unused("volume-position volume-value", because: "as this")]),
    .unused(
      "pan", because: "a part of the edit", [.unused("pan-position pan-value", because: "as this")]),
  ])

  static let versions = unused("version formatVersion userVersion", because: "counts versions")

  private static let effect = KnownElements([
    .unused("name filename volume", because: "a part of the effect"),
    .unused(
      "inputControlPort", because: "a part of the effect",
      [.unused("name value", because: "as this")]),
  ])
}
