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
