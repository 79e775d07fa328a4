import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// Properties of edits, checked on random patterns.
@Suite struct EditLawTests {
  /// Calls `law` with 10,000 random patterns; returns how often it returned true.
  private func held(
    seed: UInt64, _ law: (EditedPattern, inout SplitMix64) throws -> Bool
  ) rethrows -> Int {
    var chance = SplitMix64(seed: seed)
    var count = 0
    for _ in 0..<10_000 where try law(EditedPattern.random(using: &chance), &chance) {
      count += 1
    }
    return count
  }

  @Test func `a full rotation changes nothing, and rotations have inverses`()
    throws
  {
    let count = try held(seed: 1) { given, chance in
      let count = given.selection?.numbers.count ?? given.pattern.stepCount
      let turn = Int.random(in: -5...5, using: &chance)
      var edited = given
      for _ in 0..<count { try edited.rotate(by: 1) }
      guard edited == given else { return false }
      try edited.rotate(by: turn)
      var stepwise = given
      for _ in 0..<abs(turn) { try stepwise.rotate(by: turn.signum()) }
      guard edited == stepwise else { return false }
      try edited.rotate(by: -turn)
      return edited == given
    }
    #expect(count == 10_000)
  }

  @Test func `reversing twice changes nothing`() throws {
    var refused = 0
    let count = try held(seed: 2) { given, _ in
      var edited = given
      do throws(EditError) { try edited.reverse() } catch {
        // Markers between the selected ones may be in the way.
        refused += 1
        return edited == given && given.selection?.kind == .markers
      }
      try edited.reverse()
      return edited == given
    }
    #expect(count == 10_000)
    #expect(refused < 3_000)
  }

  @Test func `shifting there and back restores the markers; a refused shift changes nothing`() {
    var shifted = 0
    let count = held(seed: 3) { given, chance in
      var edited = given
      let way = Beats(units: Int64.random(in: -500_000...500_000, using: &chance))
      guard (try? edited.shift(by: way)) != nil else { return edited == given }
      shifted += 1
      guard edited != given else { return way == .zero }
      return (try? edited.shift(by: .zero - way)) != nil && edited == given
    }
    #expect(count == 10_000)
    #expect(shifted > 2_000)
  }

  @Test func `moving hits there and back restores them; a refused move changes nothing`() {
    var moved = 0
    let count = held(seed: 4) { given, chance in
      var edited = given
      let way = Int.random(in: -2...2, using: &chance)
      guard (try? edited.moveHits(by: way)) != nil else { return edited == given }
      moved += 1
      return (try? edited.moveHits(by: -way)) != nil && edited.pattern == given.pattern
    }
    #expect(count == 10_000)
    #expect(moved > 2_000)
  }

  @Test func `scaling there and back restores the markers to the unit`() {
    var scaled = 0
    let count = held(seed: 5) { given, chance in
      let (a, b) = (Int.random(in: 1...9, using: &chance), Int.random(in: 1...9, using: &chance))
      guard let ratio = SpeedRatio(max(a, b), over: min(a, b)),
        let inverse = SpeedRatio(min(a, b), over: max(a, b))
      else { return false }
      let anchor: ScaleAnchor = chance.once(in: 2) ? .first : .last
      var edited = given
      guard (try? edited.scale(by: ratio, from: anchor)) != nil else { return edited == given }
      scaled += 1
      return (try? edited.scale(by: inverse, from: anchor)) != nil && edited == given
    }
    #expect(count == 10_000)
    #expect(scaled > 2_000)
  }

