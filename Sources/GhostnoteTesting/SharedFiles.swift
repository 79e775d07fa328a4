import Foundation

/// Optional files in `../shared` beside the checkout: the reference's weights and recordings.
public enum SharedFiles {
  /// The path of a file or folder there, or nil if it does not exist.
  public static func path(_ relative: String, from file: StaticString = #filePath) -> String? {
    let root = URL(fileURLWithPath: "\(file)").deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.deletingLastPathComponent().appendingPathComponent("shared/\(relative)").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The reference's weights.
  public static var goldenModel: String? { path("reference/drummer/golden.safetensors") }
  /// The Groove MIDI Dataset.
  public static var groove: String? { path("data/groove") }
}
