import Commands
import Foundation
import MusicalTime
import Rhythm
import Testing

/// Replies as the JSON that programs read: names stay, nothing is lost, and what is not there is left out.
@Suite struct ReplyCodingTests {
  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func members(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private static func decoded<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value
  {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// A clock's status with nothing as it is from the beginning.
  private static var clock: ClockStatus {
    var clock = ClockStatus()
    (clock.leader, clock.presence, clock.device) = (.midi, .locked, "a \"b\"\n\\ 🥁\u{0}")
    (clock.isTimebaseOurs, clock.isArmed) = (false, true)
    (clock.tempoBPM, clock.phaseErrorMS) = (0.1 + 0.2, -1.0 / 3)
    (clock.jitterMS, clock.largestJitterMS) = (.leastNonzeroMagnitude, .greatestFiniteMagnitude)
    (clock.ticks, clock.ticksLost) = (.max, .min)
    (clock.ticksDropped, clock.relocks) = ((1 << 53) + 1, -1)
    (clock.settings.source, clock.settings.lost) = ("hw:*", "stop")
    (clock.settings.followsTempo, clock.settings.followsTransport) = (false, false)
    (clock.settings.offsetMS, clock.settings.sends) = (-2.5, false)
    (clock.settings.sendsWhileStopped, clock.settings.isTimebase) = (true, true)
    clock.position = ClockStatus.Position(
      beat: 17.25, time: .max - 1, isRolling: true, bar: 3.5, asked: 2, askedBPM: 98.6, endings: 4)
    return clock
  }

  private static var drummer: DrummerStatus {
    var drummer = DrummerStatus()
    (drummer.name, drummer.isOn, drummer.style, drummer.blend) = ("m", true, "funk", "rock 20 %")
    (drummer.density, drummer.loudness, drummer.wildness) = (0.1, 0.7, 1)
    (drummer.fillEvery, drummer.drums, drummer.feel) = (4, ["kick", "snare"], "half")
    (drummer.seed, drummer.listening, drummer.answerBars) = (.max, 0.3, 2)
    (drummer.bar, drummer.doing, drummer.silence) = (9, .resting, "it rests")
    (drummer.starvedBars, drummer.awaitedBars) = (5, 6)
    return drummer
  }

  private static var arrangement: ArrangementStatus {
    var arrangement = ArrangementStatus()
    (arrangement.pattern, arrangement.number, arrangement.count) = ("verse", 2, 3)
    arrangement.queue = .init(what: "pattern", pattern: "chorus", at: "bar")
    arrangement.song = .init(
      section: 1, sections: 4, pattern: "verse", time: 2, times: 8, isLooped: true)
    (arrangement.isFilling, arrangement.mutedGroups) = (true, [1, 3])
    return arrangement
  }

  private static var recording: RecordingStatus {
    var recording = RecordingStatus()
    (recording.isOn, recording.mode, recording.quantise) = (true, "replace", 62.5)
    (recording.erased, recording.metronome) = (["kick"], "record")
    (recording.countInBars, recording.isCountingIn) = (2, true)
    return recording
  }

  private static var status: MachineStatus {
    var status = MachineStatus()
    (status.patch, status.file, status.isEdited) = ("Süße", "/a/b.json", true)
    (status.isRolling, status.tempoBPM, status.beat) = (true, 123.45, 6.75)
    (status.loop, status.step, status.kit, status.effects) = (2, 11, "k", "reverb: snare")
    (status.hits, status.droppedHits, status.droppedMessages) = (.max, 1, 2)
    (status.droppedCues, status.droppedEvents) = (3, 4)
    (status.clock, status.drummer) = (clock, drummer)
    (status.arrangement, status.recording) = (arrangement, recording)
    (status.humanised, status.groove, status.midiOnly) = ("h", "g", "m")
    status.devices = ["audio": "jack", "": "x"]
    return status
  }

  private static func patch() throws -> Patch {
    var patch = Patch()
    let lanes = [Lane(drum: .kick, steps: [Step(Velocity(clamping: 9)), nil, nil, nil])]
    try patch.setPatterns(
      [Pattern(name: "a", stepCount: 4, lanes: lanes), Pattern(name: "b", stepCount: 4)],
      selected: 1)
    let tempo = Tempo(clampingBPM: 90)
    try patch.setSong(
      Song(sections: [
        Section(pattern: "a", repeats: 3, tempo: tempo, groove: .straight), Section(pattern: "b"),
      ]))
    return patch
  }

  private static func replies() throws -> [(member: String, reply: Reply)] {
    let patch = try patch()
    let saved = SavedSelection(
      name: "g", .hits([SavedSelection.Hit(Voice(.kick), marker: 0, Step(Velocity(clamping: 9)))]))
    var word = SettingAnswer(name: "level kick", value: -3.5, unit: "dB")
    word.word = "on"
    return [
      ("done", .done), ("quit", .quit), ("text", .text("a\n\"b\" / 🥁")),
      ("remarks", .remarks(remarks)), ("status", .status(status)), ("clock", .clock(clock)),
      ("drummer", .drummer(drummer)), ("patterns", .patterns(PatternListing(patch))),
      ("song", .song(SongListing(patch, playing: 1, looped: 0))),
      ("groups", .savedSelections([SavedSelectionRow(2, saved)].compactMap { $0 })),
      ("clips", .clips([ClipRow(0, nil), ClipRow(25, Clip(Voice(.clap)))])),
      ("presets", .presets([PresetRow(name: "son", meaning: "x")])),
      ("surfaces", .surfaces(surfaces)),
      ("history", .history(HistoryListing(made: ["a", "b"], undone: ["c"], forgotten: 7))),
      ("selection", .selection(SelectionAnswer(Selection(.markers, [0, 2])))),
      ("setting", .setting(word)),
      ("assignments", .assignments([AssignmentRow(note: 36, drum: .snare).kept])),
      ("notation", .notation(NotationAnswer(text: "kick: x..."))),
    ]
  }

  private static let surfaces = [
    SurfaceMapRow(map: "plain", device: "a grid", ports: ["A:1", "B:2"]),
    SurfaceMapRow(map: "mcu", device: "Mackie Control", ports: []),
    SurfaceMapRow(map: nil, device: "Box", ports: ["Box:MIDI 1"]),
    SurfaceMapRow(error: "bad.json: no pads"),
  ]

  private static let remarks: [Remark] = [
    .undone(count: 2, name: "step"), .redone(count: 1, name: ""),
    .fell(hits: [.init(drum: "kick", step: 3)]), .cleared(hits: [.init(drum: "snare", count: 4)]),
    .stilled(grids: ["", "kick"]), .saved(file: "a", kept: nil), .saved(file: "a", kept: "b"),
    .recovered(edits: "e"), .discarded(edits: []), .discarded(edits: ["x"]),
    .kept(
      bars: 3...4, pattern: nil, hits: 1, steps: 2, wasHumanised: true, drummerPlays: false),
    .grooveTaken(name: "g", places: 8, beats: "4"), .ownGroove,
    .imported(file: "f", summary: "s"), .exported(file: "f", omission: ""),
    .tempoKept(leader: "MIDI clock", bpm: 99.5), .tempoAsked(leader: "Ableton Link", bpm: 1),
    .setting(name: "tempo", value: 120.25, unit: ""),
    .setting(name: "clock offset", value: -0.1, unit: "ms"), .hint(text: "h"), .warning(text: "w"),
  ]

  @Test func `every kind of reply comes back as it was`() throws {
    for (member, reply) in try Self.replies() {
      let json = try Self.json(reply)
      #expect(try Self.decoded(json, as: Reply.self) == reply, "\(json)")
      // One member says what it is; remarks have their text beside them.
      let members = try Self.members(json).keys.sorted()
      #expect(members == (member == "remarks" ? ["remarks", "text"] : [member]))
      #expect((reply.payload == nil) == ["done", "quit"].contains(member))
    }
  }

  @Test func `a reply is read whatever the order of its members, and nothing is not a reply`()
    throws
  {
    let read = { try Self.decoded($0, as: Reply.self) }
    let remark = Reply.remark(.hint(text: "tap again"))
    let hint = #"{"hint":{"text":"tap again"}}"#
    // A decoder's members have an order that changes from one to the next.
    for _ in 0..<32 {
      #expect(try read(#"{"text":"tap again","remarks":[\#(hint)]}"#) == remark)
      #expect(try read(#"{"remarks":[\#(hint)],"text":"tap again"}"#) == remark)
    }
    #expect(try read(#"{"remarks":[\#(hint)]}"#) == remark)
    #expect(try read(#"{"done":true}"#) == .done)
    #expect(try read(#"{"quit":true}"#) == .quit)
    for json in ["{}", #"{"unknown":1}"#, #"{"status":7}"#, #"{"text":null}"#, "[]", "true"] {
      #expect(throws: DecodingError.self, "\(json)") { try read(json) }
    }
  }

  @Test func `every remark is named by its case, and its values by their labels`() throws {
    for remark in Self.remarks {
      let json = try Self.json(remark)
      #expect(try Self.decoded(json, as: Remark.self) == remark, "\(json)")
      #expect(try Self.members(json).count == 1)
    }
    let kept = Remark.kept(
      bars: 3...4, pattern: "p", hits: 1, steps: 2, wasHumanised: true, drummerPlays: false)
    #expect(
      try Self.json(kept)
        == #"{"kept":{"bars":[3,4],"drummerPlays":false,"hits":1,"pattern":"p","steps":2,"wasHumanised":true}}"#
    )
    #expect(try Self.json(Remark.saved(file: "a/b", kept: nil)) == #"{"saved":{"file":"a/b"}}"#)
    #expect(try Self.json(Remark.ownGroove) == #"{"ownGroove":{}}"#)
    #expect(
      try Self.json(Remark.fell(hits: [.init(drum: "kick", step: 3)]))
        == #"{"fell":{"hits":[{"drum":"kick","step":3}]}}"#)
    #expect(
      try Self.json(Remark.cleared(hits: [.init(drum: "kick", count: 3)]))
        == #"{"cleared":{"hits":[{"count":3,"drum":"kick"}]}}"#)
  }

  @Test func `a setting that a command moved is said as one that is asked for`() throws {
    for (value, unit, text) in [(96.0, "", "level kick 96"), (-1.5, "dB", "level kick -1.5 dB")] {
      let remark = Remark.setting(name: "level kick", value: value, unit: unit)
      let answer = SettingAnswer(name: "level kick", value: value, unit: unit)
      let (moved, asked) = (try Self.json(remark), try Self.json(answer))
      #expect(moved == #"{"setting":\#(asked)}"#)
      #expect(remark.text == text && Reply.setting(answer).text == text)
    }
    #expect(Remark.hint(text: "tap again").text == "tap again")
  }

  /// The properties by name, with what they are.
  private static func properties(_ value: Any) -> [String: String] {
    Dictionary(
      Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func `every property is a member of the same name, and none is left as it began`() throws {
    let both: [(any Encodable, any Encodable)] = [
      (MachineStatus(), Self.status), (ClockStatus(), Self.clock),
      (ClockStatus.Settings(), Self.clock.settings), (DrummerStatus(), Self.drummer),
      (ArrangementStatus(), Self.arrangement), (RecordingStatus(), Self.recording),
    ]
    for (plain, filled) in both {
      let (before, after) = (Self.properties(plain), Self.properties(filled))
      #expect(Set(try Self.members(Self.json(filled)).keys) == Set(after.keys))
      // Or this suite would not notice one that is lost.
      for (name, value) in after { #expect(before[name] != value, "\(name)") }
      // What is nil is left out, and nothing else.
      let there = before.filter { $0.value != "nil" }.keys
      let json = try Self.json(plain)
      #expect(Set(try Self.members(json).keys) == Set(there))
      #expect(!json.contains("null"))
    }
  }

  @Test func `the names that programs read stay as they are`() throws {
    let names = { (value: any Encodable) in
      try Self.members(Self.json(value)).keys.sorted().joined(separator: " ")
    }
    #expect(
      try names(Self.status) == """
        arrangement beat clock devices droppedCues droppedEvents droppedHits droppedMessages drummer \
        effects file groove hits humanised isEdited isRolling kit loop midiOnly patch recording step \
        tempoBPM
        """)
    #expect(
      try names(Self.clock) == """
        device isArmed isTimebaseOurs jitterMS largestJitterMS leader phaseErrorMS position presence \
        relocks settings tempoBPM ticks ticksDropped ticksLost
        """)
    #expect(
      try names(Self.clock.settings) == """
        followsTempo followsTransport isTimebase lost offsetMS sends sendsWhileStopped source
        """)
    #expect(try names(Self.clock.position) == "asked askedBPM bar beat endings isRolling time")
    #expect(
      try names(Self.drummer) == """
        answerBars awaitedBars bar blend density doing drums feel fillEvery isOn listening loudness \
        name seed silence starvedBars style wildness
        """)
    #expect(
      try names(Self.arrangement) == "count isFilling mutedGroups number pattern queue song")
    #expect(try names(Self.arrangement.queue) == "at pattern what")
    #expect(
      try names(Self.arrangement.song) == "isLooped pattern section sections time times")
    #expect(
      try names(Self.recording)
        == "countInBars erased isCountingIn isOn metronome mode quantise")
  }

  @Test func `what is one of a few is a word`() throws {
    let leaders: [ClockStatus.Leader] = [.internal, .midi, .jack, .link]
    #expect(
      try Self.json(leaders) == #"["internal","MIDI clock","JACK transport","Ableton Link"]"#)
    let presences: [ClockStatus.Presence] = [.absent, .seeking, .locked, .lost]
    #expect(try Self.json(presences) == #"["absent","seeking","locked","lost"]"#)
    let doings: [DrummerStatus.Doing] = [.off, .playing, .listening, .resting, .looping]
    #expect(try Self.json(doings) == #"["off","playing","listening","resting","looping"]"#)
  }

  @Test func `surface maps are listed with the controllers that are used by them`() throws {
    #expect(
      Reply.surfaces(Self.surfaces).text?.components(separatedBy: "\n") == [
        "  plain  a grid: A:1, B:2", "  mcu    Mackie Control", "  -      Box: Box:MIDI 1",
        "  error  bad.json: no pads",
      ])
    #expect(
      try Self.json(Self.surfaces) == """
        [{"device":"a grid","map":"plain","ports":["A:1","B:2"]},\
        {"device":"Mackie Control","map":"mcu","ports":[]},\
        {"device":"Box","ports":["Box:MIDI 1"]},{"error":"bad.json: no pads","ports":[]}]
        """)
  }

  @Test func `what a later version adds does not disturb`() throws {
    let json = try Self.json(Self.status)
    let later = #"{"addedLater":{"a":[1]},"# + json.dropFirst()
    #expect(try Self.decoded(later, as: MachineStatus.self) == Self.status)
  }

  @Test func `lists count from 1 and carry what they are of`() throws {
    let patch = try Self.patch()
    #expect(
      try Self.json(PatternListing(patch)) == """
        {"patterns":[{"beats":"1","lanes":1,"name":"a"},{"beats":"1","lanes":0,"name":"b"}],"selected":2}
        """)
    #expect(
      try Self.json(SongListing(patch, playing: 1, looped: nil)) == """
        {"beats":"4","isPlayed":false,"loops":false,"playing":2,"sections":[{"groove":"straight",\
        "pattern":"a","repeats":3,"tempoBPM":90,"tempoChanges":0},{"pattern":"b","repeats":1,\
        "tempoChanges":0}]}
        """)
    #expect(SavedSelectionRow(3, nil) == nil)
    #expect(try Self.json(ClipRow(3, nil)) == #"{"attack":0,"decay":0,"number":4}"#)
    #expect(
      try Self.json(SelectionAnswer(Selection(.markers, [0, 2])))
        == #"{"kind":"markers","markers":[1,3]}"#)
    #expect(try Self.json(SelectionAnswer(nil)) == #"{"markers":[]}"#)
    #expect(
      try Self.json(AssignmentRow(note: 36, drum: .snare).kept)
        == #"{"command":"snare","gives":"drum","isKept":true,"number":36,"trigger":"note"}"#)
  }

  @Test(arguments: [(0, 0), (19, 1), (20, 5), (21, 30)])
  func `of what can be undone the nearest 20 are listed, and the rest are counted`(
    made: Int, undone: Int
  ) throws {
    let listing = HistoryListing(
      made: (0..<made).map { "m\($0)" }, undone: (0..<undone).map { "u\($0)" }, forgotten: 3)
    let members = try Self.members(Self.json(listing))
    #expect(members["undo"] as? [String] == (0..<made).reversed().prefix(20).map { "m\($0)" })
    #expect(members["redo"] as? [String] == (0..<undone).reversed().prefix(20).map { "u\($0)" })
    #expect(members["moreToUndo"] as? Int == max(made - 20, 0))
    #expect(members["moreToRedo"] as? Int == max(undone - 20, 0))
    #expect(members["depth"] as? Int == made + 3)
  }
}
