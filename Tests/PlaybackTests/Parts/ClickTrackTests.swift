import GhostnoteTesting
import MusicalTime
import RealTime
import Rhythm
import Sequencing
import Testing

@testable import Playback

/// Clicks and switches beside counting on one's fingers: rows of eighths, a letter a click.
@Suite struct ClickTrackTests {
  private static func program(_ program: Program) -> ProgramCursor {
    let retired = Ring<ProgramReference>(minimumCapacity: 16)
    return ProgramCursor(ProgramReference(retaining: program), retired: retired.writer)
  }

  private static func program(_ pattern: Pattern) -> ProgramCursor {
    program(Program(pattern: pattern))
  }

  private static func pattern(_ meter: String, eighths: Int) throws -> Pattern {
    var pattern = try Pattern(stepCount: eighths, stepsPerBeat: 2)
    pattern.meter = Meter(meter)
    return pattern
  }

  /// The clicks of `eighths`, planned in windows that end on the edges: `X` the first of a bar, `x` another.
  private static func row(
    _ program: borrowing ProgramCursor, eighths: Int64, edges: [Beats] = []
  ) -> String {
    let stage = Stage()
    stage.begin(frames: 64)
    var track = ClickTrack()
    track.metronome.isOn = true
    var from = Beats.zero
    let last = Beats(eighths, over: 2)
    for edge in edges.sorted() + [last] where edge > from {
      track.plan(
        from: from, to: edge, on: Stage.line, program, &stage.scheduler, in: stage.block)
      from = edge
    }
    var row = Array(repeating: Character("."), count: Int(eighths))
    for click in stage.due() {
      guard let note = click.note else { continue }
      let place = Int(note.beat.dividedRoundingDown(by: Beats(1, over: 2)))
      // Two on one beat would show.
      row[place] =
        row[place] == "." ? note.voice.drum == .cowbell ? "X" : "x" : "2"
    }
    return String(row)
  }

  static let rows: [(meter: String, eighths: Int, row: String)] = [
    ("4/4", 8, "X.x.x.x.X.x.x.x."), ("3/4", 6, "X.x.x.X.x.x."), ("6/8", 6, "XxxxxxXxxxxx"),
    ("7/8", 7, "XxxxxxxXxxxxxx"), ("5/4", 10, "X.x.x.x.x.X."), ("2/2", 8, "X...x...X...x..."),
    // Three loops of two eighths are a bar.
    ("3/4", 2, "X.x.x.X.x.x."),
    // A loop of nine eighths ends within its second bar, and begins one.
    ("4/4", 9, "X.x.x.x.XX.x.x.x.XX."),
  ]

  @Test(arguments: rows)
  func `it clicks on the meter's note`(meter: String, eighths: Int, row: String) throws {
    let program = Self.program(try Self.pattern(meter, eighths: eighths))
    defer { program.release() }
    let found = Self.row(program, eighths: Int64(row.count))
    #expect(found == row)
  }

  @Test(arguments: rows, 1...5 as ClosedRange<UInt64>)
  func `windows that end anywhere hold the same clicks`(
    written: (meter: String, eighths: Int, row: String), seed: UInt64
  ) throws {
    var dice = SplitMix64(seed: seed)
    let program = Self.program(try Self.pattern(written.meter, eighths: written.eighths))
    defer { program.release() }
    let count = Int64(written.row.count)
    let anywhere = (0..<9).map { _ in
      Beats(units: .random(in: 1..<Beats(count, over: 2).units, using: &dice))
    }
    // On a click, and a unit to either side of it.
    let close = [-1, 0, 1].map { Beats(3) + Beats(units: $0) }
    let found = Self.row(program, eighths: count, edges: anywhere + close)
    #expect(found == written.row)
  }

