/// Files with every element that a version of Hydrogen writes, each with its standard value, written for
/// these tests.
enum Layouts {
  private static func elements(_ pairs: String) -> String {
    pairs.split(separator: " ").map { pair in
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
      let value = parts[1].replacing("~", with: " ")
      return "<\(parts[0])>\(value)</\(parts[0])>"
    }.joined()
  }

  private static let voice =
    "volume=1 isMuted=false pan_L=1 pan_R=1 gain=1 FX1Level=0 FX2Level=0 FX3Level=0 FX4Level=0 "
    + "Attack=0 Decay=0 Sustain=1 Release=1000 randomPitchFactor=0"
  private static let later =
    " isSoloed=false pitchOffset=0 applyVelocity=true filterActive=false filterCutoff=1 "
    + "filterResonance=0 midiOutChannel=-1 isStopNote=false isHihat=-1 lower_cc=0 higher_cc=127"
  private static let edit =
    " ismodified=false smode=forward startframe=0 loopframe=0 loops=0 endframe=0 userubber=0 "
    + "rubberdivider=1 rubberCsettings=4 rubberPitch=1"
  private static let low = "filename=a.wav min=0 max=0.5 gain=1 pitch=0"
  private static let high = "filename=b.wav min=0.5 max=1 gain=1 pitch=0"
  private static let silence = " isMuted=false isSoloed=false"

  private static func layers(_ more: String = "") -> String {
    [low, high].map { "<layer>\(elements($0 + more))</layer>" }.joined()
  }

  private static func component(_ head: String, _ more: String) -> String {
    "<instrumentComponent>\(elements(head))\(layers(more))</instrumentComponent>"
  }

  private static let components =
    "<componentList><drumkitComponent>\(elements("id=0 name=Main volume=1"))</drumkitComponent>"
    + "</componentList>"

  private static func instruments(_ rows: [String]) -> String {
    "<instrumentList>" + rows.map { "<instrument>\($0)</instrument>" }.joined()
      + "</instrumentList>"
  }

  // MARK: Instruments

  private static let of093 = instruments([
    elements("id=0 drumkit=GMkit name=Kick isLocked=false \(voice)") + "<exclude/>" + layers(),
    elements("id=1 drumkit=GMkit name=Crash isLocked=false \(voice)") + "<exclude/>"
      + elements("filename=a.wav"),
  ])

  private static let of12 = instruments([
    elements("id=0 name=Kick drumkit=K drumkitLookup=2 pan=0 muteGroup=-1 midiOutNote=36")
      + elements("sampleSelectionAlgo=VELOCITY midiInNote=36 \(voice) \(later)")
      + component("component_id=0 gain=1", edit),
    elements("id=1 name=Crash drumkit=K drumkitLookup=2 muteGroup=7 midiOutNote=49")
      + elements("sampleSelectionAlgo=VELOCITY \(voice) \(later)")
      + component("component_id=0 gain=1", edit),
  ])

  private static let of20 = instruments([
    elements("id=0 name=A type=Kick drumkitPath=/k drumkit=K muteGroup=-1 midiOutNote=60")
      + elements("\(voice) \(later)")
      + component("name=Main gain=1 sampleSelectionAlgo=VELOCITY\(silence)", edit + silence),
    elements("id=1 name=B type=Crash drumkitPath=/k drumkit=K muteGroup=7 midiOutNote=60")
      + elements("\(voice) \(later)")
      + component("name=Main gain=1 sampleSelectionAlgo=VELOCITY\(silence)", edit + silence),
  ])

  // MARK: Songs

  private static let head =
    "bpm=120 volume=0.5 metronomeVolume=0.5 name=Song author=Ada notes=... loopEnabled=true "
    + "mode=song humanize_time=0 humanize_velocity=0 swing_factor=0"
  private static let note = "position=48 velocity=0.8 pan_L=1 pan_R=1 pitch=0 length=-1"
  private static let laterNote =
    "position=48 leadlag=0 velocity=0.8 pan=0 key=C0 length=-1 note_off=false probability=1"

  private static func notes(_ rows: [String]) -> String {
    "<noteList>" + rows.map { "<note>\(elements($0))</note>" }.joined() + "</noteList>"
  }

  private static let virtual =
    "<virtualPatternList><pattern><name>p</name><virtual>q</virtual></pattern></virtualPatternList>"
  private static let tempo =
    "<BPMTimeLine><newBPM>\(elements("BAR=1 BPM=140"))</newBPM></BPMTimeLine>"
  private static let tail =
    "<ladspa><fx>\(elements("name=no~plugin filename=- enabled=false volume=0"))</fx></ladspa>"
    + tempo + "<timeLineTag/><automationPaths><path adjust=\"velocity\"/></automationPaths>"

  /// 0.9.3, without a declaration.
  static let song093 =
    "<song>" + elements("version=0.9.3 \(head) licence=CC0") + elements("delayFXEnabled=false")
    + elements("delayFXWetLevel=1 delayFXFeedback=0.4 delayFXTime=48") + of093 + "<patternList>"
    + "<pattern>\(elements("pattern_name=p size=192 licence=CC0"))<sequenceList><sequence>"
    + notes([note + " instrument=0"]) + "</sequence><sequence>" + notes([note + " instrument=1"])
    + "</sequence></sequenceList></pattern><pattern>\(elements("name=q size=192"))"
    + "<sequenceList/></pattern></patternList>"
    + "<patternSequence><patternID>p</patternID><group><patternID>q</patternID></group>"
    + "</patternSequence></song>"

