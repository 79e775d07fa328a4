import Rhythm
import Testing

@Suite struct EuclidTests {
  private func row(_ rhythm: Euclid) -> String {
    rhythm.written.map { $0 == nil ? "." : $0?.isAccented == true ? "X" : "x" }.joined()
  }

  /// The rhythms listed by Toussaint (2005).
  @Test(arguments: [
    (1, 2, "x."), (1, 3, "x.."), (1, 4, "x..."), (4, 12, "x..x..x..x.."), (2, 3, "x.x"),
    (2, 5, "x.x.."), (3, 4, "x.xx"), (3, 5, "x.x.x"), (3, 7, "x.x.x.."), (3, 8, "x..x..x."),
    (4, 7, "x.x.x.x"), (4, 9, "x.x.x.x.."), (4, 11, "x..x..x..x."), (5, 6, "x.xxxx"),
    (5, 7, "x.xx.xx"), (5, 8, "x.xx.xx."), (5, 9, "x.x.x.x.x"), (5, 11, "x.x.x.x.x.."),
    (5, 12, "x..x.x..x.x."), (5, 16, "x..x..x..x..x..."), (7, 8, "x.xxxxxx"),
    (7, 12, "x.xx.x.xx.x."), (7, 16, "x..x.x.x..x.x.x."), (9, 16, "x.xx.x.x.xx.x.x."),
    (11, 24, "x..x.x.x.x.x..x.x.x.x.x."), (13, 24, "x.xx.x.x.x.x.xx.x.x.x.x."),
  ])
  func `pulses are spread as in the published tables`(
    pulses: Int, steps: Int, wanted: String
  ) throws {
    #expect(try row(Euclid(pulses, in: steps)) == wanted)
  }

  @Test func `the number of pulses is right, and gaps differ by at most one step`() throws {
    for steps in 1...40 {
      for pulses in 1...steps {
        let onsets = try Euclid(pulses, in: steps).onsets
        #expect(onsets.count == pulses)
        #expect(onsets.first == 0)
        let gaps = zip(onsets, onsets.dropFirst() + [steps]).map { $1 - $0 }
        #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1, "\(pulses) in \(steps)")
      }
    }
    #expect(try row(Euclid(0, in: 4)) == "....")
    #expect(try row(Euclid(4, in: 4)) == "xxxx")
    #expect(try Euclid(256, in: 256).onsets.count == 256)
  }

  @Test func `rotation moves every pulse later, around the end`() throws {
    #expect(try row(Euclid(3, in: 8, turnedBy: 1)) == ".x..x..x")
    #expect(try row(Euclid(3, in: 8, turnedBy: 2)) == "x.x..x..")
    #expect(try row(Euclid(3, in: 8, turnedBy: -3)) == "x..x.x..")
    for rotation in -16...16 {
      let turned = try Euclid(5, in: 8, turnedBy: rotation)
      #expect(
        turned.onsets == (try Euclid(5, in: 8, turnedBy: rotation - 8 * (rotation / 8))).onsets)
    }
  }

  @Test func `accents are a Euclidean rhythm of the pulses and rotate with them`() throws {
    #expect(try row(Euclid(8, in: 16, accents: 3)) == "X.x.x.X.x.x.X.x.")
    #expect(try row(Euclid(5, in: 8, accents: 2)) == "X.xX.xx.")
    #expect(try row(Euclid(5, in: 8, turnedBy: 1, accents: 2)) == ".X.xX.xx")
    #expect(try Euclid(5, in: 8, accents: 2).accented == [0, 3])
    #expect(try row(Euclid(3, in: 8, accents: 3)) == "X..X..X.")
  }

  @Test func `invalid values are refused with the limit`() {
    #expect(throws: EuclidError.steps(0)) { try Euclid(0, in: 0) }
    #expect(throws: EuclidError.steps(1_000)) { try Euclid(3, in: 1_000) }
    #expect(throws: EuclidError.pulses(9, steps: 8)) { try Euclid(9, in: 8) }
    #expect(throws: EuclidError.pulses(-1, steps: 8)) { try Euclid(-1, in: 8) }
    #expect(throws: EuclidError.rotation(256)) { try Euclid(3, in: 8, turnedBy: 256) }
    #expect(throws: EuclidError.accents(4, pulses: 3)) { try Euclid(3, in: 8, accents: 4) }
    #expect(
      EuclidError.pulses(9, steps: 8).description == "pulses in 8 steps: expected 0–8, found 9")
    #expect(
      EuclidError.steps(0).description == "steps of a Euclidean rhythm: expected 1–256, found 0")
    #expect(
      EuclidError.rotation(300).description
        == "a Euclidean rhythm's rotation: expected -255 – 255, found 300")
    #expect(
      EuclidError.accents(4, pulses: 3).description == "accents on 3 pulses: expected 0–3, found 4")
  }
}
