import Foundation
import MusicalTime
import Rhythm

extension Performer {
  /// Samples hits until the next one would be at `end` or later.
  mutating func invent(until end: Int, _ sampling: SamplingSettings, _ bar: inout BarBuilder) {
    state.runLSTM()
    while sampleStepAndDrum(before: end, sampling, &bar) {
      guard let hit = sampleFeel(sampling, &bar) else { continue }
      bar.add(hit, sampling)
      state.runLSTM()
    }
  }

  /// Samples the next hit's step and drum; false if it would be at `end` or later.
  ///
  /// A hit outside the groove prior may be sampled again, up to three times.
  private mutating func sampleStepAndDrum(
    before end: Int, _ sampling: SamplingSettings, _ bar: inout BarBuilder
  ) -> Bool {
    let plainWaits = state.logits(of: .step)
    let waits = waitLogits(plainWaits, sampling)
    for doubts in 0..<4 {
      bar.turn += 1
      let wait =
        waits.sample(
          bar.chance(bar.turn, .step), temperature: sampling.structureTemperature,
          topP: SamplingSettings.topP) ?? Token.longestWait
      // The longest wait stands for all longer ones.
      let isLongest = wait == Token.longestWait
      let sampled = isLongest ? max(state.step + wait, earliest.step) : state.step + wait
      let due = dueBackbeat(bar)
      let step = min(sampled, due?.step ?? sampled)
      let decidedWait = min(wait, step - state.step)
      state.decide(wait: decidedWait, step: step)
      let plainDrums = state.logits(of: .drum)
      let logits = drumLogits(plainDrums, sampling)
      var drum = sampleDrum(logits, sampling, bar)
      if let due, step == due.step { drum = min(drum, due.drum) }
      let isDue = due.map { $0.step == step && $0.drum == drum } ?? false
      let welcome = sampling.curiosity + (1 - sampling.curiosity) * belonging(of: drum, at: step)
      guard isDue || doubts == 3 || bar.chance.doubt(bar.turn) < welcome else { continue }
      // Checked only here: the start of a fill must not change what comes before it.
      guard step < end else { return false }
      state.decide(drum: drum)
      bar.surprise = plainWaits.surprise(of: decidedWait) + plainDrums.surprise(of: drum)
      earliest = .after(drum, on: step)
      remainder = earliest.step > step ? 1 : logits.likelihood(from: drum + 1)
      return true
    }
    return false
  }

  /// The backbeat of half time, if it is still to come. A fill takes its place, but changes nothing that
  /// comes before it.
  private func dueBackbeat(_ bar: BarBuilder) -> Backbeat? {
    guard let due = bar.backbeat,
      earliest <= StepAndDrum(step: due.step, drum: due.drum),
      state.played.drums(at: due.step) & (1 << UInt16(due.drum)) == 0
    else { return nil }
    return due
  }

  /// How much a drum at a step belongs to the groove, 0 to 1; after a fill a crash does.
  private func belonging(of drum: Int, at step: Int) -> Float {
    step == landing && Self.crashes.contains(drum) ? 1 : prior.belonging(of: drum, at: step)
  }

  /// The distribution of the next wait, without steps that are too early, from the model's own.
  private func waitLogits(_ plain: Logits, _ sampling: SamplingSettings) -> Logits {
    var logits = plain
    if sampling.priorWeight > 0, prior.isFormed, let last = state.last {
      logits.mix(sampling.priorWeight, of: prior.waits(after: state.step, drum: Int(last.drum)))
      prior.fourBars?.tiltWaits(&logits, after: state.step, drum: Int(last.drum))
    }
    if sampling.patience != 0 {
      for wait in 1..<logits.count { logits[wait] += sampling.patience * Self.log2[wait] }
    }
    let shortest = min(earliest.step - state.step, Token.longestWait)
    logits.forbid(below: shortest)
    if remainder < 1 { logits[shortest] += log(max(remainder, 1e-12)) }
    return logits
  }

