import Foundation
import MusicalTime
import Rhythm

extension Performer {
  /// Samples hits until the next one would be at `end` or later.
  mutating func invent(until end: Int, _ manner: SamplingSettings, _ sheet: inout BarBuilder) {
    mind.think()
    while decidePlace(before: end, manner, &sheet) {
      guard let hit = decideManner(manner, &sheet) else { continue }
      sheet.add(hit, manner)
      mind.think()
    }
  }

  /// Samples the next hit's step and drum; false if it would be at `end` or later.
  ///
  /// A hit outside the groove prior may be sampled again, up to three times.
  private mutating func decidePlace(
    before end: Int, _ manner: SamplingSettings, _ sheet: inout BarBuilder
  ) -> Bool {
    let plainWaits = mind.odds(of: .step)
    let waits = waitOdds(plainWaits, manner)
    for doubts in 0..<4 {
      sheet.turn += 1
      let wait =
        waits.draw(
          sheet.chance(sheet.turn, .step), temperature: manner.structureTemperature,
          top: SamplingSettings.top) ?? Token.longestWait
      // The longest wait stands for all longer ones.
      let isLongest = wait == Token.longestWait
      let sampled = isLongest ? max(mind.step + wait, earliest.step) : mind.step + wait
      let due = dueBackbeat(sheet)
      let step = min(sampled, due?.step ?? sampled)
      let decidedWait = min(wait, step - mind.step)
      mind.decide(wait: decidedWait, step: step)
      let plainDrums = mind.odds(of: .drum)
      let odds = drumOdds(plainDrums, manner)
      var drum = draw(odds, manner, sheet)
      if let due, step == due.step { drum = min(drum, due.drum) }
      let isDue = due.map { $0.step == step && $0.drum == drum } ?? false
      let welcome = manner.curiosity + (1 - manner.curiosity) * belonging(of: drum, at: step)
      guard isDue || doubts == 3 || sheet.chance.doubt(sheet.turn) < welcome else { continue }
      // Checked only here: the start of a fill must not change what comes before it.
      guard step < end else { return false }
      mind.decide(drum: drum)
      sheet.surprise = plainWaits.surprise(of: decidedWait) + plainDrums.surprise(of: drum)
      earliest = .behind(drum, on: step)
      remainder = earliest.step > step ? 1 : odds.likelihood(from: drum + 1)
      return true
    }
    return false
  }

  /// The backbeat of half time, if it is still to come. A fill takes its place, but changes nothing that
  /// comes before it.
  private func dueBackbeat(_ sheet: BarBuilder) -> Backbeat? {
    guard let due = sheet.backbeat,
      earliest <= StepAndDrum(step: due.step, drum: due.drum),
      mind.played.drums(at: due.step) & (1 << UInt16(due.drum)) == 0
    else { return nil }
    return due
  }

  /// How much a drum at a step belongs to the groove, 0 to 1; after a fill a crash does.
  private func belonging(of drum: Int, at step: Int) -> Float {
    step == landing && Self.crashes.contains(drum) ? 1 : habit.belonging(of: drum, at: step)
  }

  /// The distribution of the next wait, without steps that are too early, from the model's own.
  private func waitOdds(_ plain: Logits, _ manner: SamplingSettings) -> Logits {
    var odds = plain
    if manner.habit > 0, habit.isFormed, let last = mind.last {
      odds.mix(manner.habit, of: habit.waits(behind: mind.step, drum: Int(last.drum)))
    }
    if manner.patience != 0 {
      for wait in 1..<odds.count { odds[wait] += manner.patience * Self.log2[wait] }
    }
    let shortest = min(earliest.step - mind.step, Token.longestWait)
    odds.forbid(below: shortest)
    if remainder < 1 { odds[shortest] += log(max(remainder, 1e-12)) }
    return odds
  }

