import MusicalTime
import Testing

@testable import MIDI

/// Maps of tempo and meter beside a walk through their events.
@Suite struct TempoAndMeterMapTests {
  private typealias Track = StandardMIDIFile.Track
  private typealias Event = StandardMIDIFile.Event

  private static func beats(_ seed: UInt64) -> [Beats] {
    var state = seed
    return (0..<20).map { _ in
      state = mixed(state &+ 0x9E37_79B9_7F4A_7C15)
      // Several fall on one beat.
      return Beats(Int64(state % 32), over: 4)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func
    `the tempo at a beat is that of the last event by then, and time is the sum of what was passed`(
      seed: UInt64
    ) throws
  {
    let events = try Self.beats(seed).enumerated().map { index, beat in
      Event(.tempo(try #require(BeatDuration(microseconds: 200_000 + 10_000 * index))), at: beat)
    }
    let track = Track(events)
    let map = TempoMap(track)
    var seconds = 0.0
    var duration = BeatDuration.standard
    var next = track.events[...]
    for quarter in 0..<40 as Range<Int64> {
      let beat = Beats(quarter, over: 4)
      while let event = next.first, event.beat <= beat {
        if case .tempo(let changed) = event.content { duration = changed }
        next = next.dropFirst()
      }
      #expect(map.tempo(at: beat) == duration.tempo)
      #expect(abs(map.seconds(at: beat) - seconds) < 1e-9)
      seconds += Double(duration.microseconds) / 4_000_000
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `time never goes back`(seed: UInt64) throws {
    let track = Track(
      try Self.beats(seed).map { beat in
        let microseconds = 1 + Int(beat.units % 0xFF_FFFF)
        return Event(.tempo(try #require(BeatDuration(microseconds: microseconds))), at: beat)
      })
    let map = TempoMap(track)
    let seconds = (0..<400).map { map.seconds(at: Beats($0, over: 48)) }
    #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 < $1 })
    #expect(seconds.first == 0)
  }

  @Test func `a waltz, seven eighths and a late six eighths are each valid from their beat on`()
    throws
  {
    let rows: [(Int64, String)] = [(4, "3/4"), (10, "7/8"), (10, "5/4"), (20, "6/8")]
    let map = MeterMap(
      Track(try rows.map { Event(.meter(try #require(Meter($0.1))), at: Beats($0.0)) }))
    let just = Beats(units: 1)
    let expected: [(Beats, String)] = [
      (.zero - just, "4/4"), (.zero, "4/4"), (Beats(4) - just, "4/4"), (Beats(4), "3/4"),
      (Beats(10) - just, "3/4"), (Beats(10), "5/4"), (Beats(20) - just, "5/4"), (Beats(20), "6/8"),
      (Beats(1_000_000), "6/8"),
    ]
    for (beat, meter) in expected { #expect(map.meter(at: beat).description == meter) }
    #expect(map.changes.map(\.meter.description) == ["3/4", "7/8", "5/4", "6/8"])
  }

  @Test func `tempi and meters do not mix, and notes are neither`() throws {
    let track = Track([
      Event(.tempo(.standard), at: Beats(1)), Event(.meter(.fourFour), at: Beats(2)),
      Event(.message(.noteOn(channel: 9, note: 36, velocity: 1)), at: Beats(3)),
    ])
    #expect(TempoMap(track).changes.map(\.beat) == [Beats(1)])
    #expect(MeterMap(track).changes.map(\.beat) == [Beats(2)])
  }

  @Test func `every tempo of ours comes back from a file to a millionth of its beat`() {
    for tenth in 200...3_000 {
      let tempo = Tempo(clampingBPM: Double(tenth) / 10)
      let duration = BeatDuration(tempo)
      // Half a microsecond of a beat, as a share of the tempo.
      let most = Double(tempo.microbpm) * 0.5 / Double(duration.microseconds) + 1
      #expect(Double((duration.tempo.microbpm - tempo.microbpm).magnitude) <= most)
      #expect(BeatDuration(duration.tempo) == duration)
    }
  }

  @Test(arguments: [(0, nil), (1, 1), (0xFF_FFFF, 0xFF_FFFF), (0x100_0000, nil), (-1, nil)])
  func `a beat lasts what three bytes can say`(microseconds: Int, kept: UInt32?) {
    #expect(BeatDuration(microseconds: microseconds)?.microseconds == kept)
  }

  @Test func `a beat too long or too short for a tempo is as near as one comes`() throws {
    let longest = try #require(BeatDuration(microseconds: 0xFF_FFFF))
    let shortest = try #require(BeatDuration(microseconds: 1))
    #expect(longest.tempo.microbpm == 3_576_279)
    #expect(shortest.tempo.bpm == 999)
    #expect(BeatDuration(Tempo(measuredMicrobpm: 1_000_000)) == longest)
  }
}

/// Ticks of a file and beats.
@Suite struct TickScaleTests {
  @Test(arguments: [1, 24, 96, 480, 960, 32_767], [0, 1, 5_000] as [UInt32])
  func `every tick comes back from its beat, through every tempo change`(
    ticks: Int, change: UInt32
  ) throws {
    let division = try #require(StandardMIDIFile.Division(ticksPerBeat: ticks))
    let faster = try #require(duration(250_000))
    let scale = try #require(
      TickScale(division, tempi: [(tick: Int64(change), duration: faster)]))
    let beats = try (0..<2_000).map { try #require(scale.beat(at: $0 * 7)) }
    #expect(beats.enumerated().allSatisfy { scale.tick(at: $1) == Int64($0) * 7 })
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
    #expect(scale.beat(at: Int64(ticks)) == Beats(1))
  }

  @Test(arguments: StandardMIDIFile.Division.FrameRate.allCases, [1, 40, 100, 255])
  func `a tick of time code comes back too, at tempi that change under it`(
    rate: StandardMIDIFile.Division.FrameRate, ticks: Int
  ) throws {
    let division = try #require(StandardMIDIFile.Division(rate, ticksPerFrame: ticks))
    let tempi = try [(0, 1_000_000), (500, 300_000), (501, 90_000), (900, 2_000_000)]
      .map { (tick: Int64($0.0), duration: try #require(duration($0.1))) }
    let scale = try #require(TickScale(division, tempi: tempi))
    let beats = try (0..<1_500).map { try #require(scale.beat(at: $0)) }
    #expect(beats.enumerated().allSatisfy { scale.tick(at: $1) == Int64($0) })
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a beat before the beginning is tick 0, and one too far has no tick`() throws {
    let scale = try #require(TickScale(.standard, tempi: []))
    #expect(scale.tick(at: Beats(-3)) == 0)
    #expect(scale.beat(at: .max / 4) == nil)
  }

  @Test func `division words are read as they are written, and no others`() {
    var count = 0
    for word in UInt16.min...UInt16.max {
      guard let division = StandardMIDIFile.Division(word: word) else { continue }
      if division.word != word { Issue.record("\(word)") }
      count += 1
    }
    // 32 767 of a beat, and four frame rates of 255.
    #expect(count == 32_767 + 4 * 255)
  }

  private func duration(_ microseconds: Int) -> BeatDuration? {
    BeatDuration(microseconds: microseconds)
  }
}

/// Bytes that are read one after the other.
@Suite struct ByteCursorTests {
  @Test(
    arguments: [
      (0, [0]), (0x40, [0x40]), (0x7F, [0x7F]), (0x80, [0x81, 0]), (0x2000, [0xC0, 0]),
      (0x3FFF, [0xFF, 0x7F]), (0x4000, [0x81, 0x80, 0]), (0x1F_FFFF, [0xFF, 0xFF, 0x7F]),
      (0x20_0000, [0x81, 0x80, 0x80, 0]), (0xFFF_FFFF, [0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(Int, [UInt8])])
  func `the quantities that the specification shows are read`(value: Int, bytes: [UInt8]) throws {
    var cursor = ByteCursor(bytes + [99])
    let read = try cursor.quantity()
    #expect(read == value)
    #expect(cursor.left == 1)
    #expect(bytes == FileBytes.quantity(value))
  }

  @Test func `a quantity of five bytes is refused where it begins`() throws {
    var cursor = ByteCursor([0, 0x81, 0x80, 0x80, 0x80, 0])
    _ = try cursor.byte()
    let error = #expect(throws: StandardMIDIFileError.self) { try cursor.quantity() }
    #expect(error == StandardMIDIFileError(offset: 1, problem: .longQuantity))
  }

  @Test func `a part ends where it was said to, whatever follows`() throws {
    var cursor = ByteCursor([1, 2, 3, 4, 5])
    var part = try cursor.part(2)
    let number = try part.number(2)
    #expect(number == 0x0102)
    let error = #expect(throws: StandardMIDIFileError.self) { try part.byte() }
    #expect(error == StandardMIDIFileError(offset: 2, problem: .cutOff(needed: 1, left: 0)))
    let rest = try cursor.number(3)
    #expect(rest == 0x03_0405)
    #expect(throws: StandardMIDIFileError.self) { try cursor.part(1) }
  }
}
