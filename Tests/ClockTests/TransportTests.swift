import Clock
import MusicalTime
import Testing

@Suite struct TransportTests {
  private var transport = Transport(tempo: .standard, sampleRate: .standard)
  private static let start = Frame(index: 1_000)
  /// 120 bpm at 48 kHz: a tick is 1 000 frames, and the downbeat comes a millisecond after Start.
  private static func tick(_ count: Int64) -> Frame { start.advanced(by: 48 + count * 1_000) }

  @Test mutating func `play says Start and puts the downbeat after the pre-roll`() {
    let said = transport.play(at: Self.start)
    #expect(said.start == .start)
    #expect(!said.stop && said.songPosition < 0)
    #expect(transport.isRolling)
    #expect(transport.position(at: Self.start) == .zero)
    #expect(transport.position(at: Self.tick(0)) == .zero)
    #expect(transport.position(at: Self.tick(24)) == Beats(1))
    #expect(transport.history.current.frame(at: .zero) == Self.tick(0))
  }

  @Test mutating func `stop keeps the tick that followers expect next, and continue takes it up`() {
    for (frames, ticks) in [(-40, 0), (0, 0), (1, 1), (5_000, 5), (5_001, 6), (5_999, 6)] {
      _ = transport.play(at: Self.start)
      let said = transport.stop(at: Self.tick(0).advanced(by: Int64(frames)))
      #expect(said.stop && said.start == .none)
      #expect(transport.restingPosition == .clockTick * Int64(ticks))
    }
    // Six ticks are a sixteenth: continue can say where.
    let said = transport.continue(at: Frame(index: 50_000))
    #expect(said.start == .continue)
    #expect(said.songPosition == 1)
    #expect(transport.position(at: Frame(index: 50_048)) == .sixteenth)
  }

  @Test
  mutating func `continue off the sixteenths names the next one, and from the top says Start`() {
    let first = transport.continue(at: Self.start)
    let second = transport.continue(at: Self.start)
    #expect(first.start == .start && second.start == .none)
    #expect(first.joins == .zero)
    _ = transport.stop(at: Self.tick(7))
    let said = transport.continue(at: Self.tick(20))
    #expect(said.start == .continue)
    #expect(said.songPosition == 2)
    #expect(said.joins == .sixteenth * 2)
    #expect(transport.position(at: Self.tick(20).advanced(by: 48)) == .clockTick * 7)
  }

  @Test mutating func `a sixteenth too near to be known is left for the one after it`() {
    let near = Beats(units: Beats.sixteenth.units - 1)
    #expect(transport.beginning(from: near).songPosition == 2)
    #expect(transport.beginning(from: .sixteenth).songPosition == 1)
    #expect(transport.beginning(from: .sixteenth * 16_384).songPosition == 0)
  }

  @Test mutating func `rolling from a beat puts it on the frame, and stops followers that roll`() {
    let fast = Tempo(clampingBPM: 240)
    let said = transport.roll(from: Beats(5), at: Self.start, tempo: fast)
    #expect(!said.stop && said.songPosition == 20 && said.start == .continue)
    #expect(transport.position(at: Self.start) == Beats(5))
    #expect(transport.position(at: Self.start.advanced(by: 12_000)) == Beats(6))
    #expect(transport.tempo == .standard)
    let again = transport.roll(from: Beats(8), at: Self.tick(24), tempo: fast)
    #expect(again.stop && again.songPosition == 32)
    let top = transport.roll(from: .zero, at: Self.tick(48), tempo: fast)
    #expect(!top.stop && top.start == .start)
  }

  @Test mutating func `bending keeps the beat and the tempo asked for`() {
    _ = transport.play(at: Self.start)
    let before = transport.position(at: Self.tick(7))
    let isTaken = transport.bend(
      to: Tempo(clampingBPM: 60), at: Self.tick(7), heardThrough: Self.start)
    #expect(isTaken)
    #expect(transport.position(at: Self.tick(7)) == before)
    #expect(transport.position(at: Self.tick(9)) == .clockTick * 8)
    #expect(transport.tempo == .standard)
  }

