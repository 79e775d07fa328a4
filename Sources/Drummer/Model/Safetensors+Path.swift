import Files

extension Safetensors {
  /// The largest file that is read, in bytes: a checkpoint of the largest network has half of it.
  public static let sizeLimit = 1 << 30

  /// Reads a model's file, which is refused when a later version of this program wrote it.
  public init(path: String) throws(ModelError) {
    let data: [UInt8]
    do throws(FileReadingError) {
      data = try RegularFile.bytes(at: path, limit: Self.sizeLimit)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
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
