import Foundation

extension Safetensors {
  /// Reads a model's file, which is refused when a later version of this program wrote it.
  public init(path: String) throws(ModelError) {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw .unreadable(path: path, reason: exists ? "cannot be read" : "there is no such file")
    }
    do throws(SafetensorsError) { try self.init(bytes: data) } catch {
      throw .safetensors(path: path, error)
    }
    let format = metadata["ghostnote"] ?? "1"
    guard let number = Int(format), number <= ModelCard.latestFormat else {
      throw .laterFormat(path: path, format: format)
    }
  }
}
