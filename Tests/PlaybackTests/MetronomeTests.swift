import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// What clicks, and what is counted in. At 120 bpm a beat is 24 000 frames, and the pre-roll is 48.
@Suite struct MetronomeTests {
  private static func room(
    _ rows: String = "kick xxxx", perBeat: Int = 1, meter: Meter? = nil,
    configuration: EngineConfiguration = EngineConfiguration(),
    _ change: (inout MetronomeSettings) -> Void
  ) throws -> Rehearsal {
    var patch = Patch()
    patch.pattern = try Pattern(rows: rows, stepsPerBeat: perBeat)
    patch.pattern.meter = meter
    let room = Rehearsal(Program(patch), configuration)
    var settings = MetronomeSettings()
    change(&settings)
    room.ask(.metronome(Metronome(settings, isRecording: false)))
    return room
  }

  /// The beats of the clicks, from the first downbeat, and whether each is an accent.
  private static func clicks(
    in room: Rehearsal, from downbeat: Int64 = 48
  ) -> [(beat: Double, isAccent: Bool)] {
    room.sounds(.click).map {
      (Double($0.frame.index - downbeat) / 24_000, $0.event.drum == .cowbell)
    }
  }

  @Test func `it clicks on every beat, and otherwise on the first of a bar`() throws {
    let room = try Self.room("kick xxxx xxxx") { $0.sounding = .on }
    room.ask(.play)
    room.play(frames: 48 + 24_000 * 9)
    let clicks = Self.clicks(in: room)
    #expect(clicks.map(\.beat) == (0..<9).map(Double.init))
    #expect(clicks.map(\.isAccent) == (0..<9).map { $0 % 4 == 0 })
    #expect(room.strokes(of: .kick).count == 9)
  }

  @Test(arguments: [
    // Seven eighths are a bar of three and a half beats.
    ("kick x......", 2, [0, 1, 2, 3, 3.5, 4.5, 5.5, 6.5, 7]),
    // What is shorter than a bar does not begin one.
    ("kick x", 1, [0, 4, 8]),
    ("kick x....", 1, [0, 5, 10]),
  ])
  func `bars are the pattern's where it is one bar long`(
    rows: String, perBeat: Int, starts: [Double]
  ) throws {
    let room = try Self.room(rows, perBeat: perBeat) { $0.sounding = .on }
    room.ask(.play)
    room.play(frames: 48 + 24_000 * 11)
    let clicks = Self.clicks(in: room)
    if perBeat == 2 {
      #expect(clicks.map(\.beat).starts(with: starts))
      #expect(clicks.filter(\.isAccent).map(\.beat) == [0, 3.5, 7, 10.5])
    } else {
      #expect(clicks.filter(\.isAccent).map(\.beat) == starts)
    }
  }

  @Test func `a loop that ends within a bar begins the next bar at its end`() throws {
    let room = try Self.room("kick x........", perBeat: 2, meter: .fourFour) { $0.sounding = .on }
    room.ask(.play)
    room.play(frames: 48 + 24_000 * 9 + 1_000)
    let clicks = Self.clicks(in: room)
    #expect(clicks.map(\.beat) == [0, 1, 2, 3, 4, 4.5, 5.5, 6.5, 7.5, 8.5, 9])
    #expect(clicks.filter(\.isAccent).map(\.beat) == [0, 4, 4.5, 8.5, 9])
    #expect(room.strokes(of: .kick).count == 3)
  }

  @Test func `off, it does not click, and only while recording it clicks then`() throws {
    var settings = MetronomeSettings()
    #expect(!Metronome(settings, isRecording: true).isOn)
    settings.sounding = .recording
    #expect(!Metronome(settings, isRecording: false).isOn)
    #expect(Metronome(settings, isRecording: true).isOn)
    let room = try Self.room { _ in }
    room.ask(.play)
    room.play(frames: 48_000)
    #expect(room.sounds(.click).isEmpty)
  }

