import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct TemperamentTests {
  /// A random temperament of small numbers, with an explicit mapping half of the time.
  private func random(_ chance: inout SplitMix64) throws -> Temperament {
    func subdivision() throws -> Subdivision {
      let count = Int.random(in: 1...12, using: &chance)
      let beats = (0..<count).filter { _ in !chance.once(in: 3) }
      return try beats.isEmpty ? Subdivision(count) : Subdivision(count, beats: beats)
    }
    let (upper, lower) = (try subdivision(), try subdivision())
    if chance.once(in: 2) { return try Temperament(upper, lower) }
    let mapping = upper.beats.map { _ in lower.beats.randomElement(using: &chance) ?? 0 }.sorted()
    return try Temperament(upper, lower, mapping: mapping)
  }

  private func amount(_ chance: inout SplitMix64) throws -> Amount {
    let denominator = Int.random(in: 1...100, using: &chance)
    return try #require(
      Amount(Int.random(in: 0...denominator, using: &chance), over: denominator))
  }

  @Test func `at 0 it is the upper subdivision and at 1 the lower, for any mapping`() throws {
    var chance = SplitMix64(seed: 57)
    for _ in 0..<10_000 {
      let temperament = try random(&chance)
      let length = Beats(Int64.random(in: 1...9, using: &chance))
      let upper = temperament.upper.beats.map { beat in
        Beats(length.units * Int64(beat), over: Int64(temperament.upper.count) * Beats.unitsPerBeat)
      }
      let lower = temperament.mapping.map { beat in
        Beats(length.units * Int64(beat), over: Int64(temperament.lower.count) * Beats.unitsPerBeat)
      }
      let places = (
        temperament.places(at: .none, in: length), temperament.places(at: .all, in: length)
      )
      guard places == (upper, lower) else {
        Issue.record("\(temperament) in \(length.fraction)")
        return
      }
    }
  }

  @Test func `every position is the unit nearest to its fraction and moves monotonically`()
    throws
  {
    var chance = SplitMix64(seed: 58)
    for _ in 0..<10_000 {
      let temperament = try random(&chance)
      let length = Beats(units: Int64.random(in: 50_000...12_000_000, using: &chance))
      let denominator = Int.random(in: 1...100, using: &chance)
      let numerator = Int.random(in: 0...denominator, using: &chance)
      let less = try #require(Amount(numerator, over: denominator))
      let more = try #require(Amount(min(numerator + 1, denominator), over: denominator))
      let near = temperament.places(at: less, in: length)
      let far = temperament.places(at: more, in: length)
      let (n, m) = (temperament.upper.count, temperament.lower.count)
      for (index, (from, to)) in zip(temperament.upper.beats, temperament.mapping).enumerated() {
        let parts = denominator * n * m
        let exact =
          Int(length.units) * ((denominator - numerator) * from * m + numerator * to * n)
        let isNearest = abs(Int(near[index].units) * parts - exact) * 2 <= parts
        let goesUp = from * m <= to * n
        let isFarther = goesUp ? near[index] <= far[index] : near[index] >= far[index]
        let isBehind = index == 0 || near[index - 1] <= near[index]
        guard isNearest, isFarther, isBehind else {
          Issue.record("\(temperament), \(less) of \(length.fraction), beat \(index)")
          return
        }
      }
    }
  }

  /// Positions as fractions of a bar of four beats.
  private func ofBar(_ places: [Beats]) -> [String] {
    places.map { Beats(units: $0.units / 4).fraction }
  }

  @Test func `5 against 7 is on fifths, seventieths and sevenths of the bar, exactly`() throws {
    let temperament = try Temperament(Subdivision(5), Subdivision(7))
    let rows: [(Amount, ofBar: [String], ofBeat: [String])] = [
      (.none, ["0", "1/5", "2/5", "3/5", "4/5"], ["0", "4/5", "8/5", "12/5", "16/5"]),
      (
        .half, ["0", "6/35", "29/70", "41/70", "29/35"],
        ["0", "24/35", "58/35", "82/35", "116/35"]
      ),
      (.all, ["0", "1/7", "3/7", "4/7", "6/7"], ["0", "4/7", "12/7", "16/7", "24/7"]),
    ]
    for (amount, bar, beat) in rows {
      let places = temperament.places(at: amount, in: Beats(4))
      #expect(ofBar(places) == bar)
      #expect(places.map(\.fraction) == beat)
    }
  }

  @Test func `half way between five and seven beats is a multiple of a seventieth, to the unit`()
    throws
  {
    let seventieth = Beats(4, over: 70)
    #expect(seventieth * 70 == Beats(4))
    var chance = SplitMix64(seed: 70)
    for _ in 0..<1_000 {
      let mapping = (0..<5).map { _ in Int.random(in: 0..<7, using: &chance) }.sorted()
      let temperament = try Temperament(Subdivision(5), Subdivision(7), mapping: mapping)
      let wanted = mapping.enumerated().map { seventieth * Int64(7 * $0.offset + 5 * $0.element) }
      #expect(temperament.places(at: .half, in: Beats(4)) == wanted)
    }
  }

  @Test(arguments: [
    ("5:7", [0, 1, 3, 4, 6]), ("7:5", [0, 1, 1, 2, 3, 4, 4]), ("4:2", [0, 0, 1, 1]),
    ("8(1,4,7):16(1,5,9)", [0, 4, 8]), ("E(3,8):E(2,8)", [0, 4, 4]), ("1:9", [0]),
  ])
  func `beats are mapped in order, or else to the nearest in time`(
    text: String, mapping: [Int]
  ) throws {
    let tempering = try Tempering(text + " 1/2")
    #expect(tempering.temperament.mapping == mapping)
  }

  @Test func `a subdivision has 1 to 256 parts and sorted beats`() throws {
    for count in [0, -1, 257, 1_000, .max] {
      #expect(throws: TemperamentError.parts(count)) { try Subdivision(count) }
    }
    #expect(throws: TemperamentError.noBeats) { try Subdivision(8, beats: []) }
    #expect(throws: TemperamentError.beat(8, of: 8)) { try Subdivision(8, beats: [0, 8]) }
    #expect(throws: TemperamentError.beat(-1, of: 8)) { try Subdivision(8, beats: [-1]) }
    #expect(throws: TemperamentError.beatOrder(3, of: 8)) { try Subdivision(8, beats: [3, 3]) }
    #expect(throws: TemperamentError.noBeats) { try Subdivision(Euclid(0, in: 8)) }
    #expect(try Subdivision(256).beats.count == 256)
    #expect(try Subdivision(Euclid(3, in: 8)).beats == [0, 3, 6])
  }

  @Test func `a mapping has a chosen beat for each beat and never decreases`() throws {
    let upper = try Subdivision(3)
    let lower = try Subdivision(8, beats: [0, 3, 6])
    func refusal(_ mapping: [Int]) -> TemperamentError? {
      do { _ = try Temperament(upper, lower, mapping: mapping) } catch { return error }
      return nil
    }
    #expect(refusal([0, 3]) == .mappingCount(2, needed: 3))
    #expect(refusal([0, 3, 6, 6]) == .mappingCount(4, needed: 3))
    #expect(refusal([0, 4, 6]) == .notChosen(4, of: 8, mapped: 1))
    #expect(refusal([0, 6, 3]) == .mappingOrder(3, mapped: 2))
    #expect(refusal([0, 0, 6]) == nil)
    #expect(
      refusal([0, 4, 6])?.description
        == "upper beat 2 goes to lower beat 5 of 8, which isn't chosen")
  }
}
