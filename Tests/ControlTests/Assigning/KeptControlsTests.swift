import Commands
import GhostnoteTesting
import PatchFiles
import Rhythm
import Testing

@testable import Control

/// Assignments that are kept for this machine.
@Suite struct KeptControlsTests {
  /// Keeps them in memory.
  private final class MemoryStore: AssignmentStore {
    let kept: Locked<[ControlAssignment]>

    init(_ controls: [ControlAssignment] = []) { kept = Locked(controls) }

    func load() throws(PatchError) -> [ControlAssignment] { kept.value }

    func save(_ controls: [ControlAssignment]) throws(PatchError) { kept.value = controls }
  }

  @Test func `with no room in the engine nothing is kept, and a second try keeps it`()
    async throws
  {
    let store = MemoryStore()
    let desk = Desk(Patch(), assignments: store)
    try await desk.perform("assign cc 20 play")
    desk.play(blocks: 2)
    for _ in 0..<256 { try await desk.perform("hit kick") }
    await #expect(throws: EngineLink.busy) { try await desk.perform("assign save") }
    #expect(store.kept.value.isEmpty)
    desk.play()
    try await desk.perform("assign save")
    #expect(store.kept.value.map(\.action.words) == [["play"]])
  }

  @Test func `what every patch has a control do does not come back in place of what is kept`()
    async throws
  {
    let desk = Desk(Patch(), assignments: MemoryStore())
    for line in ["assign cc 117 toggle", "assign save"] { try await desk.perform(line) }
    let controls = await desk.machine.document.patch.input.controls
    let error = await #expect(throws: CommandError.self) {
      try await desk.perform("assign cc 117 play")
    }
    #expect(error?.description.contains("`assign forget`") == true)
    #expect(await desk.machine.document.patch.input.controls == controls)
    // Of one channel it is the patch's own.
    try await desk.perform("assign cc 117 channel 10 play")
    #expect(
      try await desk.perform("assign list").text?.contains("cc 117 channel 10  play") == true)
    for line in ["assign forget", "assign cc 117 play"] { try await desk.perform(line) }
    #expect(try await desk.perform("assign list").text?.contains("toggle") == false)
  }

  @Test func `what could not be played is not listed either`() async throws {
    let control = ControlAssignment(.controller(99), ControlAction(["play"], gives: .nothing))
    let desk = Desk(Patch(), assignments: MemoryStore([control]))
    for _ in 0..<256 { try await desk.perform("hit kick") }
    await #expect(throws: EngineLink.busy) { try await desk.machine.takeDeviceControls() }
    #expect(try await desk.perform("assign list").text?.contains("cc 99") == false)
    desk.play()
    try await desk.machine.takeDeviceControls()
    #expect(try await desk.perform("assign list").text?.contains("cc 99") == true)
  }
}
