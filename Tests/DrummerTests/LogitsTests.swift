import Foundation
import GhostnoteTesting
import Testing

@testable import Drummer

/// How values are drawn, against plain sums in double precision.
@Suite struct LogitsTests {
  private static func logits(_ values: [Float]) -> Logits {
    var logits = Logits(count: values.count)
    for (index, value) in values.enumerated() { logits[index] = value }
    return logits
  }

  private static func random(_ count: Int, using chance: inout SplitMix64) -> [Float] {
    (0..<count).map { _ in Float.random(in: -4...4, using: &chance) }
  }

  private static func softmax(_ values: [Float], temperature: Double = 1) -> [Double] {
    let weights = values.map { exp(Double($0) / temperature) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The value at `chance` of the most likely ones that make up `topP`; nil where it is too near to the
  /// next value for single precision.
  private static func drawn(_ shares: [Double], _ chance: Double, topP: Double) -> Int? {
    var kept: Set<Int> = []
    var mass = 0.0
    for index in shares.indices.sorted(by: { shares[$0] > shares[$1] }) where mass < topP {
      kept.insert(index)
      mass += shares[index]
      if abs(mass - topP) < 1e-4 { return nil }
    }
    var rest = chance * mass
    for index in shares.indices where kept.contains(index) {
      rest -= shares[index]
      if abs(rest) < 1e-4 { return nil }
      if rest < 0 { return index }
    }
    return nil
  }

  @Test func `a surprise is the negative logarithm of a share`() {
    var chance = SplitMix64(seed: 1)
    for count in [1, 2, 13, 34] {
      let values = Self.random(count, using: &chance)
      let shares = Self.softmax(values)
      for index in 0..<count {
        let surprise = Self.logits(values).surprise(of: index)
        #expect(abs(surprise + log(shares[index])) < 1e-4)
      }
    }
    #expect(abs(Logits(count: 34).surprise(of: 5) - log(34)) < 1e-5)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `each value is drawn by its share, of the most likely alone`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var compared = 0
    for _ in 0..<40 {
      let values = Self.random(Int.random(in: 2...34, using: &chance), using: &chance)
      let temperature = Double.random(in: 0.5...2, using: &chance)
      let topP = Double.random(in: 0.3...0.99, using: &chance)
      let shares = Self.softmax(values, temperature: temperature)
      for _ in 0..<10 {
        let draw = Double.random(in: 0..<1, using: &chance)
        guard let expected = Self.drawn(shares, draw, topP: topP) else { continue }
        compared += 1
        let found = Self.logits(values).sample(
          Float(draw), temperature: Float(temperature), topP: Float(topP))
        #expect(found == expected)
      }
    }
    #expect(compared > 300)
  }

  @Test func `what is excluded is never drawn, and of nothing nothing is`() {
    var logits = Self.logits([5, 1, 0, -1])
    logits.forbid(0)
    let draws = (0..<100).map { logits.sample(Float($0) / 100, temperature: 1, topP: 1) }
    #expect(Set(draws) == [1, 2, 3])
    logits.forbid(below: 3)
    #expect(logits.isPossible(3) && !logits.isPossible(2))
    #expect(logits.sample(0.99, temperature: 1, topP: 0.1) == 3)
    logits.forbid(below: 4)
    #expect(logits.sample(0, temperature: 1, topP: 1) == nil)
    var all = Logits(count: 34)
    all.forbid(below: -3)
    #expect((0..<34).allSatisfy { all.isPossible($0) } && !all.isPossible(34))
    all.forbid(below: 64)
    #expect((0..<34).allSatisfy { !all.isPossible($0) })
  }

  @Test func `a low temperature and a small share draw the most likely`() {
    var chance = SplitMix64(seed: 4)
    for _ in 0..<30 {
      let values = Self.random(20, using: &chance)
      let logits = Self.logits(values)
      let draw = Float.random(in: 0..<1, using: &chance)
      #expect(logits.sample(draw, temperature: 1, topP: 0) == logits.likeliest)
      #expect(logits.sample(draw, temperature: 1e-4, topP: 1) == logits.likeliest)
      #expect(values[logits.likeliest] == values.max())
    }
    #expect(Self.logits([1, 3, 3, 2]).likeliest == 1, "the first of several")
  }

  @Test func `a likelihood is the sum of shares from a value on`() {
    var chance = SplitMix64(seed: 5)
    let values = Self.random(30, using: &chance)
    let shares = Self.softmax(values)
    for first in 0...31 {
      let expected = shares.dropFirst(first).reduce(0, +)
      #expect(abs(Double(Self.logits(values).likelihood(from: first)) - expected) < 1e-5)
    }
  }

  @Test func `another distribution is mixed in by its share`() {
    var chance = SplitMix64(seed: 6)
    let values = Self.random(10, using: &chance)
    let (own, other) = (Self.softmax(values), Self.softmax(Self.random(10, using: &chance)))
    var logits = Self.logits(values)
    logits.mix(0.3, of: InlineArray { $0 < 10 ? Float(other[$0]) : 0 })
    for index in 0..<10 {
      let expected = 0.7 * own[index] + 0.3 * other[index]
      #expect(abs(exp(Double(logits[index])) - expected) < 1e-5)
    }
  }

  @Test func `what is all but impossible by itself stays so, whatever is mixed in`() {
    var logits = Self.logits([0, -30])
    logits.mix(0.5, of: InlineArray { $0 == 1 ? 1 : 0 })
    #expect(exp(logits[1]) < 1e-5 && abs(exp(logits[0]) - 0.5) < 1e-5)
  }
}