  /// Sections as eighths of the loop and how often it is played: loops of one and of two go into a bar of 4/4.
  static let songs: [(sections: [(eighths: Int, repeats: Int)], row: String)] = [
    ([(2, 3), (8, 1)], "X.x.x.X.x.x.x.X.x.x."), ([(1, 3), (8, 1)], "X.xX.x.x.x.X.x"),
    ([(2, 6), (6, 1)], "X.x.x.x.X.x.X.x.x."), ([(2, 3)], "X.x.x.X.x.x."),
    ([(2, 1), (1, 1)], "X.XX.XX.X"),
  ]

  @Test(arguments: songs, 1...5 as ClosedRange<UInt64>)
  func `each section begins a bar, also where the loops before it make no whole one`(
    written: (sections: [(eighths: Int, repeats: Int)], row: String), seed: UInt64
  ) throws {
    var dice = SplitMix64(seed: seed)
    var patch = Patch()
    try patch.setPatterns(
      try [1, 2, 6, 8].map {
        try Pattern(name: "p\($0)", stepCount: $0, stepsPerBeat: 2, lanes: [])
      })
    try patch.setSong(
      Song(
        sections: written.sections.map { Section(pattern: "p\($0.eighths)", repeats: $0.repeats) },
        loops: true))
    patch.playsSong = true
    let program = Self.program(Program(patch))
    defer { program.release() }
    let count = Int64(written.row.count)
    let edges = (0..<Int.random(in: 0...9, using: &dice)).map { _ in
      Beats(units: .random(in: 1..<Beats(count, over: 2).units, using: &dice))
    }
    let found = Self.row(program, eighths: count, edges: edges)
    #expect(found == written.row)
  }

  @Test func `off, nothing clicks, and a voice that is not a drum is not heard here`() throws {
    let program = Self.program(try Self.pattern("4/4", eighths: 8))
    defer { program.release() }
    let stage = Stage()
    stage.begin(frames: 64)
    var track = ClickTrack()
    track.plan(
      from: .zero, to: Beats(8), on: Stage.line, program, &stage.scheduler, in: stage.block)
    let clicks = stage.due()
    #expect(clicks.isEmpty)
    track.metronome.level = -3
    let drum = PlannedNote(
      Cue(voice: Voice(.cowbell), velocity: Velocity(clamping: 120), beat: .zero))
    let sound = track.sound(of: drum, at: 7)
    #expect(sound?.offset == 7 && sound?.level == -3 && sound?.value == 120)
    var other = drum
    other.voice = try #require(Voice(note: 76, channel: 9))
    #expect(track.sound(of: other, at: 7) == nil)
  }
}

/// Where a program that waits comes in.
@Suite struct ProgramCursorTests {
  private static func program(_ meter: String, eighths: Int, loops: Bool = true) throws -> Program {
    var pattern = try Pattern(stepCount: eighths, stepsPerBeat: 2)
    pattern.meter = Meter(meter)
    pattern.loops = loops
    return Program(pattern: pattern)
  }

  /// What a cursor does, and how many programs it let go of.
  private static func withCursor<Result>(
    _ meter: String = "4/4", eighths: Int = 8, loops: Bool = true, room: Int = 16,
    _ body: (inout ProgramCursor) throws -> Result
  ) throws -> (Result, retired: Int) {
    let retired = Ring<ProgramReference>(minimumCapacity: room)
    var reader = retired.reader
    var cursor = ProgramCursor(
      ProgramReference(retaining: try program(meter, eighths: eighths, loops: loops)),
      retired: retired.writer)
    let result = try body(&cursor)
    var count = 0
    while let reference = reader.pop() {
      reference.release()
      count += 1
    }
    cursor.release()
    return (result, count)
  }

