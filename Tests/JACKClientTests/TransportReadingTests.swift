import CJACK
import Clock
import MusicalTime
import Testing

@testable import JACKClient

/// Decoding of JACK transport positions without a server: a valid result or nil, and never a trap.
@Suite struct TransportReadingTests {
  /// One modified field of a position.
  struct Change: Sendable, CustomStringConvertible {
    let description: String
    let make: @Sendable (inout jack_position_t) -> Void

    init(_ description: String, _ make: @escaping @Sendable (inout jack_position_t) -> Void) {
      self.description = description
      self.make = make
    }
  }

  /// Bar 3, beat 2 of 4/4 at 120 bpm, plus a quarter of a beat.
  private var sound: jack_position_t {
    var position = jack_position_t()
    position.valid = JackPositionBBT
    position.frame_rate = 48_000
    (position.bar, position.beat, position.tick) = (3, 2, 480)
    position.bar_start_tick = 2 * 4 * 1_920
    (position.beats_per_bar, position.beat_type) = (4, 4)
    (position.ticks_per_beat, position.beats_per_minute) = (1_920, 120)
    return position
  }

  @Test func `bar, beat and tick are converted to quarter notes, with a resolution of a tick`()
    throws
  {
    let timebase = try #require(TransportReport.Timebase(sound))
    #expect(timebase.beat == Beats(9) + .sixteenth)
    #expect(abs(timebase.grain.inBeats * 1_920 - 1) < 0.001)
    #expect(timebase.tempo == .standard)
  }

  /// Values that are invalid for tempo, meter and ticks per beat.
  private static let nonsense: [Double] = [
    .nan, .infinity, -.infinity, 1e-200, .leastNonzeroMagnitude, 1e300, 1e30, -1, 0, -1e300,
    .greatestFiniteMagnitude,
  ]

  @Test(arguments: nonsense)
  func `an invalid number in any field gives no beat`(number: Double) {
    let changes = [
      Change("ticks a beat") { $0.ticks_per_beat = number },
      Change("tempo") { $0.beats_per_minute = number },
      Change("beat type") { $0.beat_type = Float(number) },
      Change("beats a bar") { $0.beats_per_bar = Float(number) },
    ]
    for change in changes {
      var position = sound
      change.make(&position)
      #expect(TransportReport.Timebase(position) == nil, "\(change)")
    }
  }

  @Test(arguments: [0, -1, -1e300, 1e16, 1e300, .greatestFiniteMagnitude])
  func `if the bar's first tick is invalid, bars are counted`(tick: Double) {
    var position = sound
    position.bar_start_tick = tick
    #expect(TransportReport.Timebase(position)?.beat == Beats(9) + .sixteenth)
  }

  @Test(arguments: [
    Change("a bar before the first") { $0.bar = 0 },
    Change("the least bar") { $0.bar = .min },
    Change("a bar beyond all songs") { ($0.bar, $0.bar_start_tick) = (.max, 0) },
    Change("a bar that begins nowhere") { $0.bar_start_tick = .nan },
    Change("a bar that begins at the end of all") { $0.bar_start_tick = .infinity },
    Change("a bar that begins beyond all songs") { $0.bar_start_tick = 9e15 },
    Change("a beat before the first") { $0.beat = 0 },
    Change("a beat beyond the bar") { $0.beat = 6 },
    Change("the largest beat") { $0.beat = .max },
    Change("a tick before the beat") { $0.tick = -1 },
    Change("a tick far beyond it") { $0.tick = .max },
    Change("no frames a second") { $0.frame_rate = 0 },
    Change("an offset beyond all songs") {
      ($0.bbt_offset, $0.frame_rate) = (.max, 1)
      $0.valid = jack_position_bits_t(
        rawValue: JackPositionBBT.rawValue | JackBBTFrameOffset.rawValue)
    },
    Change("a tempo and a note that make up for each other") {
      ($0.beat_type, $0.beats_per_minute) = (1e-30, 1e-28)
    },
    Change("nothing that is valid") { $0.valid = jack_position_bits_t(rawValue: 0) },
  ])
  func `an invalid position gives no beat`(change: Change) {
    var position = sound
    change.make(&position)
    #expect(TransportReport.Timebase(position) == nil)
  }
}
