import Rhythm
import Testing

@testable import Control

/// Which assignment counts where a patch, the machine and all patches have one.
@Suite struct DeviceControlsTests {
  private func control(_ number: UInt8, _ word: String) -> ControlAssignment {
    ControlAssignment(.controller(number), ControlAction([word], gives: .nothing))
  }

  private func patch(_ own: [ControlAssignment] = []) -> Patch {
    var patch = Patch()
    patch.input.controls += own
    return patch
  }

  @Test func `without any a patch is played as it is`() {
    let patch = patch([control(99, "play")])
    #expect(DeviceControls().played(patch) == patch)
  }

  @Test func `the patch's own goes before the machine's, and that before those of all patches`()
    throws
  {
    let standard = try #require(InputMap.standard.controls.first)
    let replaced = ControlAssignment(
      standard.trigger, ControlAction(["panic"], gives: .nothing), channel: standard.channel)
    let kept = DeviceControls([control(20, "stop"), control(21, "toggle"), replaced])
    let played = kept.played(patch([control(20, "play")])).input.controls
    #expect(played.prefix(3) == [control(20, "play"), control(21, "toggle"), replaced])
    #expect(!played.contains(standard))
    #expect(played.count == InputMap.standard.controls.count + 2)
  }

  @Test func `keeping the patch's adds them to what is kept, once for each control`() {
    let kept = DeviceControls([control(20, "stop"), control(21, "toggle")])
    let next = kept.adding(patch([control(20, "play"), control(22, "panic")]))
    #expect(next.controls == [control(20, "play"), control(21, "toggle"), control(22, "panic")])
    #expect(next.has(control(22, "stop")))
    #expect(!next.has(control(23, "stop")))
  }

  @Test func `only what every patch has, and the machine replaces, is replaced`() throws {
    let standard = try #require(InputMap.standard.controls.first)
    let other = ControlAssignment(standard.trigger, ControlAction(["panic"], gives: .nothing))
    #expect(DeviceControls([other]).replaces(standard))
    #expect(!DeviceControls([other]).replaces(other))
    #expect(!DeviceControls([standard]).replaces(standard))
    #expect(!DeviceControls([control(20, "stop")]).replaces(control(20, "play")))
  }
}
