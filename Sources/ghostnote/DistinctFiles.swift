import Commands
import Files
import Foundation

/// Throws if two of the files that a command writes are the same, also where that is not there yet: the later
/// one would replace the earlier. Each has the name of its option; those without a path are not written.
func refuseEqual(_ outputs: [(String, String?)]) throws(CommandError) {
  var names: [String: String] = [:]
  for case (let name, let path?) in outputs {
    guard let other = names.updateValue(name, forKey: place(of: path)) else { continue }
    throw CommandError(
      "\(path): both \(other) and \(name) would be written there; choose another path for one of them"
    )
  }
}

/// One path for each file, whichever links lead to it or to its folder.
private func place(of path: String) -> String {
  let path = AbsolutePath.of(path)
  let file = URL(fileURLWithPath: (try? FileReplacement.destination(of: path)) ?? path)
  return file.deletingLastPathComponent().resolvingSymlinksInPath()
    .appendingPathComponent(file.lastPathComponent).path
}
