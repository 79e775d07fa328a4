import Foundation
import MusicalTime
import Rhythm

extension Performer {
  /// Invents hits until the next one would lie at `end` or later.
  mutating func invent(until end: Int, _ manner: Manner, _ sheet: inout Sheet) {
    mind.think()
    while true {
      sheet.turn += 1
      let (wait, step) = decideStep(manner, sheet)
      guard step < end else { return }
      mind.decide(wait: wait, step: step)
      guard let hit = decideHit(manner, sheet) else { continue }
      sheet.add(hit, velocity: manner.audible(hit.velocity))
      mind.think()
    }
  }

  /// The next hit's wait and step, no earlier than allowed.
  private mutating func decideStep(_ manner: Manner, _ sheet: Sheet) -> (wait: Int, step: Int) {
    var odds = mind.odds(of: .step)
    if manner.habit > 0, habit.isFormed, let last = mind.last {
      odds.mix(manner.habit, of: habit.waits(behind: mind.step, drum: Int(last.drum)))
    }
    if manner.patience != 0 {
      for wait in 1..<odds.count { odds[wait] += manner.patience * Self.log2[wait] }
    }
    let shortest = earliest.step - mind.step
    odds.forbid(below: min(shortest, Token.longestWait))
    let wait =
      odds.draw(
        sheet.chance(sheet.turn, .step), temperature: manner.structureTemperature,
        top: Manner.top) ?? Token.longestWait
    let isLongest = wait == Token.longestWait
    return (wait, isLongest ? max(mind.step + wait, earliest.step) : mind.step + wait)
  }

  /// What is hit at the step that is decided, how early and how hard; nil when no limb is free for
  /// it or it is not its turn, and the next hit comes behind it.
  private mutating func decideHit(_ manner: Manner, _ sheet: Sheet) -> PlacedToken? {
    let step = mind.nextStep
    guard let drum = decideDrum(manner, sheet) else {
      earliest = Place(step: step + 1, drum: 0)
      return nil
    }
    mind.decide(drum: drum)
    earliest = .behind(drum, on: step)
    guard let offset = decideOffset(drum, manner, sheet) else { return nil }
    mind.decide(offset: offset)
    let bin =
      mind.odds(of: .velocity).draw(
        sheet.chance(sheet.turn, .velocity), temperature: manner.feelTemperature,
        top: Manner.top) ?? 16
    let hit = mind.commit(velocity: Vocabulary.velocity(ofBin: bin).value)
    limbs.strike(drum, at: Vocabulary.tick(of: hit))
    earliest = Place(step: step, drum: drum)
    return hit
  }

  private mutating func decideDrum(_ manner: Manner, _ sheet: Sheet) -> Int? {
    let step = mind.nextStep
    let first = step == earliest.step ? earliest.drum : 0
    var odds = mind.odds(of: .drum)
    if manner.habit > 0, habit.isFormed {
      // Once is what one is in the habit of: a flam is for the network to invent.
      let struck = mind.last.map { step == mind.step ? Int($0.drum) + 1 : 0 } ?? 0
      odds.mix(manner.habit, of: habit.drums(at: step, from: max(first, struck)))
    }
    for drum in 0..<odds.count { odds[drum] += manner.taste[drum] }
    if step == landing { odds[Self.crash] += 2.5 }
    odds.forbid(below: first)
    let chance = sheet.chance(sheet.turn, .drum)
    let temperature = manner.structureTemperature
    let drum = odds.draw(chance, temperature: temperature, top: Manner.top)
    guard let drum, !sheet.hears(drum) else { return drum }
    // A like that may play stands in; without one the place stays empty, though not in mind.
    for other in 0..<odds.count where !sheet.hears(other) || !Self.areAlike(drum, other) {
      odds.forbid(other)
    }
    return odds.draw(chance, temperature: temperature, top: Manner.top) ?? drum
  }

  private mutating func decideOffset(_ drum: Int, _ manner: Manner, _ sheet: Sheet) -> Int? {
    var odds = mind.odds(of: .offset)
    let step = mind.nextStep
    if let last = mind.last, mind.step == step, Int(last.drum) == drum {
      odds.forbid(below: Int(last.offset) + 1)
    }
    let offset = odds.draw(
      sheet.chance(sheet.turn, .offset), temperature: manner.feelTemperature, top: Manner.top)
    guard let offset else { return nil }
    let tick = step * Vocabulary.ticksPerStep + offset - Vocabulary.ticksPerStep / 2
    let isFree = limbs.canStrike(drum, at: tick, tickMilliseconds: manner.tickMilliseconds)
    return isFree ? offset : nil
  }

  /// log₂(1 + w) for each wait w.
  private static let log2 = (0...Token.longestWait).map { Float(Foundation.log2(Double($0 + 1))) }
  private static let crash = 9
  /// Kick; snares; hi-hats and rides; the hi-hat's pedal; toms; crashes.
  private static let families = [0, 1, 1, 2, 3, 2, 4, 4, 4, 5, 5, 2, 2]

  private static func areAlike(_ a: Int, _ b: Int) -> Bool { families[a] == families[b] }
}
