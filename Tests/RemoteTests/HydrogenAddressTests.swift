import CommandText
import Commands
import ControlSocket
import Foundation
import GhostnoteTesting
import OSC
import Rhythm
import Testing

@testable import Remote

/// Hydrogen's addresses, as commands.
@Suite struct HydrogenAddressTests {
  /// A session that plays at 120, with a lane for the kick that is muted.
  static func session(
    rolling: Bool = false, recording: Bool = false, level: Double = -6
  ) -> SessionPicture {
    var session = SessionPicture()
    let seed = """
      {"seed":{"document":{"kit":{"level":\(level),"drums":{"kick":{"level":-3,"pan":0.5}}},
      "groove":{"name":"swing16 60%"}},
      "pattern":{"bar":4,"lanes":[{"voice":"kick","mute":true,"loose":[5,31]},{"voice":"snare"}]},
      "status":{"patch":"Rock","recording":{"isOn":\(recording),"metronome":"off","countInBars":0}},
      "transport":{"rolling":\(rolling),"tempo":120,"beat":5.5,"time":0,"origin":0,"pattern":"A"}}}
      """
    _ = session.take(JSONNode(parsing: seed) ?? .null)
    return session
  }

  private func lines(
    _ path: String, _ arguments: [OSCArgument] = [], session: SessionPicture = Self.session()
  ) throws -> [String] {
    var memory = HydrogenMemory()
    let address = try #require(OSCAddress("/Hydrogen/" + path))
    return try HydrogenAddress.lines(
      OSCMessage(address, arguments), session: session, at: 0, &memory)
  }

  @Test func `all 85 addresses are there, and the documentation lists each as the code has it`()
    throws
  {
    #expect(HydrogenAddress.all.count == 85)
    #expect(Set(HydrogenAddress.all.map(\.path)).count == 85)
    #expect(HydrogenAddress.all.count(where: \.hasStrip) == 8)
    let page = try String(contentsOfFile: "\(GhostnoteProgram.root)/docs/osc.md", encoding: .utf8)
    for row in HydrogenAddress.all {
      let done = row.lines == nil ? "no: " : ""
      #expect(page.contains("| `\(row.path)` | \(done)\(row.meaning) |"), "\(row.path)")
    }
  }

