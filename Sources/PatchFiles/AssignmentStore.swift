import Files
public import Foundation
public import Rhythm

/// Keeps the assignments of controls that every patch gets.
public protocol AssignmentStore: Sendable {
  /// Those that are kept; none without a file.
  func load() throws(PatchError) -> [ControlAssignment]
  /// Keeps these instead.
  func save(_ controls: [ControlAssignment]) throws(PatchError)
}

/// Keeps nothing.
public struct NoAssignments: AssignmentStore {
  /// Keeps nothing.
  public init() {}

  public func load() throws(PatchError) -> [ControlAssignment] { [] }

  public func save(_ controls: [ControlAssignment]) throws(PatchError) {}
}

/// Has nowhere to keep them, as in a service without a home folder, and says so.
public struct NoAssignmentFile: AssignmentStore {
  /// Keeps nothing.
  public init() {}

  public func load() throws(PatchError) -> [ControlAssignment] { [] }

  public func save(_ controls: [ControlAssignment]) throws(PatchError) {
    guard !controls.isEmpty else { return }
    throw PatchError(
      file: AssignmentFile.name, .unwritable("neither XDG_CONFIG_HOME nor HOME is set"))
  }
}

/// Keeps them in a file of the user's configuration, as the controls of a patch.
public struct AssignmentFile: AssignmentStore {
  /// The file's name.
  static let name = "controls.json"

  private let path: String

  /// Keeps them at `path`.
  public init(path: String) { self.path = path }

  /// `$XDG_CONFIG_HOME/ghostnote/controls.json`; nil if neither that variable nor HOME is set.
  public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let set = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = set ?? environment["HOME"].map({ "\($0)/.config" }) else { return nil }
    path = "\(folder)/ghostnote/\(Self.name)"
  }

  public func load() throws(PatchError) -> [ControlAssignment] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try PatchFile.load(path).input.controls
  }

  public func save(_ controls: [ControlAssignment]) throws(PatchError) {
    guard !controls.isEmpty else { return try remove() }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var patch = Patch(name: "controls")
    patch.input = InputMap(notes: InputMap.standard.notes, controls: controls)
    try PatchFile.save(patch, to: path)
  }

  /// Removes the file, if there is one.
  private func remove() throws(PatchError) {
    guard unsafe unlink(path) != 0 else { return }
    let failure = SystemError(code: errno)
    guard !failure.isMissing else { return }
    throw PatchError(file: path, .unwritable(failure.reason))
  }
}
