import MusicalTime
import Testing

@Suite struct TimelineTests {
  static let rates = [44_100, 48_000, 96_000, 192_000]

  private static func line(_ hertz: Int, using dice: inout Dice) throws -> Timeline {
    let microbpm = Int64.random(in: 20_000_000...300_000_000, using: &dice)
    let bpm = Bool.random(using: &dice) ? 123.45 : Double(microbpm) / 1_000_000
    return Timeline(
      tempo: try #require(Tempo(bpm: bpm)), sampleRate: try #require(SampleRate(hertz: hertz)),
      beatOrigin: Beats(units: .random(in: -1_000_000_000_000...1_000_000_000_000, using: &dice)),
      frameOrigin: Frame(index: .random(in: -10_000_000_000...10_000_000_000, using: &dice)),
      isCentred: Bool.random(using: &dice))
  }

  @Test(arguments: rates)
  func `converting a frame to a beat and back gives the same frame, days away and before zero`(
    hertz: Int
  ) throws {
    var dice = Dice(state: UInt64(hertz))
    for _ in 0..<1_000 {
      let line = try Self.line(hertz, using: &dice)
      // Ten days of frames at 192 kHz, in both directions.
      let span: Int64 = Bool.random(using: &dice) ? 1_000 : 165_888_000_000
      let frame = Frame(index: .random(in: -span...span, using: &dice))
      #expect(line.frame(at: line.beat(at: frame)) == frame)
    }
  }

  @Test(arguments: rates)
  func `every beat belongs to exactly one window of frames`(hertz: Int) throws {
    var dice = Dice(state: UInt64(hertz) + 1)
    for _ in 0..<300 {
      let line = try Self.line(hertz, using: &dice)
      var edge = Frame(index: .random(in: -5_000...5_000, using: &dice))
      for _ in 0..<10 {
        let next = edge.advanced(by: .random(in: 1...4_096, using: &dice))
        let from = line.beat(at: edge)
        let to = line.beat(at: next)
        let beats = [
          from, Beats(units: to.units - 1),
          Beats(units: .random(in: from.units..<to.units, using: &dice)),
        ]
        for beat in beats {
          let frame = line.frame(at: beat)
          #expect(frame >= edge && frame < next)
        }
        #expect(line.frame(at: to) >= next)
        #expect(line.frame(at: Beats(units: from.units - 1)) < edge)
        edge = next
      }
    }
  }

  @Test func `a tempo change keeps every earlier beat on its frame`() throws {
    var dice = Dice(state: 7)
    for _ in 0..<500 {
      let line = try Self.line(48_000, using: &dice)
      let bend = Frame(index: .random(in: -100_000...100_000, using: &dice))
      let bent = line.bent(to: try #require(Tempo(bpm: 123.45)), at: bend)
      #expect(bent.origin(at: bend) == line.origin(at: bend))
      #expect(bent.frame(at: bent.beatOrigin) == bend)
      let first = bent.beat(at: bend)
      #expect(bent.frame(at: first) == bend)
      // Half a frame at each of the two tempi.
      let apart = first - line.beat(at: bend)
      #expect(apart.units.magnitude <= (line.isCentred ? 160 : 0))
      guard !line.isCentred else { continue }
      // What came before the change on the old line does not come again on the new one.
      #expect(bent.frame(at: Beats(units: first.units - 1)) < bend)
      #expect(line.frame(at: Beats(units: first.units - 1)) < bend)
    }
  }

  @Test(arguments: rates)
  func `a centred line puts each beat on the nearest frame, through every tempo change`(
    hertz: Int
  ) throws {
    let rate = try #require(SampleRate(hertz: hertz))
    let line = Timeline(
      tempo: try #require(Tempo(bpm: 123.45)), sampleRate: rate, beatOrigin: .zero,
      frameOrigin: Frame(index: 0), isCentred: true)
    for tick in 0..<Int64(10 * 123.45 * 24) {
      let off = line.frame(at: .clockTick * tick).index * 24 * 12_345 - tick * 6_000 * Int64(hertz)
      // Half a frame, and a unit of a beat.
      #expect(off.magnitude * 100 <= 24 * 12_345 * 54)
    }
    let halved = line.bent(to: try #require(Tempo(bpm: 61.725)), at: Frame(index: 1_000))
    let beat = line.origin(at: Frame(index: 1_000)) + Beats(1)
    let due = Double(hertz) * 60 / 61.725 + 1_000
    #expect((Double(halved.frame(at: beat).index) - due).magnitude <= 0.54)
  }

  @Test(arguments: rates)
  func `ten minutes of ticks at 123.45 bpm stay within a frame of the exact time`(hertz: Int) throws
  {
    let line = Timeline(
      tempo: try #require(Tempo(bpm: 123.45)), sampleRate: try #require(SampleRate(hertz: hertz)),
      beatOrigin: .zero, frameOrigin: Frame(index: 0))
    for tick in 0..<Int64(10 * 123.45 * 24) {
      // Tick n is due at n · 60 · rate / (24 · 123.45), here in hundredths, without rounding.
      let dividend = tick * 6_000 * Int64(hertz)
      let divisor: Int64 = 24 * 12_345
      let heard = line.frame(at: .clockTick * tick).index
      #expect((0...1).contains(heard - dividend / divisor))
    }
  }
}
