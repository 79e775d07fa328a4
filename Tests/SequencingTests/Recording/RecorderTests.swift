import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct RecorderTests {
  /// A song that goes by in sixty-fourths, heard a little later than it is decided.
  private struct Studio {
    var recorder: Recorder
    var target: RecordingTarget
    var takes: [Recorder.Take] = []
    private var now: Int64 = 0
    private var start = Beats.zero
    /// How much later the song is heard than it is played.
    var latency = Beats.zero

    init(_ rows: String, _ settings: RecordingSettings = RecordingSettings()) throws {
      recorder = Recorder(settings)
      target = RecordingTarget(try Pattern(rows: rows))
    }

    /// Plays until a beat in sixteenths; strokes are in sixteenths too.
    mutating func play(
      to sixteenth: Double, _ strokes: [(Drum, Int, at: Double)] = []
    ) {
      let end = Self.beat(sixteenth).units
      var left = strokes
      while now < end {
        now += Beats.unitsPerBeat / 16
        while let (drum, velocity, at) = left.first, Self.beat(at).units < now {
          let velocity = Velocity(clamping: velocity)
          recorder.hear(LiveStroke(Voice(drum), velocity, at: Self.beat(at)))
          left.removeFirst()
        }
        let planned = Beats(units: now + Beats.unitsPerBeat / 20)
        keep(
          recorder.advance(
            heard: Beats(units: now) - latency, planned: planned, since: start, in: target))
      }
    }

    /// Lets the song go by without anybody looking.
    mutating func stall(until sixteenth: Double) { now = Self.beat(sixteenth).units }

    mutating func jump(to sixteenth: Double) {
      start = Self.beat(sixteenth)
      now = start.units
    }

    mutating func stop() { keep([recorder.stop(in: target)].compactMap { $0 }) }

    private mutating func keep(_ more: [Recorder.Take]) {
      takes += more
      if let last = more.last { target.pattern = last.pattern }
    }

    private static func beat(_ sixteenth: Double) -> Beats {
      Beats(units: Int64((sixteenth * Double(Beats.unitsPerBeat / 4)).rounded()))
    }

    func row(_ drum: Drum) -> String {
      let steps = target.pattern.lane(of: drum)?.steps ?? []
      return steps.map { step in
        step.map { $0.velocity >= StepNotation.accent ? "X" : "x" } ?? "."
      }.joined()
    }
  }

  @Test func `strokes become steps beside those that were there`() throws {
    var studio = try Studio("kick  x...x...")
    studio.recorder.start()
    studio.play(to: 8.2, [(.kick, 96, at: 2), (.snare, 96, at: 4.1)])
    #expect(studio.row(.kick) == "x.x.x...")
    #expect(studio.row(.snare) == "....x...")
    let snare = try #require(studio.target.pattern.lane(of: .snare)?.steps[4])
    #expect(snare.offset == Beats(1, over: 40))
  }

  @Test func `a stroke just before the loop's end begins the next loop`() throws {
    var studio = try Studio("kick  ....")
    studio.recorder.start()
    studio.play(to: 5, [(.kick, 96, at: 3.8)])
    #expect(studio.row(.kick) == "x...")
    let step = try #require(studio.target.pattern.lane(of: .kick)?.steps[0])
    #expect(step.offset == Beats(-1, over: 20))
  }

  @Test func `a pattern that does not loop has no next one: its last marker takes the stroke`()
    throws
  {
    var studio = try Studio("kick  ....")
    studio.target.pattern.loops = false
    studio.recorder.start()
    studio.play(to: 5, [(.kick, 96, at: 3.8)])
    #expect(studio.row(.kick) == "...x")
  }

  @Test func `of two strokes on one marker the harder stays`() throws {
    var studio = try Studio("kick  ....")
    studio.recorder.start()
    studio.play(to: 4, [(.kick, 120, at: 1.1), (.kick, 60, at: 1.3)])
    studio.play(to: 8, [(.kick, 90, at: 5)])
    #expect(studio.row(.kick) == ".X..")
    #expect(studio.target.pattern.lane(of: .kick)?.steps[1]?.velocity.value == 120)
  }

  @Test func `of two hits on one marker an accented one is as hard as it is heard`() throws {
    var studio = try Studio("kick  x!...")
    studio.recorder.start()
    studio.play(to: 5, [(.kick, 100, at: 4)])
    let kept = try #require(studio.target.pattern.lane(of: .kick)?.steps[0])
    #expect(kept.isAccented && kept.velocity == StepNotation.hit)
    studio.play(to: 9, [(.kick, 121, at: 8)])
    let louder = try #require(studio.target.pattern.lane(of: .kick)?.steps[0])
    #expect(!louder.isAccented && louder.velocity.value == 121)
  }

  @Test func `replacing takes out what the pass runs over, in the lanes that are struck`() throws {
    let rows = """
      kick   xxxxxxxx
      snare  xxxxxxxx
      """
    var studio = try Studio(rows, RecordingSettings(mode: .replace))
    studio.recorder.start()
    studio.play(to: 9, [(.kick, 120, at: 2)])
    #expect(studio.row(.kick) == "..X.....")
    #expect(studio.row(.snare) == "xxxxxxxx")
  }

  @Test
  func `replacing begins where recording does, and a pass that strikes nothing takes nothing`()
    throws
  {
    var studio = try Studio("kick  xxxxxxxx", RecordingSettings(mode: .replace))
    studio.play(to: 4)
    studio.recorder.start()
    studio.play(to: 9, [(.kick, 120, at: 6)])
    #expect(studio.row(.kick) == "xxxx..X.")
    studio.play(to: 20)
    #expect(studio.row(.kick) == "xxxx..X.")
  }

  @Test func `every time round the loop is a pass of its own`() throws {
    var studio = try Studio("kick  ....")
    studio.recorder.start()
    studio.play(
      to: 9.5, [(.kick, 90, at: 1), (.kick, 90, at: 2), (.kick, 90, at: 3.9), (.kick, 90, at: 7)])
    let passes = studio.takes.map(\.pass)
    #expect(passes == passes.sorted())
    #expect(Set(passes).count == 2)
    let first = try #require(studio.takes.last { $0.pass == passes.first }?.pattern)
    #expect(first.lane(of: .kick)?.steps.map { $0 != nil } == [false, true, true, false])
    #expect(studio.row(.kick) == "xxxx")
  }

  @Test func `what is quantised to a marker still to come is written when it has come`() throws {
    var studio = try Studio("kick  ....", RecordingSettings(mode: .overdub, quantising: 100))
    studio.recorder.start()
    studio.play(to: 1.75, [(.kick, 90, at: 1.6)])
    #expect(studio.takes.isEmpty)
    studio.play(to: 2.25)
    #expect(studio.row(.kick) == "..x.")
  }

  @Test func `stopping writes what was still to come`() throws {
    var studio = try Studio("kick  ....", RecordingSettings(mode: .overdub, quantising: 100))
    studio.recorder.start()
    studio.play(to: 1.75, [(.kick, 90, at: 1.6)])
    studio.stop()
    #expect(studio.row(.kick) == "..x.")
    #expect(!studio.recorder.isOn)
    studio.play(to: 8, [(.kick, 90, at: 3)])
    #expect(studio.row(.kick) == "..x.")
  }

  @Test func `a held drum's lane is emptied as the song comes by, recording or not`() throws {
    let rows = """
      kick   xxxxxxxx
      snare  xxxxxxxx
      """
    var studio = try Studio(rows)
    studio.play(to: 2)
    studio.recorder.erase(Voice(.kick), true)
    studio.play(to: 5)
    studio.recorder.erase(Voice(.kick), false)
    studio.play(to: 8)
    #expect(studio.row(.kick) == "xxx...xx")
    #expect(studio.row(.snare) == "xxxxxxxx")
    #expect(Set(studio.takes.map(\.pass)).count == 1)
  }

  @Test func `strokes of the count-in are not part of the song, but an early first one is`() throws
  {
    var studio = try Studio("kick  ....")
    studio.recorder.start()
    studio.recorder.hear(
      LiveStroke(Voice(.kick), Velocity(clamping: 90), at: Beats(-2)))
    studio.recorder.hear(
      LiveStroke(Voice(.kick), Velocity(clamping: 90), at: Beats(-1, over: 16)))
    studio.play(to: 2)
    #expect(studio.row(.kick) == "x...")
    #expect(studio.target.pattern.lane(of: .kick)?.steps[0]?.offset == Beats(-1, over: 16))
  }

  @Test func `a jump ends the pass and begins another`() throws {
    var studio = try Studio("kick  ........")
    studio.recorder.start()
    studio.play(to: 4, [(.kick, 90, at: 1)])
    studio.jump(to: 0)
    studio.play(to: 4, [(.kick, 90, at: 2)])
    #expect(studio.row(.kick) == ".xx.....")
    #expect(Set(studio.takes.map(\.pass)).count == 2)
  }

  @Test(arguments: [12.0, 44.0])
  func `a jump forward leaves what it leaps over, however far it goes`(to: Double) throws {
    let row = String(repeating: "x", count: 16)
    var studio = try Studio("kick  \(row)", RecordingSettings(mode: .replace))
    studio.recorder.start()
    studio.play(to: 5, [(.kick, 120, at: 2)])
    studio.jump(to: to)
    studio.play(to: to + 2, [(.kick, 120, at: to + 1)])
    // Each pass takes out what it runs over, but for its own strokes.
    #expect(studio.row(.kick) == "..X...xxxxxx.X.x")
    #expect(Set(studio.takes.map(\.pass)).count == 2)
    var erasing = try Studio("kick  \(row)")
    erasing.play(to: 2)
    erasing.recorder.erase(Voice(.kick), true)
    erasing.play(to: 5)
    erasing.jump(to: to)
    erasing.play(to: to + 2)
    #expect(erasing.row(.kick) == "xxx...xxxxxx...x")
  }

  @Test(arguments: [(2.0, "xx...xx..xxxxxxx"), (12.0, "xxxxxxx..xxx...x")])
  func `what lies just before a jump's target stays, however late the song is heard`(
    to: Double, left: String
  ) throws {
    let row = "kick  " + String(repeating: "x", count: 16)
    var erasing = try Studio(row)
    erasing.latency = Beats(1, over: 2)
    erasing.play(to: 6)
    erasing.recorder.erase(Voice(.kick), true)
    erasing.play(to: 8)
    erasing.jump(to: to)
    erasing.play(to: to + 2)
    #expect(erasing.row(.kick) == left)
  }

  @Test func `what lies just before the place where the song begins stays`() throws {
    let row = "kick  " + String(repeating: "x", count: 16)
    var erasing = try Studio(row)
    erasing.latency = Beats(1, over: 2)
    erasing.recorder.erase(Voice(.kick), true)
    erasing.jump(to: 8)
    erasing.play(to: 10)
    #expect(erasing.row(.kick) == "xxxxxxxx...xxxxx")
    var replacing = try Studio(row, RecordingSettings(mode: .replace))
    replacing.latency = Beats(1, over: 2)
    replacing.recorder.start()
    replacing.jump(to: 8)
    replacing.play(to: 12, [(.kick, 120, at: 9)])
    #expect(replacing.row(.kick) == "xxxxxxxx.X...xxx")
    // Switched on while what is heard is still of before.
    var late = try Studio(row, RecordingSettings(mode: .replace))
    late.latency = Beats(1, over: 2)
    late.jump(to: 8)
    late.play(to: 8.25)
    late.recorder.start()
    late.play(to: 12, [(.kick, 120, at: 9)])
    #expect(late.row(.kick) == "xxxxxxxx.X...xxx")
  }

  @Test(arguments: ["kick  xxxxxxxx", "kick  xx"])
  func `a pattern made longer or shorter while it is recorded: each of its loops is a pass`(
    rows: String
  ) throws {
    var studio = try Studio("kick  xxxx", RecordingSettings(mode: .replace))
    studio.jump(to: 40)
    studio.recorder.start()
    studio.play(to: 41.5)
    studio.target.pattern = try Pattern(rows: rows)
    let count = studio.row(.kick).count
    let (first, second) = (48.0, 48.0 + Double(count))
    let rests = String(repeating: ".", count: count - 2)
    studio.play(to: second, [(.kick, 120, at: first + 1)])
    #expect(studio.row(.kick) == ".X" + rests)
    studio.play(to: second + Double(count), [(.kick, 120, at: second)])
    #expect(studio.row(.kick) == "X." + rests)
    #expect(Set(studio.takes.map(\.pass)).count == 2)
  }

  @Test func `a stall of seconds is not a jump: what was recorded before it stays`() throws {
    let row = "x.......x.......x.......x......."
    var studio = try Studio("kick  \(row)", RecordingSettings(mode: .replace))
    studio.recorder.start()
    studio.play(to: 5, [(.kick, 96, at: 2)])
    #expect(studio.row(.kick).hasPrefix("..x"))
    studio.stall(until: 23)
    studio.play(to: 27, [(.kick, 96, at: 25)])
    // The same pass goes on: what it wrote stays, what it came by goes, what is to come stays.
    let played = Array(studio.row(.kick))
    #expect(played[2] == "x" && played[25] == "x" && played[8] == ".")
    #expect(Set(studio.takes.map(\.pass)).count == 1)
    var erasing = try Studio("kick  \(row)")
    erasing.play(to: 6)
    erasing.recorder.erase(Voice(.kick), true)
    erasing.play(to: 7)
    erasing.stall(until: 25)
    erasing.play(to: 26)
    // Only what came by while it was held is gone.
    #expect(erasing.row(.kick) == "x...............................")
  }

  @Test func `at rest the pass is over, and nothing of it is lost`() throws {
    var studio = try Studio("kick  ....", RecordingSettings(mode: .overdub, quantising: 100))
    studio.recorder.start()
    studio.play(to: 1.75, [(.kick, 90, at: 1.6)])
    let last = studio.recorder.rest(in: studio.target)
    let take = try #require(last)
    #expect(take.pattern.lane(of: .kick)?.steps[2] != nil)
    let nothing = studio.recorder.rest(in: studio.target)
    #expect(nothing == nil)
    #expect(studio.recorder.isOn)
  }

  @Test func `a pattern without room for another lane keeps what it has`() throws {
    let voices = (0..<Pattern.mostLanes).compactMap { Voice(note: $0, channel: 2) }
    let lanes = voices.map { Lane($0, restingFor: 16) }
    let target = RecordingTarget(try Pattern(lanes: lanes))
    var recorder = Recorder()
    recorder.start()
    _ = recorder.advance(heard: .zero, planned: .zero, since: .zero, in: target)
    recorder.hear(LiveStroke(Voice(.kick), Velocity(clamping: 90), at: .zero))
    let nothing = recorder.stop(in: target)
    #expect(nothing == nil)
  }
}
