public import Foundation

extension Safetensors {
  /// Reads a file's bytes; no length in it is trusted.
  public init(bytes: Data) throws(SafetensorsError) {
    guard bytes.count >= 8 else { throw .tooShort(bytes: bytes.count) }
    let data = [UInt8](bytes)
    let length = data[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(data.count - 8) else {
      throw .headerLength(length, bytes: data.count)
    }
    let body = 8 + Int(length)
    var header: [String: HeaderEntry]
    do {
      header = try JSONDecoder().decode([String: HeaderEntry].self, from: Data(data[8..<body]))
    } catch {
      throw .header("not JSON of tensors by name")
    }
    if case .metadata(let words)? = header.removeValue(forKey: "__metadata__") {
      metadata = words
    } else {
      metadata = [:]
    }
    tensors = [:]
    for (name, entry) in header {
      guard case .tensor(let description) = entry else { throw .header("\(name) is no tensor") }
      tensors[name] = try Self.tensor(name, description, in: data, from: body)
    }
  }

  private static func tensor(
    _ name: String, _ header: TensorHeader, in data: [UInt8], from body: Int
  ) throws(SafetensorsError) -> Tensor {
    guard let kind = Kind(rawValue: header.dtype) else { throw .kind(header.dtype, tensor: name) }
    var count = 1
    for size in header.shape {
      let (product, overflows) = count.multipliedReportingOverflow(by: size)
      guard size >= 0, !overflows, product <= data.count else { throw .place(tensor: name) }
      count = product
    }
    let (places, room) = (header.dataOffsets, data.count - body)
    guard places.count == 2, places[0] >= 0, places[0] <= places[1], places[1] <= room,
      places[1] - places[0] == count * kind.bytes
    else { throw .place(tensor: name) }
    let first = body + places[0]
    let values = (0..<count).map { kind.value(in: data, at: first + $0 * kind.bytes) }
    return Tensor(shape: header.shape, values: values)
  }

  private enum HeaderEntry: Decodable {
    case tensor(TensorHeader)
    case metadata([String: String])

    init(from decoder: any Decoder) throws {
      if let tensor = try? TensorHeader(from: decoder) {
        self = .tensor(tensor)
      } else {
        self = .metadata(try [String: String](from: decoder))
      }
    }
  }

  private struct TensorHeader: Decodable {
    var dtype: String
    var shape: [Int]
    var dataOffsets: [Int]

    enum CodingKeys: String, CodingKey {
      case dtype, shape
      case dataOffsets = "data_offsets"
    }
  }
}

extension Safetensors.Kind {
  /// The number whose bytes, the lowest first, begin at `place`.
  func value(in data: [UInt8], at place: Int) -> Float {
    let low = UInt16(data[place]) | UInt16(data[place + 1]) << 8
    switch self {
    case .f16: return Float(Float16(bitPattern: low))
    case .bf16: return Float(bitPattern: UInt32(low) << 16)
    case .f32:
      let high = UInt32(data[place + 2]) | UInt32(data[place + 3]) << 8
      return Float(bitPattern: high << 16 | UInt32(low))
    }
  }

  /// The bytes of `value`, the lowest first; 16-bit kinds round to the nearest.
  func bytes(of value: Float) -> [UInt8] {
    switch self {
    case .f16:
      let bits = Float16(value).bitPattern
      return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
    case .bf16:
      let bits = value.bitPattern
      let rounded = value.isFinite ? (bits &+ 0x7FFF &+ (bits >> 16 & 1)) >> 16 : bits >> 16
      return [UInt8(truncatingIfNeeded: rounded), UInt8(truncatingIfNeeded: rounded >> 8)]
    case .f32:
      return (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
    }
  }

  /// The bytes of many values, one behind the other.
  func bytes(of values: [Float]) -> Data {
    guard self == .f32 else { return Data(values.flatMap { bytes(of: $0) }) }
    // At once, since a checkpoint has millions.
    let words = values.map(\.bitPattern.littleEndian)
    return unsafe words.withUnsafeBytes { unsafe Data($0) }
  }
}