  private static let states =
    "patternModeMode=true playbackTrackFilename= playbackTrackEnabled=false playbackTrackVolume=0 "
    + "action_mode=0 isPatternEditorLocked=false isTimelineActivated=true "
    + "pan_law_type=RATIO_STRAIGHT_POLYGONAL pan_law_k_norm=1.33333"

  private static let columns =
    "<patternSequence><group><patternID>p</patternID></group><group><patternID>q</patternID></group>"
    + "</patternSequence>"

  /// 1.2.
  static let song12 = song12(tail: tail)

  private static func song12(tail: String) -> String {
    "<?xml version=\"1.0\"?><song>" + elements("version=1.2.0 \(head) license=CC0 \(states)")
      + elements("last_loaded_drumkit=/k last_loaded_drumkit_name=K") + components + of12
      + "<patternList><pattern>" + elements("name=p info= category=not_categorized size=192")
      + elements("denominator=4")
      + notes([laterNote + " pitch=0 instrument=0", laterNote + " pitch=0 instrument=1"])
      + "</pattern><pattern>\(elements("name=q info= category= size=192 denominator=4"))"
      + notes(["position=0 instrument=1"]) + "</pattern></patternList>" + virtual + columns + tail
      + "</song>"
  }

  /// 2.0, with its kit inside.
  static let song20 =
    "<?xml version=\"1.0\"?><song>"
    + elements(
      "version=2.0 formatVersion=2 isMuted=false userVersion=0 \(head) license=CC0 \(states)")
    + elements("lastLoadedDrumkitPath=/k")
    + "<drumkit_info>"
    + elements("formatVersion=2 userVersion=0 name=K author=A info=I license=GPL")
    + elements("image= imageLicense=undefined~license") + "<tags><tag>t</tag></tags>" + components
    + of20 + "</drumkit_info><patternList><pattern>"
    + elements("formatVersion=2 userVersion=0 name=p author=Bob info= license=CC0 size=192")
    + elements("denominator=4") + "<tags/>"
    + notes([laterNote + " instrument=0 type=Kick", laterNote + " instrument=1 type=Crash"])
    + "</pattern><pattern>\(elements("name=q size=192"))<noteList/></pattern></patternList>"
    + virtual
    + columns + tail + "</song>"

  /// 1.2 with everything that new songs do not have.
  static let richSong = song12(
    tail: "<timeLineTag><newTAG>\(elements("BAR=0 TAG=t"))</newTAG></timeLineTag><ladspa><fx>"
      + elements("name=x filename=x.so enabled=true volume=1") + "<inputControlPort>"
      + elements("name=p value=1") + "</inputControlPort></fx></ladspa>" + tempo
  ).replacing("<rubberPitch>1</rubberPitch>", with: "<rubberPitch>1</rubberPitch>" + envelopes)

  private static let envelopes =
    "<volume>\(elements("volume-position=0 volume-value=0"))</volume>"
    + "<pan>\(elements("pan-position=0 pan-value=45"))</pan>"

  // MARK: Patterns

  /// Up to 0.9.3.
  static let pattern093 =
    "<drumkit_pattern>" + elements("LIB_ID=x pattern_for_drumkit=GMkit author=Ada licence=CC0")
    + "<pattern>\(elements("pattern_name=p size=192 licence=GPL"))<sequenceList><sequence>"
    + notes([note + " instrument=15"]) + "</sequence></sequenceList></pattern></drumkit_pattern>"

  /// 0.9.7 to 1.2.
  static let pattern12 =
    "<?xml version=\"1.0\"?><drumkit_pattern>"
    + elements("drumkit_name=GMkit author=Ada license=CC0") + "<pattern>"
    + elements("name=p info= category=not_categorized size=192 denominator=4")
    + notes([laterNote + " pitch=0 instrument=15"]) + "</pattern></drumkit_pattern>"

  /// 2.0, where the pattern itself says who wrote it.
  static let pattern20 =
    "<?xml version=\"1.0\"?><drumkit_pattern xmlns=\"http://www.hydrogen-music.org/drumkit_pattern\">"
    + elements("drumkit_name=GMRockKit") + "<pattern>"
    + elements("formatVersion=2 userVersion=0 name=p author=Ada info=From~a~book license=CC~BY-SA")
    + elements("size=192 denominator=4")
    + "<tags><tag>Charleston</tag><tag>260 patterns</tag></tags>"
    + notes([laterNote + " instrument=15 type=Snare", "position=0 instrument=0"])
    + "</pattern></drumkit_pattern>"

  // MARK: Kits

  /// 0.9.3, with an instrument of 0.9.0.
  static let kit093 =
    "<drumkit_info>" + elements("name=K author=Ada info= licence=GPL") + of093 + "</drumkit_info>"

  /// 0.9.7 to 1.2.
  static let kit12 =
    "<?xml version=\"1.0\"?><drumkit_info>"
    + elements("name=K author=Ada info=I license=GPL image=")
    + elements("imageLicense=undefined~license")
    + components.replacing("<volume>1<", with: "<volume>0.5<")
    + of12.replacing("<Sustain>1<", with: "<Sustain>0.5<")
    .replacing("<rubberPitch>1</rubberPitch>", with: "<rubberPitch>1</rubberPitch>" + envelopes)
    + "</drumkit_info>"

  /// 2.0.
  static let kit20 =
    "<?xml version=\"1.0\"?><drumkit_info>"
    + elements("formatVersion=2 userVersion=0 name=K author=Ada info=I license=undefined~license")
    + "<tags><tag>rock</tag></tags>" + elements("image= imageLicense=undefined~license")
    + of20.replacing("<filterActive>false<", with: "<filterActive>true<")
    .replacing("<filterCutoff>1<", with: "<filterCutoff>0.5<") + "</drumkit_info>"
}
