import GhostnoteTesting
import MIDI
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct LiveInputTests {
  private static let map = InputMap(
    notes: [26: .openHat, 40: .cowbell],
    controls: [
      ControlAssignment(.note(36), .play),
      ControlAssignment(.controller(7), .tempo(from: .standard, to: .standard)),
      ControlAssignment(.controller(117), .play), ControlAssignment(.controller(123), .stop),
    ])

  /// What each message of a row asks for, in short: `hit snare 100`, `release snare` …
  private static func read(
    _ row: [[UInt8]], channel: UInt8 = 9, map: InputMap = InputMap(notes: [:], controls: [])
  ) -> [String] {
    let program = Program(hits: [], length: Beats(1), loops: true, input: InputTable(map))
    var input = LiveInput(channel: channel)
    var pedal = HatPedal()
    return row.map { bytes in
      let message = ShortMessage(
        status: bytes[0], data1: bytes.count > 1 ? bytes[1] : 0,
        data2: bytes.count > 2 ? bytes[2] : 0)
      return word(for: unsafe input.read(message, pedal: &pedal, in: program.image))
    }
  }

  private static func word(for action: LiveAction) -> String {
    switch action {
    case .hit(let drum, let velocity, let decay, let instead):
      "hit \(drum.note) \(velocity.value)" + (decay > 0 ? " short" : "")
        + (instead.map { " not \($0.note)" } ?? "")
    case .release(let drum): "release \(drum.note)"
    case .choke(let drums): "choke " + Drum.all.filter(drums.contains).map { "\($0.note)" }.joined()
    case .controller(let number, let value): "controller \(number) \(value)"
    case .program(let number): "program \(number)"
    case .pattern(let number): "pattern \(number)"
    case .allNotesOff: "notes off"
    case .allSoundOff: "sound off"
    case .start: "start"
    case .continue: "continue"
    case .stop: "stop"
    case .songPosition(let sixteenths): "position \(sixteenths)"
    case .control(.note(let number), let value, _): "control note \(number) \(value)"
    case .control(.controller(let number), let value, _): "control controller \(number) \(value)"
    case .control(.pitchBend, let value, let channel): "control bend \(value) on \(channel)"
    case .none: "-"
    }
  }

  @Test func `what is assigned to a channel is heard there, whatever channel the notes have`() {
    let map = InputMap(
      notes: [:],
      controls: [
        ControlAssignment(.controller(20), .play, channel: 0),
        ControlAssignment(.note(36), .stop, channel: 1),
        ControlAssignment(.controller(3), .play, channel: 2, coding: .fourteenBits),
      ])
    let row: [[UInt8]] = [
      [0xB0, 20, 5], [0xB9, 20, 5], [0x91, 36, 9], [0x81, 36, 0], [0x99, 36, 9], [0xB2, 35, 7],
      [0xB2, 3, 7],
    ]
    #expect(
      Self.read(row, map: map) == [
        "control controller 20 5", "-", "control note 36 9", "control note 36 0", "hit 36 9",
        "control controller 35 7", "control controller 3 7",
      ])
  }

  @Test func `a pitch bend is a control of 14 bits where it is assigned, else nothing`() {
    let row: [[UInt8]] = [
      [0xE2, 0, 0], [0xE2, 127, 127], [0xE2, 5, 64], [0xE3, 5, 64], [0xE9, 0, 64],
    ]
    let map = InputMap(notes: [:], controls: [ControlAssignment(.pitchBend, .play, channel: 2)])
    #expect(
      Self.read(row, map: map) == [
        "control bend 0 on 2", "control bend 16383 on 2", "control bend 8197 on 2", "-", "-",
      ])
    let own = InputMap(notes: [:], controls: [ControlAssignment(.pitchBend, .play)])
    #expect(Self.read(row, map: own) == ["-", "-", "-", "-", "control bend 8192 on 9"])
    #expect(Self.read(row, channel: 255, map: own).allSatisfy { $0 != "-" })
    #expect(Self.read(row).allSatisfy { $0 == "-" })
  }

  @Test func `while a control is to be learned, everything is reported and nothing played`() {
    let program = Program(hits: [], length: Beats(1), loops: true)
    var input = LiveInput(channel: 9)
    input.isLearning = true
    var pedal = HatPedal()
    let row: [[UInt8]] = [
      [0x99, 38, 100], [0x90, 38, 100], [0xB3, 7, 1], [0xB9, 120, 0], [0x89, 38, 0],
      [0xE5, 1, 2],
    ]
    let words = row.map { bytes in
      Self.word(
        for: unsafe input.read(
          ShortMessage(status: bytes[0], data1: bytes[1], data2: bytes[2]), pedal: &pedal,
          in: program.image))
    }
    #expect(
      words == [
        "control note 38 100", "control note 38 100", "control controller 7 1", "sound off", "-",
        "control bend 257 on 5",
      ])
  }

  @Test func `only its channel is heard, or any`() {
    let row: [[UInt8]] = [[0x99, 38, 100], [0x90, 38, 100], [0x9F, 38, 1], [0xB0, 120, 0]]
    #expect(Self.read(row) == ["hit 38 100", "-", "-", "-"])
    #expect(Self.read(row, channel: 0) == ["-", "hit 38 100", "-", "sound off"])
    #expect(
      Self.read(row, channel: 255) == ["hit 38 100", "hit 38 100", "hit 38 1", "sound off"])
  }

  @Test func `velocity 0 lets go, and an off without an on is nothing`() {
    let row: [[UInt8]] = [
      [0x99, 38, 100], [0x99, 38, 0], [0x99, 38, 0], [0x89, 38, 64], [0x99, 36, 1], [0x89, 36, 0],
    ]
    #expect(Self.read(row) == ["hit 38 100", "release 38", "-", "-", "hit 36 1", "release 36"])
  }

  @Test func `notes 35 to 60 are drums and the map adds or moves others`() {
    let row: [[UInt8]] = [
      [0x99, 34, 9], [0x99, 35, 9], [0x99, 60, 9], [0x99, 61, 9], [0x99, 26, 9], [0x99, 40, 9],
      [0x89, 26, 0], [0x99, 36, 77],
    ]
    #expect(
      Self.read(row) == ["-", "hit 35 9", "hit 60 9", "-", "-", "hit 40 9", "-", "hit 36 77"])
    #expect(
      Self.read(row, map: Self.map) == [
        "-", "hit 35 9", "hit 60 9", "-", "hit 46 9", "hit 56 9", "release 46",
        "control note 36 77",
      ])
  }

  @Test func `the hat pedal chooses open, half or closed`() {
    let row: [[UInt8]] = [
      [0x99, 42, 9], [0xB9, 4, 0], [0x99, 42, 9], [0xB9, 4, 42], [0x99, 46, 9], [0xB9, 4, 43],
      [0x99, 42, 9], [0xB9, 4, 84], [0x99, 46, 9], [0xB9, 4, 85], [0x99, 46, 9], [0x99, 38, 9],
    ]
    #expect(
      Self.read(row) == [
        "hit 42 9", "-", "hit 46 9 not 42", "-", "hit 46 9", "-", "hit 46 9 short", "-",
        "hit 46 9 short", "choke 46", "hit 42 9 not 46", "hit 38 9",
      ])
  }

  @Test func `a pedal decides the hats of its own device alone`() {
    let program = Program(hits: [], length: Beats(1), loops: true)
    var input = LiveInput(channel: 9)
    var pedals = [HatPedal(), HatPedal()]
    var words: [String] = []
    for (device, bytes) in [(0, [0xB9, 4, 0]), (1, [0x99, 42, 9]), (0, [0x99, 42, 9])]
      as [(Int, [UInt8])]
    {
      let message = ShortMessage(status: bytes[0], data1: bytes[1], data2: bytes[2])
      let action = unsafe input.read(message, pedal: &pedals[device], in: program.image)
      words.append(Self.word(for: action))
    }
    #expect(words == ["-", "hit 42 9", "hit 46 9 not 42"])
  }

  @Test func `after CC 121 the notes alone say which hat is struck, until the pedal moves`() {
    let row: [[UInt8]] = [
      [0xB9, 4, 0], [0xB9, 121, 0], [0x99, 42, 9], [0x89, 42, 0], [0xB9, 4, 0], [0x99, 42, 9],
    ]
    #expect(
      Self.read(row) == ["-", "controller 121 0", "hit 42 9", "release 42", "-", "hit 46 9"])
  }

  @Test func `a note-off finds the hat that was struck, wherever the pedal is now`() {
    let row: [[UInt8]] = [
      [0xB9, 4, 0], [0x99, 42, 9], [0xB9, 4, 127], [0x89, 42, 0], [0x99, 42, 9], [0xB9, 4, 0],
      [0x99, 42, 9], [0x89, 42, 0],
    ]
    #expect(
      Self.read(row) == [
        "-", "hit 46 9", "choke 46", "release 46", "hit 42 9", "-", "hit 46 9 not 42",
        "release 46",
      ])
  }

  @Test func `closing the pedal chokes once, even when it is first heard of closed`() {
    let row: [[UInt8]] = [[0xB9, 4, 127], [0xB9, 4, 120], [0xB9, 4, 10], [0xB9, 4, 90]]
    #expect(Self.read(row) == ["choke 46", "-", "-", "choke 46"])
  }

  @Test func `aftertouch from 64 up chokes cymbals and nothing else`() {
    let cymbals: Set<UInt8> = [46, 49, 51, 52, 53, 55, 57, 59]
    for note: UInt8 in 0...127 {
      let words = Self.read([[0xA9, note, 63], [0xA9, note, 64], [0xA0, note, 127]])
      #expect(words == ["-", cymbals.contains(note) ? "choke \(note)" : "-", "-"])
    }
  }

  @Test func `controllers and programs mean what General MIDI says`() {
    let row: [[UInt8]] = [
      [0xB9, 7, 100], [0xB9, 10, 0], [0xB9, 11, 127], [0xB9, 91, 40], [0xB9, 121, 0],
      [0xB9, 1, 64], [0xB9, 120, 0], [0xB9, 123, 0], [0xB9, 124, 0], [0xB9, 127, 0], [0xC9, 25],
      [0xD9, 99], [0xE9, 0, 64],
    ]
    #expect(
      Self.read(row) == [
        "controller 7 100", "controller 10 0", "controller 11 127", "controller 91 40",
        "controller 121 0", "-", "sound off", "notes off", "notes off", "notes off", "program 25",
        "-", "-",
      ])
  }

  @Test func `a mapped controller is a control first, channel mode messages never are`() {
    let row: [[UInt8]] = [[0xB9, 7, 100], [0xB9, 117, 127], [0xB9, 123, 0], [0xB9, 10, 3]]
    #expect(
      Self.read(row, map: Self.map) == [
        "control controller 7 100", "control controller 117 127", "notes off", "controller 10 3",
      ])
  }

  @Test func `transport is heard on no channel at all`() {
    let row: [[UInt8]] = [
      [0xFA], [0xFB], [0xFC], [0xF2, 3, 1], [0xF8], [0xFE], [0xFF], [0xF0], [0xF7], [0xF1, 5],
    ]
    #expect(
      Self.read(row) == ["start", "continue", "stop", "position 131"]
        + Array(repeating: "-", count: 6))
  }

  @Test func `garbage is read without harm`() {
    var dice = SplitMix64(seed: 3)
    let row = (0..<5_000).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &dice) }
    }
    let words = Self.read(row, channel: 255, map: Self.map)
    #expect(words.count == row.count)
    for (bytes, word) in zip(row, words) where bytes[0] < 0x80 { #expect(word == "-") }
  }

  @Test func `Program Change on the patterns' channel selects a pattern, elsewhere a kit`() {
    var map = Self.map
    map.programs = PatternPrograms(channel: 15).map(ProgramUse.pattern) ?? .kit
    let row: [[UInt8]] = [[0xCF, 3], [0xC9, 3], [0xC0, 3], [0xDF, 3]]
    #expect(Self.read(row, map: map) == ["pattern 3", "program 3", "-", "-"])
    map.programs = .pattern(.standard)
    #expect(Self.read(row, channel: 255, map: map) == ["program 3", "pattern 3", "program 3", "-"])
  }

  @Test func `a control is reported when its note ends`() {
    let row: [[UInt8]] = [
      [0x99, 36, 9], [0x89, 36, 64], [0x99, 36, 0], [0x99, 38, 9], [0x89, 38, 0],
    ]
    #expect(
      Self.read(row, map: Self.map) == [
        "control note 36 9", "control note 36 0", "control note 36 0", "hit 38 9", "release 38",
      ])
  }
}
