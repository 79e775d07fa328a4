import Testing

@testable import SoundFonts

/// What is too large for the format is refused.
@Suite struct SoundFontLimitTests {
  @Test func `more samples than 16 bits count are refused with their number`() {
    var font = SoundFont(SoundFont.Information(name: "Large"))
    let frames = [Int16](repeating: 1, count: 32)
    for _ in 0..<65_537 {
      font.add(SoundFont.Sample(name: "s", frames: frames, rate: 44_100, key: 36))
    }
    let zones = [SoundFont.Zone(velocities: 1...127, sample: 65_536)]
    font.add(SoundFont.Instrument(name: "Kick", key: 36, zones: zones))
    #expect(throws: SoundFontLimit.tables("samples", 65_537)) { try font.bytes() }
  }
}
