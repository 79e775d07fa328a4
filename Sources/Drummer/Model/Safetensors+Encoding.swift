public import Foundation

extension Safetensors {
  /// The encoded file: tensors ordered by name, all of one kind but those of bytes, the header
  /// padded with spaces to a multiple of eight. Equal tensors produce equal bytes.
  public func bytes(as kind: Kind = .f32) -> Data {
    var header: [String: HeaderEntry] = [:]
    if !metadata.isEmpty { header["__metadata__"] = .metadata(metadata) }
    var body = Data()
    for (name, tensor) in tensors.sorted(by: { $0.key < $1.key }) {
      let first = body.count
      body.append(
        tensor.isBytes
          ? Data(tensor.values.map { UInt8(min(max($0.rounded(), 0), 255)) })
          : kind.bytes(of: tensor.values))
      header[name] = .tensor(
        TensorHeader(
          dtype: tensor.isBytes ? Kind.byteName : kind.rawValue, shape: tensor.shape,
          data_offsets: [first, body.count]))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, integers and kinds can always be encoded as JSON.
    var text = (try? encoder.encode(header)) ?? Data("{}".utf8)
    text.append(contentsOf: [UInt8](repeating: 0x20, count: (8 - text.count % 8) % 8))
    let length = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(text.count) >> UInt64(8 * $0)) }
    return Data(length) + text + body
  }

  private enum HeaderEntry: Encodable {
    case tensor(TensorHeader)
    case metadata([String: String])

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .tensor(let tensor): try tensor.encode(to: encoder)
      case .metadata(let words): try words.encode(to: encoder)
      }
    }
  }

  private struct TensorHeader: Encodable {
    var dtype: String
    var shape: [Int]
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var data_offsets: [Int]
  }
}
