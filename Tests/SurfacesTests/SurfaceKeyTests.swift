import MIDI
import Surfaces
import Testing

@Suite struct SurfaceKeyTests {
  @Test(arguments: ["note 36", "cc 91", "note 3 channel 2", "cc 127 channel 16"])
  func `a key reads back as it is written`(text: String) throws {
    #expect(try #require(SurfaceKey(text: text)).description == text)
  }

  @Test(arguments: [
    "", "note", "note 128", "cc -1", "pad 3", "note 3 channel", "note 3 channel 0",
    "note 3 channel 17", "note 3 on 2", "note 3 channel 2 more",
  ])
  func `what is not a key is nil`(text: String) {
    #expect(SurfaceKey(text: text) == nil)
  }

  @Test func `press and release of a pad are of one key`() {
    let press = SurfaceKey(.noteOn(channel: 2, note: 40, velocity: 99))
    #expect(press == SurfaceKey(.noteOff(channel: 2, note: 40)))
    #expect(press == SurfaceKey(.note, 40, channel: 2))
    #expect(SurfaceKey(.controlChange(channel: 0, controller: 40, value: 1)) != press)
    #expect(SurfaceKey(.timingClock) == nil)
  }
}