  @Test(
    arguments: [
      // Meter, eighths of the loop, moment, where it is asked in eighths, where it comes in.
      ("4/4", 8, .beat, 3.0, 4.0), ("4/4", 8, .beat, 4, 4), ("4/4", 8, .bar, 3, 8),
      ("4/4", 8, .bar, 8, 8), ("4/4", 8, .loopEnd, 8, 8), ("4/4", 8, .loopEnd, 8.5, 16),
      ("4/4", 16, .bar, 3, 8), ("4/4", 16, .loopEnd, 3, 16), ("3/4", 12, .bar, 7, 12),
      ("3/4", 12, .bar, 5, 6), ("6/8", 6, .bar, 1, 6), ("7/8", 14, .bar, 7.5, 14),
      ("7/8", 14, .beat, 7.5, 8),
      // A loop of nine eighths: the bar line that its end makes comes first.
      ("4/4", 9, .bar, 8.5, 9), ("4/4", 9, .bar, 9.5, 17),
      // Three loops make a bar: each loop's end is nearer.
      ("3/4", 2, .bar, 1, 6), ("3/4", 2, .loopEnd, 1, 2),
    ] as [(String, Int, SwitchMoment, Double, Double)])
  func `it comes in at the next such moment`(
    meter: String, eighths: Int, moment: SwitchMoment, asked: Double, comesIn: Double
  ) throws {
    let beat = { (eighths: Double) in Beats(Int64(eighths * 2), over: 4) }
    let (end, retired) = try Self.withCursor(meter, eighths: eighths) { cursor in
      _ = cursor.play(
        ProgramReference(retaining: try Self.program("4/4", eighths: 8)), at: moment, shift: .zero,
        isRolling: true, position: beat(asked))
      return cursor.stretch(from: beat(asked), to: Beats(100), givesTempo: true).end
    }
    #expect(end == beat(comesIn))
    #expect(retired == 0)
  }

  @Test(arguments: SwitchMoment.allCases)
  func `from the top at a bar or a loop's end, else it takes up where the other was`(
    moment: SwitchMoment
  ) throws {
    let (origin, retired) = try Self.withCursor { cursor in
      _ = cursor.play(
        ProgramReference(retaining: try Self.program("4/4", eighths: 8)), at: moment, shift: .zero,
        isRolling: true, position: Beats(5))
      if cursor.isSwitchPending { _ = cursor.carryOutSwitch(at: Beats(8)) }
      return cursor.origin
    }
    let fromTop = moment == .bar || moment == .loopEnd
    #expect(origin == (fromTop ? Beats(8) : .zero))
    #expect(retired == 1)
  }

  @Test func `of two that wait the later comes in, and both others are let go of`() throws {
    let (pending, retired) = try Self.withCursor { cursor in
      var pending: [Bool] = []
      for _ in 0..<2 {
        _ = cursor.play(
          ProgramReference(retaining: try Self.program("4/4", eighths: 8)), at: .bar, shift: .zero,
          isRolling: true, position: Beats(1))
        pending.append(cursor.isSwitchPending)
      }
      _ = cursor.carryOutSwitch(at: Beats(4))
      return pending + [cursor.isSwitchPending]
    }
    #expect(pending == [true, true, false])
    #expect(retired == 2)
  }

  @Test(arguments: [(0, 4), (3, 4), (4, 8), (5, 8), (-1, 4)] as [(Int64, Int64)])
  func `a program that does not loop ends with the time round in which the song lands`(
    beat: Int64, end: Int64
  ) throws {
    let (stretch, _) = try Self.withCursor(loops: false) { cursor in
      cursor.land(at: Beats(beat), keepsOrigin: true, resumes: true, position: Beats(beat))
      return cursor.stretch(from: Beats(beat), to: Beats(100), givesTempo: true)
    }
    #expect(stretch.end == Beats(end))
    var ends = false
    if case .ends = stretch.then { ends = true }
    #expect(ends)
  }

  @Test func `a loop repeats at whole loops only`() throws {
    let (repeats, _) = try Self.withCursor("7/8", eighths: 7) { cursor in
      let bar = Beats(7, over: 2)
      return [Beats.zero, bar, bar * 3, Beats(1), bar + Beats(units: 1)].map {
        cursor.repeats(Beats(2) + $0, Beats(2))
      }
    }
    #expect(repeats == [true, true, true, false, false])
  }
}
