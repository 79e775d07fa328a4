import Foundation
import Shell

extension Spawned {
  /// The names of the process's threads by their ids, as `top -H` shows them; the main thread has the process's id.
  public var threadNames: [Int32: String] {
    let folder = "/proc/\(process.id)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(into: [:]) { names, thread in
      let name = try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)
      if let id = Int32(thread), let name { names[id] = name.trimmingCharacters(in: .newlines) }
    }
  }
}