  @Test func `moving an inner handle there and back restores the markers up to rounding`() {
    var scaled = 0
    let count = held(seed: 6) { given, chance in
      guard let numbers = given.selection?.numbers, numbers.count > 2,
        let handle = numbers.dropFirst().dropLast().randomElement(using: &chance),
        let ratio = SpeedRatio(Int.random(in: 1...9, using: &chance), over: 4),
        let inverse = SpeedRatio(Int(ratio.denominator), over: Int(ratio.numerator))
      else { return true }
      var edited = given
      guard (try? edited.scale(by: ratio, from: .handle(handle))) != nil else {
        return edited == given
      }
      scaled += 1
      let (before, moved) = (given.ownGrid.markers, edited.ownGrid.markers)
      let end = before[numbers[numbers.count - 1]].beat
      // Scaling down and up again also scales the rounding error.
      let stretch = (end - before[handle].beat).inBeats / (end - moved[handle].beat).inBeats
      guard (try? edited.scale(by: inverse, from: .handle(handle))) != nil else { return false }
      return zip(edited.ownGrid.markers, before).allSatisfy { now, before in
        Double(abs((now.beat - before.beat).units)) <= 2 * (1 + stretch + inverse.value)
      }
    }
    #expect(count == 10_000)
    #expect(scaled > 1_000)
  }

  @Test func `dividing and merging restores the pattern, with held notes and selection`() throws {
    var divided = 0
    let count = try held(seed: 7) { given, chance in
      guard let selection = given.selection else { return true }
      let parts = Int.random(in: 2...7, using: &chance)
      var edited = given
      try edited.subdivide(by: parts, amplitude: chance.once(in: 2) ? 0.5 : nil)
      divided += 1
      let added = edited.ownGrid.count - given.ownGrid.count
      guard added == selection.numbers.count * (parts - 1),
        edited.selection?.numbers.count == selection.numbers.count * parts
      else { return false }
      try edited.merge(by: parts)
      return edited == given
    }
    #expect(count == 10_000)
    #expect(divided == 10_000)
  }

  @Test func `adding and deleting a marker restores the pattern`() {
    var added = 0
    let count = held(seed: 8) { given, chance in
      var edited = given
      let beat = Beats(1, over: 8) * Int64.random(in: -1...33, using: &chance)
      guard (try? edited.addMarker(at: beat)) != nil else { return edited == given }
      added += 1
      let number = edited.ownGrid.markers.firstIndex { $0.beat == beat } ?? -1
      var next = EditedPattern(
        edited.pattern, Selection(.markers, [number], ofLane: edited.selection?.lane))
      return (try? next.delete()) != nil && next.pattern == given.pattern
    }
    #expect(count == 10_000)
    #expect(added > 5_000)
  }

  @Test func `after any edit hits belong to their markers and are in order`() {
    let count = held(seed: 9) { given, chance in
      var edited = given
      let hits = given.pattern.lanes.map { $0.steps.compactMap { $0?.velocity } }
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: try? edited.shift(by: Beats(1, over: 6), snappingTo: Beats(1, over: 4))
      case 1: try? edited.scale(by: .one, from: .first)
      case 2: try? edited.subdivide(by: 3)
      default: try? edited.setAmplitude(0.25)
      }
      let beats = edited.ownGrid.markers.map(\.beat)
      return zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 }
        && hits == edited.pattern.lanes.map { $0.steps.compactMap { $0?.velocity } }
    }
    #expect(count == 10_000)
  }

  @Test func `after filling by a code, the code selects the markers`() throws {
    let codes = try ["1*2 -*1 3", "2 -", "? - 1 +", "1 + - 2", "3*5 -*2"].map { try ClipCode($0) }
    let count = try held(seed: 10) { given, chance in
      guard let code = codes.randomElement(using: &chance) else { return false }
      // On empty markers: hits of voices without a clip stay and do not count as rests.
      var edited = EditedPattern(try Pattern(grid: given.pattern.grid))
      try edited.fill(code, seed: chance.next())
      let all = Selection(allOf: .markers, in: edited.pattern)
      let found = try all.choosing(.code(code), in: edited.pattern)
      guard found == all else { return false }
      // The first clip of each code is the only content that every pattern has.
      var again = edited
      try again.fill(code, seed: 1)
      return try all.choosing(.code(code), in: again.pattern) == all
    }
    #expect(count == 10_000)
  }
}

extension EditedPattern {
  /// The grid that was edited.
  var ownGrid: Grid {
    selection?.lane.flatMap { pattern.lane(of: $0)?.grid } ?? pattern.grid
  }
}
