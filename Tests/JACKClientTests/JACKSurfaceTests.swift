import Testing

@testable import JACKClient

/// What waits for the ports of controllers.
@Suite struct JACKSurfaceTests {
  @Test func `messages that find no room are counted, and their sender gets false`() {
    let surface = JACKSurface()
    let light: [UInt8] = [0x90, 36, 5]
    #expect(surface.send(Array(repeating: light, count: 1_024)))
    #expect(surface.dropped == 0)
    #expect(!surface.send([light, light]))
    #expect(!surface.send([light]))
    #expect(surface.dropped == 3)
  }
}