  @Test func `its notes leave by out where it is asked for, each with its end`() throws {
    let room = try Self.room {
      $0.sounding = .on
      $0.output = .midi
      $0.beat = Voice(note: 76, channel: 4) ?? Voice(.clap)
    }
    room.ask(.play)
    room.play(frames: 48 + 24_000 * 4)
    #expect(room.sounds(.click).isEmpty)
    let beats = room.notes.filter { $0.event.status == 0x94 && $0.event.data1 == 76 }
    #expect(beats.map(\.frame.index) == [1, 2, 3].map { 48 + 24_000 * $0 })
    #expect(room.notes.contains { $0.event.status == 0x99 && $0.event.data1 == 56 })
    room.ask(.stop)
    room.play(frames: 24_000)
    var balance = NoteBalance()
    for note in room.notes where note.event.data1 == 76 { balance.read(note.event) }
    #expect(balance.stuck.isEmpty && balance.strayCount == 0)
  }

  @Test func `its level goes with the click`() throws {
    let room = try Self.room {
      $0.sounding = .on
      $0.level = -7.5
    }
    room.ask(.play)
    room.play(frames: 1_000)
    #expect(room.sounds(.click).map(\.event.level) == [-7.5])
  }

  @Test(arguments: [1, 2, 4])
  func `bars are counted in, nothing of the pattern plays, and Start comes with the downbeat`(
    bars: Int
  ) throws {
    var configuration = EngineConfiguration()
    configuration.clock.sends = true
    let room = try Self.room(configuration: configuration) { $0.countInBars = bars }
    room.ask(.play)
    let downbeat = Int64(48 + 96_000 * bars)
    room.play(frames: Int(downbeat) - 100)
    #expect(room.status.isCountingIn && !room.status.isRolling)
    #expect(room.strokes(of: .kick).isEmpty && room.clock(.start).isEmpty)
    room.play(frames: 24_000)
    #expect(room.strokes(of: .kick) == [downbeat])
    #expect(room.clock(.start) == [downbeat - 48])
    #expect(room.clock(.timingClock).first == downbeat)
    let clicks = Self.clicks(in: room)
    #expect(clicks.map(\.beat) == (0..<4 * bars).map(Double.init))
    #expect(clicks.map(\.isAccent) == (0..<4 * bars).map { $0 % 4 == 0 })
    #expect(!room.status.isCountingIn && room.status.isRolling)
  }

