import Foundation
import Instrument
import MusicalTime
import Rhythm
import Testing

/// Single strokes for pages that sound them themselves.
@Suite struct OneShotTests {
  private static let soundFont = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "SoundFonts/Ghostnote-Kit.sf2").path

  private func shots(_ patch: Patch = Patch()) throws -> OneShots {
    try OneShots(patch, file: nil, soundFont: Self.soundFont)
  }

  private func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  @Test func `every drum sounds at once, rings out and ends in silence`() throws {
    var shots = try shots()
    for drum in Drum.all {
      let samples = shots.render(drum, Velocity(clamping: 100))
      #expect(peak(samples.prefix(2 * 2_400)) > 0.01, "\(drum.name)")
      #expect(peak(samples.suffix(200)) < 0.001, "\(drum.name)")
      #expect(samples.count <= 2 * 48_000 * 4 + 1_024, "\(drum.name)")
    }
  }

  @Test func `a stroke is the same whatever rang before it`() throws {
    var one = try shots()
    var other = try shots()
    let alone = one.render(.snare, Velocity(clamping: 90))
    _ = other.render(.crash, Velocity(clamping: 127))
    let after = other.render(.snare, Velocity(clamping: 90))
    // The reverberation moves slowly by itself: what is left of the difference is faint.
    let energy = alone.reduce(0) { $0 + $1 * $1 }
    let rest = zip(alone, after).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    #expect(rest < 0.01 * energy, "\(rest / energy)")
    #expect(min(alone.count, after.count) > 4_800)
  }

  @Test func `a harder stroke is louder, and the kit's level counts`() throws {
    var shots = try shots()
    let soft = peak(shots.render(.kick, Velocity(clamping: 40)))
    let hard = peak(shots.render(.kick, Velocity(clamping: 120)))
    #expect(hard > 2 * soft)
    var patch = Patch()
    patch.kit[.kick].sound.level = -12
    var quieter = try self.shots(patch)
    let low = peak(quieter.render(.kick, Velocity(clamping: 120)))
    #expect((0.2...0.3).contains(low / hard))
  }

  @Test(arguments: [60.0, 120, 200])
  func `a drum echoes at the patch's tempo`(tempo: Double) throws {
    var patch = Patch(tempo: Tempo(clampingBPM: tempo))
    patch.kit.effects.delayTime = try #require(DelayTime("1/4"))
    patch.kit.effects.delayFeedback = 0
    patch.kit[.sideStick].sound.delay = 1
    var shots = try shots(patch)
    let samples = shots.render(.sideStick, Velocity(clamping: 120))
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    let onset = try #require(left.firstIndex { $0.magnitude > 0.001 })
    let due = onset + Int(48_000 * 60 / tempo)
    #expect(peak(left.dropFirst(due).prefix(2_400)) > 0.01)
    #expect(
      peak(left.dropFirst(due).prefix(2_400)) > 4 * peak(left.dropFirst(due - 4_800).prefix(4_320)))
  }

  @Test func `a sample that is not a number is silence, and one that is too loud is at full scale`()
  {
    let samples: [(Float, Int16)] = [
      (.nan, 0), (.infinity, 32_767), (-.infinity, -32_767), (2, 32_767), (0.5, 16_384), (0, 0),
    ]
    for (value, bits) in samples { #expect(StereoFrame.sample(value) == bits, "\(value)") }
  }
}
