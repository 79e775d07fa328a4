import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// Bars in other meters than 4/4. At 120 bpm a beat is 24 000 frames, and the pre-roll is 48.
@Suite struct MeterTests {
  private static func patch(_ meter: String, _ rows: String) throws -> Patch {
    var patch = Patch()
    patch.pattern = try Pattern(rows: rows, stepsPerBeat: 2)
    patch.pattern.meter = Meter(meter)
    return patch
  }

  /// Two bars of each meter, in eighths.
  private static let rows = [
    "3/4": "kick x..... x.....", "6/8": "kick x..... x.....", "7/8": "kick x...... x......",
  ]

  private static func room(_ meter: String, _ change: (inout MetronomeSettings) -> Void) throws
    -> Rehearsal
  {
    let room = Rehearsal(Program(try patch(meter, try #require(rows[meter]))))
    var settings = MetronomeSettings()
    change(&settings)
    room.ask(.metronome(Metronome(settings, isRecording: false)))
    return room
  }

  private static func clicks(in room: Rehearsal) -> [(beat: Double, isAccent: Bool)] {
    room.sounds(.click).map {
      (Double($0.frame.index - 48) / 24_000, $0.event.drum == .cowbell)
    }
  }

  @Test(arguments: [("3/4", 3.0, 1.0), ("6/8", 3, 0.5), ("7/8", 3.5, 0.5)])
  func `the metronome clicks on the meter's note, and otherwise on the first of its bar`(
    meter: String, bar: Double, pulse: Double
  ) throws {
    let room = try Self.room(meter) { $0.sounding = .on }
    room.ask(.play)
    room.play(frames: 48 + Int(24_000 * bar * 4) - 100)
    let clicks = Self.clicks(in: room)
    #expect(clicks.map(\.beat) == (0..<Int(bar * 4 / pulse)).map { Double($0) * pulse })
    #expect(clicks.filter(\.isAccent).map(\.beat) == [0, bar, 2 * bar, 3 * bar])
  }

  @Test(arguments: [("3/4", 3.0, 3), ("6/8", 3, 6), ("7/8", 3.5, 7)])
  func `two bars are counted in, as long as the meter's`(
    meter: String, bar: Double, count: Int
  ) throws {
    let room = try Self.room(meter) { $0.countInBars = 2 }
    room.ask(.play)
    room.play(frames: 200_000)
    let clicks = Self.clicks(in: room)
    #expect(clicks.map(\.isAccent) == (0..<2 * count).map { $0 % count == 0 })
    #expect(room.strokes(of: .kick).first == Int64(48 + 24_000 * bar * 2))
  }

  @Test(arguments: [("3/4", 3.0), ("6/8", 3), ("7/8", 3.5)])
  func `another program comes in at the next bar of the meter`(meter: String, bar: Double) throws {
    let room = try Self.room(meter) { _ in }
    room.ask(.play)
    room.play(frames: 24_000)
    room.swap(to: Program(try Self.patch("4/4", "snare x.......")), at: .bar)
    room.play(frames: 48_000 * 4)
    #expect(room.strokes(of: .snare).first == Int64(48 + 24_000 * bar))
  }

  @Test func `loops that several make a bar of are switched at that bar`() throws {
    let room = Rehearsal(Program(try Self.patch("3/4", "kick x.")))
    room.ask(.play)
    room.play(frames: 30_000)
    room.swap(to: Program(try Self.patch("4/4", "snare x.......")), at: .bar)
    room.play(frames: 96_000)
    #expect(room.strokes(of: .snare).first == Int64(48 + 72_000))
    #expect(room.strokes(of: .kick).count == 3)
  }

  /// A song of `first`, repeated, and of four bars of 3/4.
  private static func song(_ first: String, repeats: Int) throws -> Program {
    var patch = Patch()
    var waltz = try Pattern(rows: "kick xxxx xx", stepsPerBeat: 2, name: "b")
    waltz.meter = Meter("3/4")
    try patch.setPatterns([
      try Pattern(rows: "kick \(first)", stepsPerBeat: 2, name: "a"), waltz,
    ])
    try patch.setSong(
      Song(
        sections: [Section(pattern: "a", repeats: repeats), Section(pattern: "b", repeats: 4)],
        loops: true))
    patch.playsSong = true
    return Program(patch)
  }

  @Test(arguments: [("x.", 1.0), ("x", 0.5)])
  func `at a section's end another program comes in, though its loops make no whole bar`(
    loop: String, beats: Double
  ) throws {
    let room = Rehearsal(try Self.song(loop, repeats: 3))
    room.ask(.play)
    room.play(frames: Int(24_000 * beats * 2.5))
    room.swap(to: Program(try Self.patch("4/4", "snare x.......")), at: .bar)
    room.play(frames: 96_000)
    #expect(room.strokes(of: .snare).first == Int64(48 + 24_000 * beats * 3))
    #expect(room.strokes(of: .kick).count == 3)
  }

  @Test func `a song's bars are numbered through its meters, and on through another program`()
    throws
  {
    let room = Rehearsal(try Self.song("x... ....", repeats: 4))
    room.ask(.play)
    // In the middle of each beat; a pattern of 4/4 comes in at beat 19.
    let bars: [(beat: Int, start: Int64, number: Int64)] = [
      (0, 0, 1), (5, 4, 2), (15, 12, 4), (16, 16, 5), (18, 16, 5), (19, 19, 6), (24, 23, 7),
    ]
    for bar in bars {
      room.play(frames: 48 + 12_000 + bar.beat * 24_000 - Int(room.frame.index))
      #expect(room.status.songBar?.start == Beats(bar.start), "\(bar)")
      #expect(room.status.songBar?.number == bar.number, "\(bar)")
      if bar.beat == 18 {
        room.swap(to: Program(try Self.patch("4/4", "snare x.......")), at: .bar)
      }
    }
  }

  @Test func `a song that comes in later counts on from the bars before it, whatever its meters`()
    throws
  {
    let room = Rehearsal(Program(try Self.patch("4/4", "snare x.......")))
    room.ask(.play)
    // In the middle of each beat; the song comes in at beat 20, and begins again at 48.
    let bars: [(beat: Int, start: Int64, number: Int64)] = [
      (18, 16, 5), (20, 20, 6), (35, 32, 9), (36, 36, 10), (47, 45, 13), (48, 48, 14),
    ]
    for bar in bars {
      room.play(frames: 48 + 12_000 + bar.beat * 24_000 - Int(room.frame.index))
      #expect(room.status.songBar?.start == Beats(bar.start), "\(bar)")
      #expect(room.status.songBar?.number == bar.number, "\(bar)")
      if bar.beat == 18 { room.swap(to: try Self.song("x... ....", repeats: 4), at: .bar) }
    }
  }

  @Test(arguments: ["3/4", "6/8", "7/8"])
  func `each section of a song has the bars of its pattern`(meter: String) throws {
    var patch = Patch()
    var waltz = try Pattern(rows: "kick xxxx xx", stepsPerBeat: 2, name: "a")
    waltz.meter = Meter("3/4")
    var other = try Pattern(
      rows: try #require(Self.rows[meter]), stepsPerBeat: 2, name: "b")
    other.meter = Meter(meter)
    try patch.setPatterns([waltz, other])
    try patch.setSong(
      Song(
        sections: [
          Section(pattern: "a", repeats: 1, tempo: nil, groove: nil),
          Section(pattern: "b", repeats: 1, tempo: nil, groove: nil),
        ], loops: true))
    patch.playsSong = true
    let room = Rehearsal(Program(patch))
    var settings = MetronomeSettings()
    settings.sounding = .on
    room.ask(.metronome(Metronome(settings, isRecording: false)))
    room.ask(.play)
    let bar = try #require(other.meter?.barLength.inBeats)
    room.play(frames: 48 + Int(24_000 * (3 + 2 * bar)) - 100)
    #expect(Self.clicks(in: room).filter(\.isAccent).map(\.beat) == [0, 3, 3 + bar])
    #expect(room.status.place.bar.meter == other.meter)
  }
}
