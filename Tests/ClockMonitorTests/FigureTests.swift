import Foundation
import GhostnoteTesting
import MusicalTime
import Testing

@testable import ClockMonitor

/// The figures of a clock, against sums over all of its ticks.
@Suite struct FigureTests {
  private static func interval(_ nanoseconds: Int64) -> HostTime.Interval {
    HostTime.Interval(nanoseconds: nanoseconds)
  }

  @Test func `a spread is the standard deviation and the farthest, on either side`() {
    var chance = SplitMix64(seed: 1)
    var spread = ErrorSpread()
    #expect(spread.deviation == 0 && spread.largest == 0)
    var errors: [Double] = []
    for count in 1...500 {
      let error = Int64.random(in: -3_000_000...9_000_000, using: &chance)
      spread.add(Self.interval(error))
      errors.append(Double(error) / 1e6)
      let mean = errors.reduce(0, +) / Double(count)
      let variance = errors.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count)
      #expect(abs(spread.deviation - variance.squareRoot()) < 1e-9)
      #expect(spread.largest == errors.map(\.magnitude).max())
    }
  }

  @Test func `a tempo is the line through all ticks, and two are enough`() throws {
    var fit = TempoFit()
    fit.add(0, after: Self.interval(0))
    #expect(fit.bpm == nil)
    fit.add(1, after: Self.interval(20_000_000))
    #expect(abs(try #require(fit.bpm) - 125) < 1e-9)

    var chance = SplitMix64(seed: 2)
    var points = [(0.0, 0.0), (1.0, 20e6)]
    for _ in 0..<300 {
      let missed = Int64.random(in: 1...3, using: &chance)
      let length = missed * 20_000_000 + Int64.random(in: -900_000...900_000, using: &chance)
      fit.add(missed, after: Self.interval(length))
      let last = points[points.count - 1]
      points.append((last.0 + Double(missed), last.1 + Double(length)))
    }
    let (x, y) = (
      points.map(\.0).reduce(0, +) / Double(points.count),
      points.map(\.1).reduce(0, +) / Double(points.count)
    )
    let products = points.map { ($0.0 - x) * ($0.1 - y) }.reduce(0, +)
    let squares = points.map { ($0.0 - x) * ($0.0 - x) }.reduce(0, +)
    #expect(abs(try #require(fit.bpm) - 60e9 / 24 * squares / products) < 1e-6)
    #expect(Double(fit.length.nanoseconds) == points.last?.1)
  }

  @Test func `a late tick at the end hardly moves a long fit`() throws {
    var fit = TempoFit()
    fit.add(0, after: Self.interval(0))
    for _ in 0..<2_400 { fit.add(1, after: Self.interval(20_000_000)) }
    fit.add(1, after: Self.interval(30_000_000))
    #expect(abs(try #require(fit.bpm) - 125) < 0.001)
  }

  @Test(arguments: [
    (0, "1.1.1"), (1, "1.1.2"), (4, "1.2.1"), (15, "1.4.4"), (16, "2.1.1"), (160, "11.1.1"),
  ])
  func `a position is bar, beat and sixteenth, each from 1`(sixteenths: Int64, text: String) {
    #expect(ClockReading.bars(.sixteenth * sixteenths) == text)
    #expect(ClockReading.bars(.sixteenth * (sixteenths + 1) - Beats(units: 1)) == text)
  }

  private static func reading(_ change: (inout ClockReading) -> Void) -> String {
    var monitor = ClockMonitor().reading(at: HostTime(nanoseconds: 0))
    change(&monitor)
    return monitor.text
  }

  @Test func `a line says what is known, and how it was lost`() {
    #expect(Self.reading { _ in } == "no clock yet")
    #expect(
      Self.reading {
        $0.presence = "seeking"
        $0.dropped = 2
      } == "a clock, finding its tempo  lost 0  dropped 2  position unknown")
    #expect(
      Self.reading {
        ($0.presence, $0.bpm, $0.lost) = ("lost", 119.999, 3)
        ($0.motion, $0.position) = ("rolling", "3.2.1")
      } == "silent, was 120.00 bpm  lost 3  dropped 0  rolling 3.2.1")
  }

  @Test(arguments: [
    (0, 0, 85, "lost 0  dropped 0  rolling 3.2.1"), (0, 0, 84, "phase +0.00 ms  rolling 3.2.1"),
    (3, 0, 80, "phase +0.00 ms  lost 3  rolling 3.2.1"),
    (0, 7, 80, "phase +0.00 ms  dropped 7  rolling 3.2.1"),
    (3, 7, 85, "lost 3  dropped 7  rolling 3.2.1"), (3, 7, 80, "lost 3  dropped 7  rolling›"),
    (0, 0, 4, "120›"), (0, 0, 1, "›"),
  ])
  func `a line fits the terminal, where need be without counts that are 0`(
    lost: Int64, dropped: Int64, columns: Int, end: String
  ) {
    var reading = ClockMonitor().reading(at: HostTime(nanoseconds: 0))
    (reading.presence, reading.bpm) = ("locked", 120)
    (reading.lost, reading.dropped) = (lost, dropped)
    (reading.motion, reading.position) = ("rolling", "3.2.1")
    let line = reading.fitted(toColumns: columns)
    #expect(line.count <= columns)
    #expect(line.hasSuffix(end), "\(line)")
  }

  @Test func `a display that was held up is due once, and again an interval later`() {
    let start = ContinuousClock.now
    var pace = DisplayPace(every: .seconds(1), from: start)
    let due = [0.5, 1, 1.5, 2.2, 2.9, 3, 63.5, 63.6, 64.4, 64.5, 65.5].filter { second in
      pace.isDue(at: start + .seconds(second))
    }
    #expect(due == [1, 2.2, 3, 63.5, 64.5, 65.5])
  }

  @Test(arguments: [(0.0, "+0.00"), (-0.004, "+0.00"), (-0.006, "-0.01"), (1.234, "+1.23")])
  func `a phase that rounds to nothing is not early`(phase: Double, text: String) {
    let line = Self.reading { ($0.presence, $0.phaseMs) = ("locked", phase) }
    #expect(line.contains("  phase \(text) ms  "))
  }
}