  @Test func `where clock leaves while stopped, the downbeat is a tick of it`() throws {
    var configuration = EngineConfiguration()
    configuration.clock.sends = true
    configuration.clock.sendsWhileStopped = true
    configuration.tempo = Tempo(clampingBPM: 133)
    let room = try Self.room(configuration: configuration) { $0.countInBars = 1 }
    room.play(frames: 12_345)
    room.ask(.play)
    room.play(frames: 110_000)
    let kick = try #require(room.strokes(of: .kick).first)
    let ticks = room.clock(.timingClock)
    #expect(ticks.contains(kick))
    let gaps = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { (902...903).contains($0) }, "\(Set(gaps))")
    #expect(room.countedBeats().frames.first == kick)
  }

  @Test func `stopping while it is counted in leaves everything at rest`() throws {
    let room = try Self.room { $0.countInBars = 2 }
    room.ask(.play)
    room.play(frames: 30_000)
    room.ask(.stop)
    room.play(frames: 400_000)
    #expect(Self.clicks(in: room).map(\.beat) == [0, 1])
    #expect(room.strokes(of: .kick).isEmpty)
    #expect(!room.status.isCountingIn && !room.status.isRolling)
    room.ask(.continue)
    room.play(frames: 24_000)
    #expect(room.status.isRolling)
  }

  @Test func `moving while it is counted in ends that, and the song goes on from there`() throws {
    let room = try Self.room { $0.countInBars = 1 }
    room.ask(.play)
    room.play(frames: 30_000)
    room.ask(.locate(Beats(8)))
    room.play(frames: 100_000)
    #expect(!room.status.isCountingIn && !room.status.isRolling)
    #expect(room.status.position == Beats(8))
    #expect(Self.clicks(in: room).count == 2 && room.strokes(of: .kick).isEmpty)
    room.ask(.continue)
    room.play(frames: 26_000)
    #expect((9...9.1).contains(room.status.position.inBeats))
  }

  @Test func `a tempo that changes while it is counted in is counted at once`() throws {
    let room = try Self.room { $0.countInBars = 1 }
    room.ask(.play)
    room.play(frames: 24_064)
    room.ask(.tempo(Tempo(clampingBPM: 60)))
    room.play(frames: 48_000 * 4)
    let clicks = room.sounds(.click).map(\.frame.index)
    #expect(clicks.count == 4)
    #expect(clicks[3] - clicks[2] == 48_000)
    let kick = try #require(room.strokes(of: .kick).first)
    #expect(abs(kick - clicks[3] - 48_000) <= 1)
  }

  @Test func `a Start from outside begins at once, and a song that rolls is not counted in again`()
    throws
  {
    let room = try Self.room { $0.countInBars = 1 }
    room.strike(.start, on: Frame(index: 500))
    room.play(frames: 2_000)
    #expect(room.strokes(of: .kick) == [548])
    room.ask(.play)
    room.play(frames: 2_000)
    #expect(room.strokes(of: .kick).count == 2)
    #expect(room.sounds(.click).isEmpty)
  }

  @Test func `outputs that schedule ahead get clicks as notes, and those of a stop are taken back`()
    throws
  {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    let room = try Self.room(configuration: configuration) {
      $0.sounding = .on
      $0.output = .both
      $0.countInBars = 1
    }
    room.ask(.play)
    room.play(frames: 24_000 * 6)
    let notes: Set<UInt8> = [37, 56]
    let clicks = room.outgoing.filter {
      notes.contains($0.message.data1) && $0.message.kind == 0x90
    }
    #expect((6...7).contains(clicks.count))
    #expect(room.sounds(.click).count == 6)
  }
}

/// What the hand hears as it strikes.
@Suite struct StrokeHearingTests {
  private static func strokes(in room: Rehearsal) -> [Hit] {
    room.feed().compactMap { event in
      if case .stroke(let heard) = event { heard.hit } else { nil }
    }
  }

  @Test func `what was heard together is reported together: a block and the latency earlier`()
    throws
  {
    var patch = Patch()
    patch.pattern = try Pattern(rows: "kick xxxx", stepsPerBeat: 1)
    let room = Rehearsal(Program(patch))
    // 5 ms are 240 frames, and the block is 128.
    room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: Frame(index: 24_048 + 240 + 128))
    room.ask(.play)
    room.play(frames: 48_000)
    let hits = Self.strokes(in: room)
    #expect(hits.map(\.drum) == [.snare])
    #expect(abs((hits[0].beat - Beats(1)).units) <= 121)
    #expect(room.status.heard < room.status.position)
  }

  @Test func `counting in, beats are before the song's first`() throws {
    let room = Rehearsal(Program(Patch()))
    var settings = MetronomeSettings()
    settings.countInBars = 1
    room.ask(.metronome(Metronome(settings, isRecording: true)))
    room.strike(
      .noteOn(channel: 9, note: 38, velocity: 90), on: Frame(index: 48 + 48_000 + 240 + 128))
    room.ask(.play)
    room.play(frames: 90_000)
    let hits = Self.strokes(in: room)
    #expect(hits.count == 1)
    #expect(abs((hits[0].beat - Beats(-2)).units) <= 121)
  }

  @Test func `at rest nothing is reported`() throws {
    let room = Rehearsal(Program(Patch()))
    room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: Frame(index: 100))
    room.play(frames: 1_000)
    #expect(Self.strokes(in: room).isEmpty)
  }
}
