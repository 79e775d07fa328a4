import Drummer
import DrummerTraining
import MusicalTime
import Rhythm
import Testing

@Suite struct CorpusStatisticsTests {
  /// Hits at ticks of 1/96 beat.
  private func hits(_ rows: [(drum: Drum, velocity: Int, tick: Int64)]) -> [Hit] {
    rows.map {
      Hit(drum: $0.drum, velocity: Velocity(clamping: $0.velocity), beat: Beats($0.tick, over: 96))
    }
  }

  private var pieces: [Piece] {
    let groove = hits([
      (.kick, 100, 0), (.kick2, 120, 0), (.snare, 64, 99), (.snare, 63, 180), (.cowbell, 9, 200),
    ])
    return [
      Piece(
        id: "a", path: "a.mid", split: .train, style: "funk", tempo: Tempo(clampingBPM: 125),
        hits: groove, length: Beats(250)),
      Piece(
        id: "b", path: "b.mid", split: .train, style: "jazz", tempo: Tempo(clampingBPM: 129.9),
        isFill: true, hits: hits([(.ride, 7, 84)]), length: Beats(4)),
      Piece(
        id: "c", path: "c.mid", split: .validation, style: "funk", tempo: .standard,
        meter: Meter("3/4") ?? .fourFour, hits: hits([(.kick, 1, 0), (.snare, 1, 96)]),
        length: Beats(120)),
    ]
  }

  @Test func `each split has its pieces, hits and minutes`() {
    let splits = CorpusStatistics(pieces).splits
    #expect(splits.map(\.split) == [.train, .validation, .test])
    #expect(splits.map(\.pieces) == [2, 1, 0])
    #expect(splits.map(\.fourFour) == [2, 0, 0])
    #expect(splits.map(\.fills) == [1, 0, 0])
    #expect(splits.map(\.hits) == [6, 2, 0])
    // The softer of two kicks on one tick and the cowbell are dropped.
    #expect(splits.map(\.tokens) == [4, 0, 0])
    #expect(abs(splits[0].minutes - (2 + 4 / 129.9)) < 1e-9 && splits[1].minutes == 1)
  }

  @Test func `styles, meters and tempi count pieces`() {
    let statistics = CorpusStatistics(pieces)
    #expect(statistics.styles.ranking.map(\.value) == ["funk", "jazz"])
    #expect(statistics.styles.ranking.map(\.count) == [2, 1])
    #expect(statistics.meters.counts == ["4/4": 2, "3/4": 1])
    #expect(statistics.tempi.counts == [120: 2, 130: 1])
  }

  @Test func `drums, velocities and offsets count the hits used for training`() {
    let statistics = CorpusStatistics(pieces)
    #expect(statistics.drums.counts == [.kick: 1, .snare: 2, .ride: 1])
    #expect(statistics.velocities.counts == [120: 1, 64: 1, 56: 1, 0: 1])
    // 99 is 3 after a sixteenth; 180 is half way and counts as 12 before one, as does 84.
    #expect(statistics.offsets.counts == [0: 1, 3: 1, -12: 2])
    #expect(statistics.offsetSpread == Spread([0, 3, -12, -12]))
    // At 125 bpm a tick lasts 5 ms.
    let early = -12 * 60_000 / (129.9 * 96)
    #expect(abs(statistics.lateness.mean - (0 + 15 - 60 + early) / 4) < 1e-9)
  }

  @Test func `a spread is a mean and a standard deviation`() {
    #expect(Spread([2, 4, 4, 4, 5, 5, 7, 9]).mean == 5)
    #expect(Spread([2, 4, 4, 4, 5, 5, 7, 9]).deviation == 2)
    #expect(Spread([]).mean == 0 && Spread([]).deviation == 0)
  }

  @Test func `an empty corpus has statistics too`() {
    let statistics = CorpusStatistics([])
    #expect(statistics.splits.map(\.pieces) == [0, 0, 0])
    #expect(statistics.drums.total == 0 && statistics.lateness.mean == 0)
  }

  @Test func `a tempo counts as the whole beats per minute that its file meant`() throws {
    // 70, 90 and 110 bpm are not a whole number of microseconds per beat.
    let files = [70.0, 90, 95, 110, 120].map { ("\(Int($0)).mid", Take.bytes([36], bpm: $0)) }
    let folder = try ScratchFolder(Dictionary(uniqueKeysWithValues: files))
    let corpus = try Corpus(folder: folder.path)
    #expect(corpus.pieces.contains { $0.tempo.bpm < 90 && $0.tempo.bpm > 89.99 })
    #expect(CorpusStatistics(corpus.pieces).tempi.counts == [70: 1, 90: 2, 110: 1, 120: 1])
    for piece in corpus.pieces {
      let whole = Tempo(clampingBPM: piece.tempo.bpm.rounded())
      let (read, meant) = (
        Conditions(tempo: piece.tempo).tempoFeatures, Conditions(tempo: whole).tempoFeatures
      )
      for index in read.indices { #expect(read[index] == meant[index]) }
    }
  }
}
