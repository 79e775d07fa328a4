import Commands
import Foundation
import GhostnoteTesting

/// A folder for one test, removed with its last holder.
final class Workplace {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and answers its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// A patch of `lanes` as rows of the step notation, filled up with rests to 16 steps.
  func patch(
    _ name: String, tempo: Double = 120, _ lanes: KeyValuePairs<String, String>
  ) throws -> String {
    let rows = lanes.map { drum, row in
      let steps = row.filter { $0 != " " }.padding(toLength: 16, withPad: ".", startingAt: 0)
      return #"{"drum": "\#(drum)", "steps": "\#(steps)"}"#
    }
    return try write(
      name,
      """
      {"format": "ghostnote-patch/1", "tempo": \(tempo),
       "pattern": {"lanes": [\(rows.joined(separator: ", "))]}}
      """)
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// A bundled kit's bytes.
  static func bundledKit(_ name: String = "Ghostnote-Kit") throws -> [UInt8] {
    let path = "\(GhostnoteProgram.root)/SoundFonts/\(name).sf2"
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
