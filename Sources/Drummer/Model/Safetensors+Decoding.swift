public import Foundation

extension Safetensors {
  /// The maximum length of a model's header; in memory it is about 20 times as large.
  public static let headerLimit = 1 << 20

  /// Decodes a file with a header of at most `headerLimit` bytes; every length in it is validated.
  public init(
    bytes: Data, headerLimit: Int = Self.headerLimit
  ) throws(SafetensorsError) {
    try self.init(bytes: [UInt8](bytes), headerLimit: headerLimit)
  }

  /// Decodes a file with a header of at most `headerLimit` bytes; every length in it is validated.
  public init(
    bytes data: [UInt8], headerLimit: Int = Self.headerLimit
  ) throws(SafetensorsError) {
    guard data.count >= 8 else { throw .tooShort(bytes: data.count) }
    let length = data[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(data.count - 8) else {
      throw .headerLength(length, bytes: data.count)
    }
    guard length <= UInt64(headerLimit) else { throw .longHeader(length, most: headerLimit) }
    let body = 8 + Int(length)
    var header: [String: HeaderEntry]
    do {
      header = try JSONDecoder().decode([String: HeaderEntry].self, from: Data(data[8..<body]))
    } catch {
      throw .header("expected a JSON object of tensors by name")
    }
    if case .metadata(let words)? = header.removeValue(forKey: "__metadata__") {
      metadata = words
    } else {
      metadata = [:]
    }
    // All ranges are checked before any tensor is read: many names for the same bytes would
    // otherwise fill the memory.
    var slices: [TensorSlice] = []
    for (name, entry) in header {
      guard case .tensor(let description) = entry else { throw .header("\(name) is not a tensor") }
      slices.append(try Self.place(of: name, description, in: body..<data.count))
    }
    try Self.refuseOverlaps(&slices)
    tensors = [:]
    for place in slices {
      tensors[place.name] = Tensor(
        shape: place.shape, values: place.values(in: data), isBytes: place.kind == nil)
    }
  }

  /// The byte range of a tensor.
  private struct TensorSlice {
    var name: String
    /// Nil for bytes.
    var kind: Kind?
    var shape: [Int]
    var count: Int
    var bytes: Range<Int>

    func values(in data: [UInt8]) -> [Float] {
      guard let kind else { return data[bytes].map { Float($0) } }
      return (0..<count).map { kind.value(in: data, at: bytes.lowerBound + $0 * kind.bytes) }
    }
  }

  private static func place(
    of name: String, _ header: TensorHeader, in body: Range<Int>
  ) throws(SafetensorsError) -> TensorSlice {
    let kind = Kind(rawValue: header.dtype)
    guard kind != nil || header.dtype == Kind.byteName else {
      throw .kind(header.dtype, tensor: name)
    }
    var count = 1
    for size in header.shape {
      let (product, overflows) = count.multipliedReportingOverflow(by: size)
      guard size >= 0, !overflows, product <= body.count else { throw .place(tensor: name) }
      count = product
    }
    let ends = header.dataOffsets
    guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1], ends[1] <= body.count,
      ends[1] - ends[0] == count * (kind?.bytes ?? 1)
    else { throw .place(tensor: name) }
    let bytes = body.lowerBound + ends[0]..<body.lowerBound + ends[1]
    return TensorSlice(name: name, kind: kind, shape: header.shape, count: count, bytes: bytes)
  }

  /// Sorts the ranges; throws if two overlap, so that their sum is at most the file's size.
  private static func refuseOverlaps(_ slices: inout [TensorSlice]) throws(SafetensorsError) {
    slices.sort {
      ($0.bytes.lowerBound, $0.bytes.upperBound, $0.name)
        < ($1.bytes.lowerBound, $1.bytes.upperBound, $1.name)
    }
    for (place, next) in zip(slices, slices.dropFirst())
    where next.bytes.lowerBound < place.bytes.upperBound {
      throw .overlap(place.name, next.name)
    }
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
  /// The number whose little-endian bytes begin at `place`.
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

  /// The little-endian bytes of `value`; 16-bit kinds round to the nearest.
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

  /// The bytes of several values.
  func bytes(of values: [Float]) -> Data {
    guard self == .f32 else { return Data(values.flatMap { bytes(of: $0) }) }
    // Fast path, since a checkpoint has millions.
    let words = values.map(\.bitPattern.littleEndian)
    return unsafe words.withUnsafeBytes { unsafe Data($0) }
  }
}
