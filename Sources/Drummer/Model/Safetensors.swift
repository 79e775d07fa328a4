/// Named tensors and metadata in Hugging Face's safetensors format: an eight-byte header length, a
/// JSON header, and the raw numbers.
public struct Safetensors: Sendable, Hashable {
  /// A tensor.
  public struct Tensor: Sendable, Hashable {
    /// The size along each axis.
    public var shape: [Int]
    /// Row-major.
    public var values: [Float]
    /// Whether the values are whole numbers from 0 to 255, stored as bytes in a file of any kind.
    public var isBytes: Bool

    /// `values` in row-major order.
    public init(shape: [Int], values: [Float], isBytes: Bool = false) {
      self.shape = shape
      self.values = values
      self.isBytes = isBytes
    }
  }

  /// The number format in a file; in memory all tensors are 32-bit floats.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case f32 = "F32"
    case f16 = "F16"
    case bf16 = "BF16"

    var bytes: Int { self == .f32 ? 4 : 2 }

    /// The format's name for bytes, which `Tensor.isBytes` stands for.
    static let byteName = "U8"
  }

  /// The tensors by name.
  public var tensors: [String: Tensor]
  /// Metadata.
  public var metadata: [String: String]

  /// A file of `tensors`.
  public init(tensors: [String: Tensor] = [:], metadata: [String: String] = [:]) {
    self.tensors = tensors
    self.metadata = metadata
  }
}

/// Why a file of tensors cannot be decoded.
public enum SafetensorsError: Error, Hashable, CustomStringConvertible {
  /// The file is shorter than the header length and a header.
  case tooShort(bytes: Int)
  /// The header is longer than the file.
  case headerLength(UInt64, bytes: Int)
  /// The header is longer than any model needs.
  case longHeader(UInt64, most: Int)
  /// The header is not valid; the reason.
  case header(String)
  /// The number format is not supported.
  case kind(String, tensor: String)
  /// A tensor's byte range is outside the file or does not match its shape.
  case place(tensor: String)
  /// Two tensors overlap.
  case overlap(String, String)

  /// The reason, as a phrase.
  public var description: String {
    switch self {
    case .tooShort(let bytes):
      "too short for a safetensors file: \(bytes) bytes, expected at least 8; \(Self.advice)"
    case .headerLength(let length, _) where length > 1 << 32:
      "not a safetensors file: \(Self.advice)"
    case .headerLength(let length, let bytes):
      "truncated: the header should have \(length) bytes, the file has \(bytes)"
    case .longHeader(let length, let most):
      "header too long: expected at most \(most) bytes, found \(length)"
    case .header(let what): "invalid header: \(what)"
    case .kind(let kind, let tensor):
      "tensor \(tensor): expected F32, F16, BF16 or U8, found \(kind)"
    case .place(let tensor): "tensor \(tensor): its byte range does not match its shape or the file"
    case .overlap(let one, let other):
      "tensors \(one) and \(other) overlap; copy or save the file again"
    }
  }

  private static let advice =
    "name a model that `ghostnote train` or `ghostnote drummer import` wrote"
}
