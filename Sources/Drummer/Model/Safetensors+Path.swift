import Files

extension Safetensors {
  /// The maximum size of a file in bytes: twice the checkpoint of the largest network.
  public static let sizeLimit = 1 << 30

  /// Reads a model file; throws if it was written by a later version of this program.
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
