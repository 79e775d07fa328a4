import MusicalTime
import Testing

@Suite struct BeatsTests {
  @Test(arguments: [24, 96, 480, 960] + Array(1...16))
  func `every tick and every tuplet up to 16 is a whole number of units`(parts: Int64) {
    #expect(Beats.unitsPerBeat % parts == 0)
    #expect(Beats(1, over: parts) * parts == Beats(1))
    #expect(Beats(-3, over: parts) * parts == Beats(-3))
  }

  @Test func `a fraction that does not divide is rounded to the nearest unit`() {
    #expect(Beats(1, over: 17).units == 169_581)  // 169 581.18
    #expect(Beats(3, over: 17).units == 508_744)  // 508 743.53
    #expect(Beats(-1, over: 17).units == -169_581)
  }

  @Test func `dividing rounds down and up on both sides of zero`() {
    let tick = Beats.clockTick
    let rows: [(Int64, down: Int64, up: Int64)] = [
      (0, 0, 0), (1, 0, 1), (-1, -1, 0), (tick.units, 1, 1), (-tick.units, -1, -1),
      (tick.units + 1, 1, 2), (-tick.units - 1, -2, -1), (tick.units - 1, 0, 1),
    ]
    for (units, down, up) in rows {
      #expect(Beats(units: units).dividedRoundingDown(by: tick) == down)
      #expect(Beats(units: units).dividedRoundingUp(by: tick) == up)
    }
  }

  @Test func `a clock tick is a sixth of a sixteenth`() {
    #expect(Beats.clockTick * 6 == .sixteenth)
    #expect(Beats.sixteenth * 4 == Beats(1))
  }

  @Test(arguments: ["0x10", "-0x1p4", "0X.8", "1/0x4", "0x8/2"])
  func `a number of beats is decimal`(text: String) {
    #expect(Beats(fraction: text) == nil)
  }

  @Test func `a tempo must be 20 to 300`() {
    #expect(Tempo(bpm: 19.99) == nil)
    #expect(Tempo(bpm: 300.01) == nil)
    #expect(Tempo(bpm: .nan) == nil)
    #expect(Tempo(bpm: 123.45)?.microbpm == 123_450_000)
    #expect(Tempo(clampingBPM: .infinity).bpm == 300)
    #expect(Tempo(clampingBPM: -.infinity).bpm == 20)
    #expect(Tempo(clampingBPM: .nan) == .standard)
  }

  @Test func `a duration in frames converts back to the same frames`() throws {
    for hertz in [8_000, 44_100, 48_000, 96_000, 192_000] {
      let rate = try #require(SampleRate(hertz: hertz))
      for frames in [0, 1, 7, 127, 48_000, 100_000_000] as [Int64] {
        let lasting = rate.duration(frames: frames)
        // Rounded down twice: never more, at most one less.
        #expect((frames - 1...frames).contains(rate.frames(in: lasting)))
        // Rounded towards zero: as long before as after.
        #expect(rate.duration(frames: -frames).nanoseconds == -lasting.nanoseconds)
      }
    }
    #expect(SampleRate(hertz: 7_999) == nil)
    #expect(SampleRate.standard.frames(milliseconds: 1) == 48)
    #expect(try #require(SampleRate(hertz: 44_100)).frames(milliseconds: 1) == 45)
  }
}