  @Test mutating func `stopping while stopped says nothing`() {
    let said = transport.stop(at: Self.start)
    #expect(!said.stop && said.start == .none && said.songPosition < 0)
  }

  @Test mutating func `locate rounds down to a sixteenth and keeps what followers can count to`() {
    let rows: [(Beats, Beats, Int)] = [
      (Beats(units: Beats(2).units - 1), .sixteenth * 7, 7), (Beats(-3), .zero, 0),
      (Beats(4_096), Beats(4_096), 0), (.sixteenth * 16_383, .sixteenth * 16_383, 16_383),
    ]
    for (asked, given, said) in rows {
      let announcement = transport.locate(to: asked, at: Self.start)
      #expect(announcement.songPosition == said)
      #expect(!announcement.stop && announcement.start == .none)
      #expect(transport.position(at: Self.start) == given)
    }
  }

  @Test mutating func `locate while rolling sends Stop, the position and Continue`() {
    _ = transport.play(at: Self.start)
    let said = transport.locate(to: Beats(8), at: Self.tick(10))
    #expect(said.stop && said.songPosition == 32 && said.start == .continue)
    #expect(transport.isRolling)
    #expect(transport.position(at: Self.tick(10).advanced(by: 48)) == Beats(8))
  }

  @Test mutating func `a tempo change jumps no beats`() throws {
    _ = transport.play(at: Self.start)
    for change in 1...200 {
      let frame = Self.tick(Int64(change))
      let before = transport.position(at: frame)
      let tempo = try #require(Tempo(bpm: 20 + Double(change)))
      let isTaken = transport.setTempo(tempo, at: frame, heardThrough: frame)
      #expect(isTaken)
      #expect(transport.position(at: frame) == before)
      #expect(transport.tempo == tempo)
    }
  }

  @Test mutating func `a tempo change in the pre-roll leaves the downbeat where it was announced`()
  {
    _ = transport.play(at: Self.start)
    let slow = Tempo(clampingBPM: 60)
    let isTaken = transport.setTempo(
      slow, at: Self.start.advanced(by: 20), heardThrough: Self.start)
    #expect(isTaken)
    #expect(transport.history.current.frame(at: .zero) == Self.tick(0))
    #expect(transport.position(at: Self.tick(48)) == Beats(1))
  }

  @Test mutating func `changes beyond what the history holds are put off, not lost or misheard`() {
    _ = transport.play(at: Self.start)
    let heard = Self.tick(1)
    var taken = 0
    for change in 0..<20 {
      let ahead = heard.advanced(by: 100 + Int64(change))
      let tempo = Tempo(clampingBPM: 100 + Double(change))
      if transport.setTempo(tempo, at: ahead, heardThrough: heard) { taken += 1 }
    }
    #expect(taken == 15)
    #expect(transport.tempo.bpm == 114)
    #expect(transport.position(at: heard) == .clockTick)
    let isTaken = transport.setTempo(
      .standard, at: heard.advanced(by: 200), heardThrough: Self.tick(2))
    #expect(isTaken)
  }

  @Test mutating func `any number of changes on one frame count as one, and while stopped as none`()
  {
    for bpm in 20...300 {
      let tempo = Tempo(clampingBPM: Double(bpm))
      let isTaken = transport.setTempo(tempo, at: Frame(index: 960), heardThrough: Frame(index: 0))
      #expect(isTaken)
    }
    _ = transport.play(at: Self.start)
    for bpm in 20...120 {
      let tempo = Tempo(clampingBPM: Double(bpm))
      let isTaken = transport.setTempo(tempo, at: Self.tick(4), heardThrough: Self.start)
      #expect(isTaken)
    }
    #expect(transport.tempo == .standard)
    #expect(transport.position(at: Self.tick(4)).dividedRoundingUp(by: .clockTick) == 10)
  }

  @Test mutating func `the end of its own accord leaves it at rest`() {
    _ = transport.play(at: Self.start)
    transport.end(at: .zero)
    #expect(!transport.isRolling)
    #expect(transport.position(at: Self.tick(100)) == .zero)
    let said = transport.stop(at: Self.tick(3))
    #expect(!said.stop)
  }
}
