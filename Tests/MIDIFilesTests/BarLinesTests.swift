import GhostnoteTesting
import MIDI
import MusicalTime
import Rhythm
import Testing

@testable import MIDIFiles

/// Where the bars of a file begin, and its tempi.
@Suite struct BarLinesTests {
  private typealias Event = StandardMIDIFile.Event

  private static func meter(_ count: Int, _ unit: Int, at beat: Beats) throws -> Event {
    Event(.meter(try #require(Meter(count: count, unit: unit))), at: beat)
  }

  private static func tempo(_ bpm: Double, at beat: Beats) -> Event {
    Event(.tempo(BeatDuration(Tempo(clampingBPM: bpm))), at: beat)
  }

  /// The beginning, first bar and bar length of each stretch.
  private static func stretches(_ events: [Event]) -> [[String]] {
    BarLines(StandardMIDIFile.Track(events)).stretches.map {
      [$0.beat.fraction, "\($0.bar)", $0.barLength.fraction]
    }
  }

  @Test func `without a meter bars are 4/4, and one at the beginning replaces that`() throws {
    #expect(Self.stretches([]) == [["0", "0", "4"]])
    #expect(Self.stretches([try Self.meter(3, 4, at: .zero)]) == [["0", "0", "3"]])
  }

  @Test func `a meter within a bar waits for the next line`() throws {
    let events = try [
      Self.meter(3, 4, at: Beats(5)), Self.meter(7, 8, at: Beats(14)),
      Self.meter(4, 4, at: Beats(18)),
    ]
    // Two bars of 4, two of 3, and one of 3.5.
    #expect(
      Self.stretches(events) == [
        ["0", "0", "4"], ["8", "2", "3"], ["14", "4", "7/2"], ["21", "6", "4"],
      ])
  }

  @Test func `of several within a bar the last counts, and one that changes nothing is none`()
    throws
  {
    let events = try [
      Self.meter(3, 4, at: Beats(1)), Self.meter(5, 4, at: Beats(2)),
      Self.meter(5, 4, at: Beats(30)),
      Self.meter(4, 4, at: .zero),
    ].sorted { $0.beat < $1.beat }
    #expect(Self.stretches(events) == [["0", "0", "4"], ["4", "1", "5"]])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `every bar begins where the one before ends, and a beat is found in its stretch`(
    seed: UInt64
  ) throws {
    var chance = SplitMix64(seed: seed)
    let events = try (0..<8).map { _ in
      try Self.meter(
        Int.random(in: 1...9, using: &chance),
        [2, 4, 8, 16][Int.random(in: 0..<4, using: &chance)],
        at: Beats(Int64.random(in: 0..<200, using: &chance), over: 4))
    }.sorted { $0.beat < $1.beat }
    let lines = BarLines(StandardMIDIFile.Track(events))
    let stretches = lines.stretches
    #expect(stretches[0].beat == .zero && stretches[0].bar == 0)
    for (before, after) in zip(stretches, stretches.dropFirst()) {
      #expect(after.bar > before.bar && after.meter != before.meter)
      #expect(after.beat == before.beat + before.barLength * (after.bar - before.bar))
    }
    for quarter in 0..<240 as Range<Int64> {
      let beat = Beats(quarter, over: 4)
      let found = lines.stretch(at: beat)
      #expect(found == stretches.lastIndex { $0.beat <= beat })
    }
  }

  @Test func `tempi that change nothing, or are replaced on their beat, are left out`() {
    let lines = BarLines(
      StandardMIDIFile.Track([
        Self.tempo(100, at: .zero), Self.tempo(100, at: Beats(1)), Self.tempo(90, at: Beats(2)),
        Self.tempo(80, at: Beats(2)), Self.tempo(100, at: Beats(4)),
      ]))
    #expect(lines.tempi.map(\.beat) == [.zero, Beats(2), Beats(4)])
    #expect(lines.tempi.map(\.tempo.bpm) == [100, 80, 100] && lines.clampedTempi == 0)
    #expect(BarLines(StandardMIDIFile.Track([])).tempi.map(\.tempo) == [.standard])
  }

  @Test func `a tempo is the shortest number that the file's microseconds mean`() {
    for bpm in [96.0, 120.5, 133.33, 77.777, 300, 20] {
      #expect(BeatDuration(Tempo(clampingBPM: bpm)).shortTempo.bpm == bpm)
    }
    for microseconds in stride(from: 200_000, through: 3_000_000, by: 7_919) {
      guard let duration = BeatDuration(microseconds: microseconds) else { continue }
      let short = duration.shortTempo
      #expect(BeatDuration(short) == duration || abs(short.bpm - duration.tempo.bpm) < 0.001)
    }
  }

  @Test func `a tempo that no song has is at the end of its range, and counted`() throws {
    let fast = try #require(BeatDuration(microseconds: 100_000))
    let lines = BarLines(StandardMIDIFile.Track([Event(.tempo(fast), at: .zero)]))
    #expect(lines.clampedTempi == 1 && lines.tempi.map(\.tempo.bpm) == [300])
  }
}
