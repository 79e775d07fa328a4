import Testing

@testable import FluidSynthesizer

/// What apt has.
@Suite struct FreeKitTests {
  @Test func `the packages that are missing are named with what they have, and only those`() {
    let offer = FreeKit.offer { $0.package == "fluid-soundfont-gm" } ?? ""
    #expect(offer.hasPrefix("more free kits by apt install: hydrogen-drumkits (14 kits"))
    for kit in FreeKit.all {
      #expect(offer.contains(kit.package) == (kit.package != "fluid-soundfont-gm"))
    }
    #expect(FreeKit.offer { _ in true } == nil)
  }
}
