import MusicalTime
import Testing

@Suite struct MixingTests {
  @Test func `mixing a counter gives the published numbers of SplitMix64`() {
    // The reference implementation's first outputs for the seed 1234567.
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    var state: UInt64 = 1_234_567
    for number in published {
      state &+= 0x9E37_79B9_7F4A_7C15
      #expect(mixed(state) == number)
    }
  }

  @Test func `mixing is a bijection, because every step has an inverse`() {
    var seen: Set<UInt64> = []
    for number in UInt64(0)..<10_000 { seen.insert(mixed(number)) }
    for bit in UInt64(14)..<64 { seen.insert(mixed(1 << bit)) }
    #expect(seen.count == 10_050)
  }

  @Test func `flipping one bit flips half of the others`() {
    var turned = 0
    for number in UInt64(0)..<1_000 {
      for bit in UInt64(0)..<64 {
        let base = number &* 0x9E37_79B9_7F4A_7C15
        turned += (mixed(base) ^ mixed(base ^ (1 << bit))).nonzeroBitCount
      }
    }
    let mean = Double(turned) / 64_000
    #expect(abs(mean - 32) < 0.1)
  }
}