  @Test(arguments: [
    // Most patches that come with Ghostnote are louder than Hydrogen's faders go.
    (9.0, 1.0, "level 9"), (9, -1, "level 8.8"), (3.5, 1, "level 3.5"), (3.4, 1, "level 3.5"),
    (3.5, -1, "level 3.2"), (12, 0, "level -60"),
  ])
  func `a step up never makes it softer, and a step down never louder`(
    level: Double, direction: Double, line: String
  ) throws {
    let session = Self.session(level: level)
    #expect(
      try lines("MASTER_VOLUME_RELATIVE", [.float32(Float(direction))], session: session) == [line])
    let shown = session.hydrogenValues["/Hydrogen/MASTER_VOLUME_ABSOLUTE"]
    #expect(shown == [.float32(Float(min(pow(10, level / 20), 1.5)))])
  }

  @Test(arguments: [Int.min, -1, 0, 26, Int.max])
  func `the number of an instrument that Hydrogen does not have is refused`(strip: Int) {
    for path in ["STRIP_VOLUME_ABSOLUTE", "PAN_RELATIVE", "STRIP_MUTE_TOGGLE"] {
      let error = #expect(throws: CommandError.self) { try lines("\(path)/\(strip)", [1.0]) }
      #expect(
        error?.description == "expected an instrument of 1–25, found \(strip): they are notes 36–60"
      )
    }
  }

  @Test func `muting what is muted loses nothing: the level before comes back`() throws {
    var memory = HydrogenMemory()
    func lines(_ path: String, at level: Double) throws -> [String] {
      try HydrogenAddress.lines(
        OSCMessage(#require(OSCAddress("/Hydrogen/\(path)")), []),
        session: Self.session(level: level), at: 0, &memory)
    }
    #expect(try lines("MUTE", at: -6) == ["level -60"])
    #expect(try lines("MUTE", at: -60).isEmpty)
    #expect(try lines("UNMUTE", at: -60) == ["level -6"])
  }

  @Test(arguments: HydrogenAddress.all.map(\.path))
  func `every address is obeyed, or refused with the reason in the table`(path: String) throws {
    let (row, _) = try HydrogenAddress.row(
      of: try #require(OSCAddress("/Hydrogen/" + path.replacing("/X", with: "/1"))))
    let arguments: [OSCArgument] =
      switch row.takes {
      case .nothing: [1.0]
      case .numbers(let count): [36, 0.5].prefix(count).map { .float32($0) }
      case .string: ["name"]
      case .any: []
      }
    guard row.lines != nil else {
      #expect(throws: CommandError.self) {
        try lines(path.replacing("/X", with: "/1"), arguments)
      }
      return
    }
    var given = arguments
    // Instruments and patterns are few.
    if ["SELECT", "INSTRUMENT", "CLEAR", "REMOVE"].contains(where: path.contains) {
      given = [0.0, 0.5].prefix(arguments.count).map { .float32($0) }
    }
    if path.hasPrefix("BPM") { given = [100.0] }
    for line in try lines(path.replacing("/X", with: "/1"), given) {
      #expect(throws: Never.self, "\(line)") { try CommandReader.commands(line) }
    }
  }

  /// Addresses with arguments, and the lines that do what they do in Hydrogen.
  private static let meanings: [(path: String, arguments: [OSCArgument], lines: [String])] = [
    ("PLAY", [], ["continue"]), ("PLAY", [1.0], ["continue"]),
    ("STOP", [], ["stop", "locate 1"]),
    ("STOP/", [], ["stop", "locate 1"]),
    ("PLAY_STOP_TOGGLE", [], ["continue"]), ("NEXT_BAR", [], ["locate 9"]),
    ("PREVIOUS_BAR", [], ["locate 1"]), ("BPM", [96.5], ["tempo 96.5"]),
    ("BPM_INCR", [5.0], ["tempo 125"]), ("BPM_DECR", [5.0], ["tempo 115"]),
    ("TAP_TEMPO", [], ["tap"]), ("RECORD_READY", [], ["record on"]),
    ("COUNT_IN", [], ["countin 1", "play"]), ("TOGGLE_METRONOME", [], ["metronome on"]),
    ("MUTE", [], ["level -60"]), ("UNMUTE", [], []),
    ("MASTER_VOLUME_ABSOLUTE", [1.0], ["level 0"]),
    ("MASTER_VOLUME_ABSOLUTE", [0.0], ["level -60"]),
    ("MASTER_VOLUME_ABSOLUTE", [1.5], ["level 3.5"]),
    ("MASTER_VOLUME_RELATIVE", [1.0], ["level -5.2"]),
    ("STRIP_VOLUME_ABSOLUTE/1", [0.5], ["level kick -6"]),
    ("STRIP_VOLUME_ABSOLUTE/3", [0.5], ["level snare -6"]),
    ("STRIP_VOLUME_RELATIVE/1", [-1.0], ["level kick -3.6"]),
    ("PAN_ABSOLUTE/1", [0.0], ["pan kick -1"]),
    ("PAN_ABSOLUTE_SYM/1", [-0.25], ["pan kick -0.25"]),
    ("PAN_RELATIVE/1", [1.0], ["pan kick 0.6"]),
    ("STRIP_MUTE_TOGGLE/1", [], ["mute kick off"]),
    ("STRIP_MUTE_TOGGLE/3", [], ["mute snare on"]),
    ("STRIP_SOLO_TOGGLE/1", [1.0], ["solo kick on"]),
    ("NOTE_ON", [38.0, 0.5], ["hit snare 64"]), ("NOTE_ON", [38.0, 0.0], []),
    ("NOTE_OFF", [38.0], []), ("INSTRUMENT_PITCH", [0.0, -24.5], ["tuning kick -2400"]),
    ("CLEAR_INSTRUMENT", [2.0], ["clear snare"]),
    ("CLEAR_SELECTED_INSTRUMENT", [], ["clear kick"]),
    ("SELECT_NEXT_PATTERN", [1.0], ["pattern 2 loop"]),
    ("SELECT_AND_PLAY_PATTERN", [0.0], ["pattern 1 now", "continue"]),
    ("NEW_PATTERN", ["my beat"], ["pattern new \"my beat\""]),
    ("SONG_MODE_ACTIVATION", [0.0], ["song off"]),
    ("HUMANIZATION_SWING_ABSOLUTE", [0.0], ["groove off"]),
    ("HUMANIZATION_SWING_ABSOLUTE", [1.0], ["groove swing16 75"]),
    ("HUMANIZATION_SWING_RELATIVE", [0.1], ["groove swing16 62.5"]),
    (
      "HUMANIZATION_TIMING_ABSOLUTE", [0.5],
      ["lane kick loose 16.7 31", "lane snare loose 16.7 0"]
    ),
    ("HUMANIZATION_TIMING_RELATIVE", [0.1], ["lane kick loose 8.3 31", "lane snare loose 3.3 0"]),
    ("HUMANIZATION_VELOCITY_ABSOLUTE", [1.0], ["lane kick loose 5 62", "lane snare loose 0 62"]),
    ("HUMANIZATION_VELOCITY_RELATIVE", [-0.5], ["lane kick loose 5 0", "lane snare loose 0 0"]),
    (
      "FILTER_CUTOFF_LEVEL_ABSOLUTE/1", [127.0], ["filter kick lowpass", "cutoff kick 20000"]
    ),
    ("FILTER_CUTOFF_LEVEL_ABSOLUTE/1", [63.5], ["filter kick lowpass", "cutoff kick 632"]),
    ("FILTER_CUTOFF_LEVEL_ABSOLUTE/1", [-1.0], ["filter kick lowpass", "cutoff kick 20"]),
    ("PAUSE", [], ["stop"]), ("PLAY_PAUSE_TOGGLE", [], ["continue"]),
    ("BEATCOUNTER", [], ["tap"]),
    ("RECORD_STROBE", [], ["record on", "continue"]),
    ("RECORD_STROBE_TOGGLE", [], ["record on", "continue"]), ("RECORD_EXIT", [], ["record off"]),
    ("COUNT_IN_STOP_TOGGLE", [], ["countin 1", "play"]),
    ("COUNT_IN_PAUSE_TOGGLE", [], ["countin 1", "play"]), ("MUTE_TOGGLE", [], ["level -60"]),
    ("SELECT_INSTRUMENT", [2.0], []), ("CLEAR_PATTERN", [], ["clear"]),
    ("SELECT_ONLY_NEXT_PATTERN", [1.0], ["pattern 2 loop"]),
    ("REMOVE_PATTERN", [1.0], ["pattern delete 2"]),
    ("SONG_MODE_ACTIVATION", [1.0], ["song play"]),
    ("LOOP_MODE_ACTIVATION", [1.0], ["song again on"]),
    ("LOOP_MODE_ACTIVATION", [0.0], ["song again off"]),
    ("JACK_TRANSPORT_ACTIVATION", [1.0], ["clock source jack"]),
    ("JACK_TRANSPORT_ACTIVATION", [0.0], ["clock source internal"]),
    ("JACK_TIMEBASE_MASTER_ACTIVATION", [1.0], ["clock send timebase on"]),
    ("NEW_SONG", ["my song"], ["load empty", "name \"my song\""]),
    ("OPEN_SONG", ["rock"], ["load rock"]), ("SAVE_SONG", [], ["save"]),
    ("SAVE_SONG_AS", ["mine"], ["save mine"]), ("UNDO_ACTION", [], ["undo"]),
    ("REDO_ACTION", [], ["redo"]), ("LOAD_DRUMKIT", ["TimGM6mb"], ["kit TimGM6mb"]),
    ("QUIT", [], ["quit"]),
  ]

  @Test(arguments: meanings)
  func `an address does what it does in Hydrogen`(
    path: String, arguments: [OSCArgument], expected: [String]
  ) throws {
    #expect(try lines(path, arguments) == expected)
  }

  @Test func `what Hydrogen keeps between messages is kept`() throws {
    var memory = HydrogenMemory()
    func lines(_ path: String, _ amount: Float, at time: Int64 = 0) throws -> [String] {
      let address = try #require(OSCAddress("/Hydrogen/" + path))
      return try HydrogenAddress.lines(
        OSCMessage(address, [.float32(amount)]), session: Self.session(), at: time, &memory)
    }
    // The picture of the session is still the one before the first.
    #expect(try lines("HUMANIZATION_TIMING_ABSOLUTE", 0.25).first == "lane kick loose 8.3 31")
    #expect(try lines("HUMANIZATION_VELOCITY_ABSOLUTE", 1).last == "lane snare loose 8.3 62")
    #expect(
      try lines("HUMANIZATION_TIMING_RELATIVE", 0.25, at: 900_000_000)
        == ["lane kick loose 16.6 62", "lane snare loose 16.6 62"])
    // By now the session has said what the lanes have.
    #expect(
      try lines("HUMANIZATION_VELOCITY_ABSOLUTE", 1, at: 1_900_000_000)
        == ["lane kick loose 5 62", "lane snare loose 0 62"])
    _ = try lines("SELECT_INSTRUMENT", 2)
    #expect(try lines("CLEAR_SELECTED_INSTRUMENT", 1) == ["clear snare"])
  }

  @Test func `every address that does something is compared with its meaning`() {
    let compared = Set(Self.meanings.map { $0.path.split(separator: "/")[0] })
    let working = HydrogenAddress.all.filter { $0.lines != nil }
    #expect(working.count == 63)
    for row in working {
      #expect(compared.contains(row.path.split(separator: "/")[0]), "\(row.path)")
    }
  }

  @Test func `toggles go the other way while it plays`() throws {
    let playing = Self.session(rolling: true, recording: true)
    #expect(try lines("PLAY_STOP_TOGGLE", session: playing) == ["stop", "locate 1"])
    #expect(try lines("PLAY_PAUSE_TOGGLE", session: playing) == ["stop"])
    #expect(try lines("COUNT_IN_PAUSE_TOGGLE", session: playing) == ["stop"])
    #expect(try lines("RECORD_STROBE_TOGGLE", session: playing) == ["record off"])
    #expect(try lines("SELECT_AND_PLAY_PATTERN", [0.0], session: playing) == ["pattern 1 now"])
  }

  @Test(
    arguments: [
      ("FROBNICATE", [], "unknown address"), ("STRIP_VOLUME_ABSOLUTE/26", [1.0], "1–25"),
      ("STRIP_VOLUME_ABSOLUTE/0", [1.0], "1–25"), ("STRIP_VOLUME_ABSOLUTE", [1.0], "unknown"),
      ("BPM", [], "expected 1 number"), ("NOTE_ON", [20.0, 1.0], "35–60"),
      ("NOTE_ON", [38.0], "expected 2 numbers"), ("BPM", [.float32(.nan)], "expected 1 number"),
      ("NEW_PATTERN", [], "expected a string"), ("BPM_INCR", [1e9], "20–300"),
      ("SELECT_INSTRUMENT", [1e30], "expected an instrument of 1–25"),
    ] as [(String, [OSCArgument], String)])
  func `what cannot be is refused with the reason`(
    path: String, arguments: [OSCArgument], reason: String
  ) {
    let error = #expect(throws: CommandError.self) { try lines(path, arguments) }
    #expect(error?.description.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `gains and levels undo each other`() {
    for level in stride(from: -59.0, through: 3.5, by: 0.5) {
      #expect(abs(HydrogenAddress.decibels(HydrogenAddress.gain(level)) - level) < 0.051)
    }
  }
}
