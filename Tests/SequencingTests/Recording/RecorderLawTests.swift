import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

/// What holds for every stroke on every grid, in every groove.
@Suite struct RecorderLawTests {
  /// Records a stroke somewhere in the first loops of a target.
  private func taken(
    in target: RecordingTarget, _ settings: RecordingSettings, using chance: inout SplitMix64
  ) -> (stroke: LiveStroke, pattern: Pattern) {
    let beat = target.origin + Beats(units: .random(in: 0...30_000_000, using: &chance))
    let velocity = Velocity(clamping: .random(in: 1...40, using: &chance))
    let stroke = LiveStroke(Voice(.kick), velocity, at: beat)
    var recorder = Recorder(settings)
    recorder.start()
    _ = recorder.advance(heard: beat, planned: beat, since: beat, in: target)
    recorder.hear(stroke)
    return (stroke, recorder.stop(in: target)?.pattern ?? target.pattern)
  }

  /// Everything that the kick plays near `beat`, computed from what is written.
  private func played(
    _ pattern: Pattern, like target: RecordingTarget, near beat: Beats
  ) -> [(beat: Beats, marker: Beats, velocity: Int)] {
    guard let lane = pattern.lane(of: .kick) else { return [] }
    let length = pattern.grid(of: lane).length
    let warp = target.groove.warp
    let heard = { (units: Int64) in
      target.origin + warp.warped(Beats(units: lane.ratio.patternUnits(ofLane: units)))
    }
    let first = lane.ratio.laneUnits(atOrAfter: warp.unwarped(beat - target.origin).units)
    let loop = Int(Beats(units: first).dividedRoundingDown(by: length))
    return (max(loop - 1, 0)...loop + 1).flatMap { loop in
      pattern.strokes(of: lane, inLoop: loop).map { stroke in
        let start = length.units * Int64(loop)
        let written = Beats(units: lane.ratio.patternUnits(ofLane: start + stroke.beat.units))
        let half = target.groove.groove.warp.period.units / 2
        let inPeriod = written.units % (half * 2)
        let factor = target.groove.levels.last { $0.beat.units <= inPeriod }?.factor ?? 1
        return (
          heard(start + stroke.beat.units), heard(start + stroke.place.units),
          Int(Double(stroke.velocity.value) * factor + 0.5)
        )
      }
    }
  }

  /// The least distance from the stroke to what is played, in units.
  private func distance(
    _ stroke: LiveStroke, _ played: [(beat: Beats, marker: Beats, velocity: Int)]
  ) -> Int64 {
    played.map { abs(($0.beat - stroke.beat).units) }.min() ?? .max
  }

  @Test func `what is played to a straight pattern comes back to the unit`() {
    var chance = SplitMix64(seed: 5)
    var far = 0
    for _ in 0..<10_000 {
      let target = RecordingTarget.random(groove: .straight, using: &chance)
      let (stroke, pattern) = taken(in: target, RecordingSettings(), using: &chance)
      let heard = played(pattern, like: target, near: stroke.beat)
      let nearest = heard.map { abs(($0.marker - stroke.beat).units) }.min() ?? 0
      // Farther than a step can be from its marker, or before the first of all.
      guard nearest < Beats.unitsPerBeat / 2, !heard.isEmpty else {
        far += 1
        continue
      }
      guard distance(stroke, heard) == 0 else {
        Issue.record("\(stroke.beat.units) in \(pattern)")
        return
      }
    }
    #expect(far < 5_000)
  }

  @Test func `what is played in a groove comes back within a unit, and as hard`() {
    var chance = SplitMix64(seed: 6)
    var count = 0
    for _ in 0..<10_000 {
      let groove = GrooveUse.randomGentle(using: &chance)
      let target = RecordingTarget.random(groove: groove, using: &chance)
      let (stroke, pattern) = taken(in: target, RecordingSettings(), using: &chance)
      let heard = played(pattern, like: target, near: stroke.beat)
      let nearest = heard.map { abs(($0.marker - stroke.beat).units) }.min() ?? .max
      guard nearest < Beats.unitsPerBeat / 4 else { continue }
      count += 1
      let back = heard.min {
        abs(($0.beat - stroke.beat).units) < abs(($1.beat - stroke.beat).units)
      }
      guard let back, abs((back.beat - stroke.beat).units) <= 1 else {
        Issue.record("\(stroke.beat.units) in \(pattern) by \(groove)")
        return
      }
      // An amplitude of a tenth leaves room for 13 velocities only.
      let most = pattern.lane(of: .kick)?.steps.compactMap { $0?.velocity.value }.max() ?? 0
      if most < 127 { #expect(abs(back.velocity - Int(stroke.velocity.value)) <= 1) }
    }
    #expect(count > 3_000)
  }

  @Test func `quantised whole, a stroke lands on the nearest marker of its lane's own grid`() {
    var chance = SplitMix64(seed: 7)
    let settings = RecordingSettings(mode: .overdub, quantising: 100)
    for _ in 0..<10_000 {
      let target = RecordingTarget.random(groove: .straight, using: &chance)
      let (_, pattern) = taken(in: target, settings, using: &chance)
      let steps = (pattern.lane(of: .kick)?.steps ?? []).compactMap { $0 }
      guard steps.count <= 1, steps.allSatisfy({ $0.offset == .zero }) else {
        Issue.record("\(pattern)")
        return
      }
    }
  }

  @Test func `quantising by a share moves a stroke that share of its way`() {
    var chance = SplitMix64(seed: 8)
    var count = 0
    for _ in 0..<10_000 {
      let target = RecordingTarget.random(groove: .straight, using: &chance)
      var replay = chance
      let (_, free) = taken(in: target, RecordingSettings(), using: &chance)
      let share = Double.random(in: 0...100, using: &chance)
      let settings = RecordingSettings(mode: .overdub, quantising: share)
      let (_, quantised) = taken(in: target, settings, using: &replay)
      let whole = free.lane(of: .kick)?.steps.compactMap { $0 }.first?.offset
      let left = quantised.lane(of: .kick)?.steps.compactMap { $0 }.first?.offset
      guard let whole, let left, abs(whole.units) < Beats.unitsPerBeat else { continue }
      count += 1
      #expect(left.units == Int64((Double(whole.units) * (1 - share / 100)).rounded()))
    }
    #expect(count > 5_000)
  }
}
