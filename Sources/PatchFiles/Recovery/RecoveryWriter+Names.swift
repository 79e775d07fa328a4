import Foundation
import Rhythm

extension Patch {
  /// Whether they differ at most in what is selected, which does not count as an edit.
  func isSame(as other: Patch?) -> Bool {
    guard var other else { return false }
    other.playsSong = playsSong
    if other.selected != selected { try? other.select(selected) }
    return other == self
  }
}

/// Which edits are the same, and what they are called.
extension RecoveryWriter {
  /// Those of `found`, the latest first, that are of the same file and to the byte as later ones.
  static func copies(in found: [UnsavedEdits]) -> [UnsavedEdits] {
    found.indices.filter { index in
      let earlier = found[index]
      return found[..<index].contains { later in
        later.original == earlier.original
          && FileManager.default.contentsEqual(atPath: later.file, andPath: earlier.file)
      }
    }.map { found[$0] }
  }

  /// The latest first. All but the latest of a name have a number; a name that another file has is not given.
  static func named(_ edits: [UnsavedEdits]) -> [UnsavedEdits] {
    var found = edits.sorted { $0.written > $1.written }
    var taken = Set(found.map(\.name))
    var seen: Set<String> = []
    for index in found.indices {
      let name = found[index].name
      guard !seen.insert(name).inserted else { continue }
      let other = (2...).lazy.map { "\(name)-\($0)" }.first { taken.insert($0).inserted }
      found[index].name = other ?? name
    }
    return found
  }

  /// The name of the edits of a file.
  static func stem(of path: String?) -> String {
    path.map { PatchFile.stem(of: $0) } ?? "untitled"
  }

  /// The file's own name without its ending, made unique.
  static func name(of path: String?, besides taken: [String]) -> String {
    let name = plain(stem(of: path))
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }

  /// With only characters that suit a file name.
  static func plain(_ name: String) -> String {
    let safe = name.unicodeScalars.prefix(60).map { scalar -> Character in
      let isPlain =
        scalar.properties.isAlphabetic || "0123456789-_ ".unicodeScalars.contains(scalar)
      return isPlain ? Character(scalar) : "_"
    }
    return safe.isEmpty ? "untitled" : String(safe)
  }
}
