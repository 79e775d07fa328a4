import Rhythm
import Testing

@Suite struct DrumSourceNotationTests {
  @Test(
    arguments: [
      ("FluidR3_GM", "FluidR3_GM", nil, nil), ("a b.sf2:40", "a b.sf2", nil, 40),
      ("x.sf3:128:0", "x.sf3", (128, 0), nil), ("/a:b.sf2:0:12:60", "/a:b.sf2", (0, 12), 60),
      ("1:2:3:4", "1", (2, 3), 4),
    ] as [(String, String, (Int, Int)?, Int?)])
  func `a source is a font, a preset and a key`(
    text: String, font: String, preset: (Int, Int)?, key: Int?
  ) throws {
    let source = try #require(DrumSource(text))
    #expect(source.font == font)
    #expect(source.preset == preset.flatMap { DrumSource.Preset(bank: $0.0, program: $0.1) })
    #expect(source.key.map(Int.init) == key)
    #expect(source.description == text)
  }

  @Test(arguments: ["", ":1", "a:128", "a:1:128", "a:20000:0", "a:0:0:128"])
  func `a source without a font, or with numbers out of range, is none`(text: String) {
    #expect(DrumSource(text) == nil)
  }
}