  /// The distribution of the drum at the sampled step, without those already played there, from the
  /// model's own.
  private func drumLogits(_ plain: Logits, _ sampling: SamplingSettings) -> Logits {
    let step = state.nextStep
    let first = step == earliest.step ? earliest.drum : 0
    var logits = plain
    if sampling.priorWeight > 0, prior.isFormed {
      // The prior only covers single hits; double hits (flams) come from the network.
      let struck = state.last.map { step == state.step ? Int($0.drum) + 1 : 0 } ?? 0
      logits.mix(sampling.priorWeight, of: prior.drums(at: step, from: max(first, struck)))
      prior.fourBars?.tiltDrums(&logits, at: step)
    }
    for drum in 0..<logits.count { logits[drum] += sampling.taste[drum] }
    if step == landing { logits[Self.crashes.lowerBound] += SamplingSettings.landing }
    logits.forbid(below: first)
    return logits
  }

  private func sampleDrum(_ logits: Logits, _ sampling: SamplingSettings, _ bar: BarBuilder) -> Int
  {
    let chance = bar.chance(bar.turn, .drum)
    let temperature = sampling.structureTemperature
    // The last drum can always follow, until the step is over.
    let last = Vocabulary.drumCount - 1
    let drum = logits.sample(chance, temperature: temperature, topP: SamplingSettings.topP) ?? last
    guard !bar.allows(drum) else { return drum }
    // A similar drum that may play is used instead; without one the hit is silent but stays in the
    // model state.
    var similar = logits
    for other in 0..<logits.count where !bar.allows(other) || !Self.areAlike(drum, other) {
      similar.forbid(other)
    }
    return similar.sample(chance, temperature: temperature, topP: SamplingSettings.topP) ?? drum
  }

  /// Samples offset and velocity and completes the hit; nil if no limb is free for it.
  private mutating func sampleFeel(
    _ sampling: SamplingSettings, _ bar: inout BarBuilder
  ) -> PlacedToken? {
    let (step, drum) = (state.nextStep, state.nextDrum)
    guard let offset = sampleOffset(drum, sampling, &bar) else { return nil }
    state.decide(offset: offset)
    let plain = state.logits(of: .velocity)
    var velocities = plain
    anchor.pullVelocity(&velocities, drum: drum, step: step)
    bar.backbeat?.limitVelocity(&velocities, drum: drum, at: step)
    let bin =
      velocities.sample(
        bar.chance(bar.turn, .velocity), temperature: sampling.feelTemperature, topP: 1) ?? 16
    bar.surprise += plain.surprise(of: bin)
    let hit = state.commit(velocity: Vocabulary.velocity(ofBin: bin).value)
    anchor.struck(hit)
    limbs.strike(drum, at: Vocabulary.tick(of: hit))
    (earliest, remainder) = (StepAndDrum(step: step, drum: drum), 1)
    return hit
  }

  private mutating func sampleOffset(
    _ drum: Int, _ sampling: SamplingSettings, _ bar: inout BarBuilder
  ) -> Int? {
    let plain = state.logits(of: .offset)
    var logits = plain
    let step = state.nextStep
    if let last = state.last, state.step == step, Int(last.drum) == drum {
      logits.forbid(below: Int(last.offset) + 1)
    }
    anchor.pullOffset(&logits, drum: drum, step: step)
    bar.backbeat?.limitOffset(&logits, drum: drum, at: step)
    // A hit on the first step of all cannot be early.
    if bar.number == 0, step == bar.start { logits.forbid(below: Vocabulary.ticksPerStep / 2) }
    let offset = logits.sample(
      bar.chance(bar.turn, .offset), temperature: sampling.feelTemperature, topP: 1)
    guard let offset else { return nil }
    bar.surprise += plain.surprise(of: offset)
    let tick = step * Vocabulary.ticksPerStep + offset - Vocabulary.ticksPerStep / 2
    let isFree = limbs.canStrike(drum, at: tick, tickMilliseconds: sampling.tickMilliseconds)
    return isFree ? offset : nil
  }

  /// log₂(1 + w) for each wait w.
  private static let log2 = (0...Token.longestWait).map { Float(Foundation.log2(Double($0 + 1))) }
  private static let crashes = 9...10
  /// Kick; snares; hi-hats and rides; the hi-hat's pedal; toms; crashes.
  private static let families = [0, 1, 1, 2, 3, 2, 4, 4, 4, 5, 5, 2, 2]

  private static func areAlike(_ a: Int, _ b: Int) -> Bool { families[a] == families[b] }
}
