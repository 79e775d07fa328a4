import MusicalTime
import Rhythm
import Testing

@testable import Sequencing

/// The velocity that is written so that a stroke is heard as hard as it was struck, beside a trial of all of them.
@Suite struct HeardVelocityTests {
  private static func hearing(factor: Double) throws -> LaneHearing {
    let warp = try #require(Warp(period: Beats(1), []))
    let groove = Groove(
      name: "", warp: warp, levels: [Groove.Level(.zero, factor: factor)])
    let target = RecordingTarget(
      .empty, groove: GrooveUse(groove, timing: 1, velocity: 1))
    return LaneHearing(Voice(.kick), in: target)
  }

  private static func heard(_ written: Int, amplitude: Double, factor: Double) -> Int {
    Int((Double(written) * amplitude).rounded() * factor + 0.5)
  }

  @Test(
    arguments: [1, 0.9, 0.77, 0.5, 0.25, 0.1, 0.02], [0, 0.1, 0.3, 0.5, 0.75, 1, 1.25, 1.5, 2])
  func `it is heard as near to the stroke as any would be`(amplitude: Double, factor: Double) throws
  {
    let hearing = try Self.hearing(factor: factor)
    var farther: [Int] = []
    for wanted in Velocity.range {
      let found = hearing.velocity(
        heardAs: Velocity(clamping: wanted), amplitude: amplitude, at: .zero)
      let distance = { (written: Int) in
        abs(Self.heard(written, amplitude: amplitude, factor: factor) - wanted)
      }
      let least = Velocity.range.map(distance).min() ?? 0
      if distance(Int(found.value)) > least { farther.append(wanted) }
    }
    #expect(farther.isEmpty)
  }

  @Test func `on a plain marker it is the stroke's own`() throws {
    let hearing = try Self.hearing(factor: 1)
    let found = Velocity.range.map {
      hearing.velocity(heardAs: Velocity(clamping: $0), amplitude: 1, at: .zero).value
    }
    #expect(found.map(Int.init) == Array(Velocity.range))
  }

  @Test func `each level holds from its beat to the next, in every period`() throws {
    let warp = try #require(Warp(period: Beats(2), []))
    let levels = [(0, 1.0), (1, 0.5)].map { Groove.Level(Beats(Int64($0.0)), factor: $0.1) }
    let use = GrooveUse(Groove(name: "", warp: warp, levels: levels), timing: 1, velocity: 1)
    let hearing = LaneHearing(Voice(.kick), in: RecordingTarget(.empty, groove: use))
    let written = [-3, -2, -1, 0, 1, 2, 7].map { beat in
      hearing.velocity(
        heardAs: Velocity(clamping: 50), amplitude: 1, at: Beats(Int64(beat))
      ).value
    }
    #expect(written == [100, 50, 100, 50, 100, 50, 100].map { UInt8($0) })
  }
}
