import Foundation
import PatchFiles
import Rhythm
import Testing

@testable import Daemon

/// What a session says of what it cannot keep, and of how it is reached.
@Suite struct SessionAdviceTests {
  private let controls = [
    ControlAssignment(.controller(20), ControlAction(["play"], gives: .nothing))
  ]

  @Test func `assignments cannot be kept without a home folder, and none are forgotten`() throws {
    let store = EngineStart.assignmentStore(AssignmentFile(environment: [:]))
    let error = #expect(throws: PatchError.self) { try store.save(controls) }
    #expect(
      error?.description
        == "controls.json: it can't be written: neither XDG_CONFIG_HOME nor HOME is set")
    #expect(try store.load().isEmpty)
    #expect(throws: Never.self) { try store.save([]) }
  }

  @Test func `a file of assignments that cannot be removed is said`() throws {
    let folder = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
    let path = "\(folder)/controls.json"
    // Not even root can remove a folder like a file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let error = #expect(throws: PatchError.self) { try AssignmentFile(path: path).save([]) }
    #expect(error?.description.hasPrefix("\(path): it can't be written: ") == true)
    #expect(throws: Never.self) { try AssignmentFile(path: "\(folder)/none.json").save([]) }
  }

  @Test(arguments: [
    ("Ghostnote", "page: ended with status 1; `ghostnote page` starts it again"),
    ("My Set", "page: ended with status 1; `ghostnote page --name 'My Set'` starts it again"),
  ])
  func `a page that has ended is started again for the same session`(name: String, said: String) {
    #expect(PageProgram.ended(with: 1, session: name) == said)
  }
}
