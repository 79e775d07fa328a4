import CJACK
import Clock
import MusicalTime
import Testing

@testable import JACKClient

/// Bars, beats and ticks that we give to JACK transport, at 120 bpm and 48 kHz.
@Suite struct OwnTimebaseTests {
  private static func position(
    _ meter: String, at frame: UInt32, bar: SongBar? = nil
  ) throws -> jack_position_t {
    var timebase = OwnTimebase()
    timebase.set(tempo: .standard, meter: try #require(Meter(meter)), bar: bar)
    var position = jack_position_t()
    position.frame = frame
    position.frame_rate = 48_000
    timebase.fill(&position, period: 128, sampleRate: .standard)
    return position
  }

  @Test(arguments: [
    // After nine quarter notes.
    ("4/4", 3, 2, 4.0, 4.0, 120.0), ("3/4", 4, 1, 3, 4, 120), ("6/8", 4, 1, 6, 8, 240),
    ("7/8", 3, 5, 7, 8, 240),
  ])
  func `JACK's beats are those of the meter`(
    meter: String, bar: Int, beat: Int, perBar: Float, type: Float, bpm: Double
  ) throws {
    let position = try Self.position(meter, at: 9 * 24_000)
    #expect(position.bar == Int32(bar) && position.beat == Int32(beat) && position.tick == 0)
    #expect(position.beats_per_bar == perBar && position.beat_type == type)
    #expect(position.beats_per_minute == bpm)
  }

  @Test(
    arguments: [
      // Four bars of 4/4 came before. The meter, where the song and JACK are in eighths of a beat, and JACK's
      // bar, beat and tick.
      ("3/4", 128, 128, 5, 1, 0), ("3/4", 144, 144, 5, 3, 0), ("6/8", 138, 138, 5, 3, 960),
      // JACK comes to the next bar line a little before the song, or a little after it.
      ("3/4", 151, 152, 6, 1, 0), ("4/4", 128, 127, 4, 4, 1_680),
      // JACK was moved, and the song has yet to go there: counted from beat 0.
      ("3/4", 128, 0, 1, 1, 0), ("3/4", 128, 72, 4, 1, 0),
    ] as [(String, Int64, Int64, Int32, Int32, Int32)])
  func `bars are counted as the song counts them where it is in step with JACK`(
    meter: String, song: Int64, jack: Int64, bar: Int32, beat: Int32, tick: Int32
  ) throws {
    let known = SongBar(beat: Beats(song, over: 8), start: Beats(16), number: 5)
    let position = try Self.position(meter, at: UInt32(jack * 3_000), bar: known)
    #expect(position.bar == bar && position.beat == beat && position.tick == tick)
    let read = try #require(TransportReport.Timebase(position))
    #expect(abs(read.beat.inBeats - Double(jack) / 8) < 0.000_1)
  }

  @Test func `bars and beats go on where the 32-bit count of frames begins again`() {
    var timebase = OwnTimebase()
    timebase.set(tempo: .standard, meter: .fourFour)
    var position = jack_position_t()
    position.frame_rate = 48_000
    for frame in [1 << 32 - 192, 1 << 32 - 64, 1 << 32 + 64, 1 << 32 + 192] as [Int64] {
      position.frame = UInt32(truncatingIfNeeded: frame)
      timebase.fill(&position, period: 128, sampleRate: .standard)
      let beats = 4 * (Int64(position.bar) - 1) + Int64(position.beat) - 1
      // 1 920 ticks of 12.5 frames a beat.
      #expect(1_920 * beats + Int64(position.tick) == frame * 2 / 25, "\(frame)")
    }
  }

  @Test(arguments: ["4/4", "3/4", "6/8", "7/8"])
  func `who reads them finds our beat and tempo`(meter: String) throws {
    for frame in [0, 12_000, 31_000, 100_000, 1_000_000] as [UInt32] {
      let read = try #require(TransportReport.Timebase(try Self.position(meter, at: frame)))
      let beat = Double(frame) / 24_000
      #expect(abs(read.beat.inBeats - beat) < 0.000_1)
      #expect(read.tempo == .standard)
    }
  }
}
