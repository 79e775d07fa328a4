import Commands
import Foundation
public import PatchFiles
import Rhythm

extension Machine {
  /// What earlier sessions edited and did not save, the latest first.
  public func unsavedEdits() -> [UnsavedEdits] { recovery.left() }

  /// Hands over what is edited and not saved, as often as that changes.
  func keepUnsaved() {
    guard hasToKeep else { return }
    hasToKeep = false
    recovery.keep(isEdited ? patch : nil, of: path)
  }

  /// Plays what an earlier session left, as the file that it edited would be once saved.
  func recover(_ name: String?) throws(CommandError) -> Reply {
    let edits = try edits(named: name)
    var found = try CommandError.wrapping { try recovery.read(edits) }
    let original = isInSession ? path : edits.original
    if let original, original != edits.original {
      found.kit = store.kit(found.kit, movedFrom: edits.original, to: original)
    }
    let before = document
    try adopt(found, from: original, as: .anew)
    path = original
    selection = nil
    isEdited = true
    record("recover", since: before)
    keepUnsaved()
    recovery.forget(edits)
    return .remark(.recovered(edits: edits.line))
  }

  /// Forgets what earlier sessions left.
  func discard() -> Reply {
    let edits = recovery.left()
    for edits in edits { recovery.forget(edits) }
    return .remark(.discarded(edits: edits.map(\.line)))
  }

  /// Those of that name; without one those of the patch that is played, else the latest.
  private func edits(named name: String?) throws(CommandError) -> UnsavedEdits {
    let left = recovery.left()
    guard let latest = left.first else {
      throw CommandError("there is nothing to recover: all was saved")
    }
    guard let name else {
      return path.flatMap { path in left.first { $0.original == path } } ?? latest
    }
    guard let found = left.first(where: { $0.name == name || $0.file == name }) else {
      let names = Set(left.map(\.name)).sorted().joined(separator: ", ")
      throw CommandError("recover \(name): there is only \(names)")
    }
    return found
  }
}

extension UnsavedEdits {
  /// What they are of and from when, as in `rock of 2026-11-22 21:14`.
  public var line: String {
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd HH:mm"
    return "\(name) of \(format.string(from: Date(timeIntervalSince1970: Double(written))))"
  }
}
