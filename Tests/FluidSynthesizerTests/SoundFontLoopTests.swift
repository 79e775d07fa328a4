import Foundation
import Rhythm
import Testing

@testable import FluidSynthesizer

/// FluidSynth 2.3 takes seconds for a block where a loop is played millions of times too high.
@Suite struct SoundFontLoopTests {
  @Test(
    arguments: [
      (5, 32_767), (6, 32_767), (7, 32_767), (51, 32_767), (52, 32_767), (56, -32_768),
      (56, 32_767), (58, 32_767),
    ] as [(UInt16, Int16)])
  func `a SoundFont that stalls FluidSynth is refused`(generator: UInt16, amount: Int16) throws {
    var font = TinySoundFont.constant
    font.generators = [(generator, amount)]
    let path = try font.write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: SoundFontError.self) { try SoundFontFile(path: path) }
    #expect(error?.reason == .tooHigh)
    #expect("\(try #require(error))".contains("thousands of times too high"))
  }

  @Test(
    arguments: [
      [(5, 12_000)], [(7, 12_000)], [(51, 120)], [(52, 99)],
      [(43, 36 << 8 | 36), (58, 36), (56, 1_200)],
    ] as [[(UInt16, Int16)]])
  func `a drum as high as the specification permits is rendered`(
    generators: [(number: UInt16, amount: Int16)]
  ) throws {
    var font = TinySoundFont.constant
    font.generators = generators
    let studio = try Studio(font)
    #expect(studio.left([.hit(.kick)], frames: 4_800).peak > 0)
  }
}