  /// The distribution of the drum at the sampled step, without those already played there, from the
  /// model's own.
  private func drumOdds(_ plain: Logits, _ manner: SamplingSettings) -> Logits {
    let step = mind.nextStep
    let first = step == earliest.step ? earliest.drum : 0
    var odds = plain
    if manner.habit > 0, habit.isFormed {
      // The prior only covers single hits; double hits (flams) come from the network.
      let struck = mind.last.map { step == mind.step ? Int($0.drum) + 1 : 0 } ?? 0
      odds.mix(manner.habit, of: habit.drums(at: step, from: max(first, struck)))
    }
    for drum in 0..<odds.count { odds[drum] += manner.taste[drum] }
    if step == landing { odds[Self.crashes.lowerBound] += SamplingSettings.landing }
    odds.forbid(below: first)
    return odds
  }

  private func draw(_ odds: Logits, _ manner: SamplingSettings, _ sheet: BarBuilder) -> Int {
    let chance = sheet.chance(sheet.turn, .drum)
    let temperature = manner.structureTemperature
    // The last drum can always follow, until the step is over.
    let last = Vocabulary.drumCount - 1
    let drum = odds.draw(chance, temperature: temperature, top: SamplingSettings.top) ?? last
    guard !sheet.hears(drum) else { return drum }
    // A similar drum that may play is used instead; without one the hit is silent but stays in the
    // model state.
    var likes = odds
    for other in 0..<odds.count where !sheet.hears(other) || !Self.areAlike(drum, other) {
      likes.forbid(other)
    }
    return likes.draw(chance, temperature: temperature, top: SamplingSettings.top) ?? drum
  }

  /// Samples offset and velocity and completes the hit; nil if no limb is free for it.
  private mutating func decideManner(
    _ manner: SamplingSettings, _ sheet: inout BarBuilder
  ) -> PlacedToken? {
    let (step, drum) = (mind.nextStep, mind.nextDrum)
    guard let offset = decideOffset(drum, manner, &sheet) else { return nil }
    mind.decide(offset: offset)
    let plain = mind.odds(of: .velocity)
    var velocities = plain
    anchor.pullVelocity(&velocities, drum: drum, step: step)
    sheet.backbeat?.limitVelocity(&velocities, drum: drum, at: step)
    let bin =
      velocities.draw(
        sheet.chance(sheet.turn, .velocity), temperature: manner.feelTemperature, top: 1) ?? 16
    sheet.surprise += plain.surprise(of: bin)
    let hit = mind.commit(velocity: Vocabulary.velocity(ofBin: bin).value)
    anchor.struck(hit)
    limbs.strike(drum, at: Vocabulary.tick(of: hit))
    (earliest, remainder) = (StepAndDrum(step: step, drum: drum), 1)
    return hit
  }

  private mutating func decideOffset(
    _ drum: Int, _ manner: SamplingSettings, _ sheet: inout BarBuilder
  ) -> Int? {
    let plain = mind.odds(of: .offset)
    var odds = plain
    let step = mind.nextStep
    if let last = mind.last, mind.step == step, Int(last.drum) == drum {
      odds.forbid(below: Int(last.offset) + 1)
    }
    anchor.pullOffset(&odds, drum: drum, step: step)
    sheet.backbeat?.limitOffset(&odds, drum: drum, at: step)
    // A hit on the first step of all cannot be early.
    if sheet.number == 0, step == sheet.start { odds.forbid(below: Vocabulary.ticksPerStep / 2) }
    let offset = odds.draw(
      sheet.chance(sheet.turn, .offset), temperature: manner.feelTemperature, top: 1)
    guard let offset else { return nil }
    sheet.surprise += plain.surprise(of: offset)
    let tick = step * Vocabulary.ticksPerStep + offset - Vocabulary.ticksPerStep / 2
    let isFree = limbs.canStrike(drum, at: tick, tickMilliseconds: manner.tickMilliseconds)
    return isFree ? offset : nil
  }

  /// log₂(1 + w) for each wait w.
  private static let log2 = (0...Token.longestWait).map { Float(Foundation.log2(Double($0 + 1))) }
  private static let crashes = 9...10
  /// Kick; snares; hi-hats and rides; the hi-hat's pedal; toms; crashes.
  private static let families = [0, 1, 1, 2, 3, 2, 4, 4, 4, 5, 5, 2, 2]

  private static func areAlike(_ a: Int, _ b: Int) -> Bool { families[a] == families[b] }
}
