/// Named tensors and words about them, as in the safetensors format of Hugging Face: eight bytes of
/// length, a JSON header, and the numbers as they lie in memory.
public struct Safetensors: Sendable, Hashable {
  /// One tensor.
  public struct Tensor: Sendable, Hashable {
    public var shape: [Int]
    /// Row after row.
    public var values: [Float]

    public init(shape: [Int], values: [Float]) {
      self.shape = shape
      self.values = values
    }
  }

  /// How numbers are kept in a file; in memory they are floats of 32 bits.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case f32 = "F32"
    case f16 = "F16"
    case bf16 = "BF16"

    var bytes: Int { self == .f32 ? 4 : 2 }
  }

  public var tensors: [String: Tensor]
  /// Words about the tensors.
  public var metadata: [String: String]

  public init(tensors: [String: Tensor] = [:], metadata: [String: String] = [:]) {
    self.tensors = tensors
    self.metadata = metadata
  }
}

/// What is the matter with a file of tensors.
public enum SafetensorsError: Error, Hashable, CustomStringConvertible {
  /// So many bytes are too few for a length and a header.
  case tooShort(bytes: Int)
  /// The header says it has so many bytes, and the file has fewer.
  case headerLength(UInt64, bytes: Int)
  /// The header is longer than any model's.
  case longHeader(UInt64, most: Int)
  /// The header is not the JSON it should be.
  case header(String)
  /// A tensor's kind of number is not one of ours.
  case kind(String, tensor: String)
  /// A tensor's place lies outside the file or does not fit its shape.
  case place(tensor: String)
  /// Two tensors have bytes in common.
  case overlap(String, String)

  public var description: String {
    switch self {
    case .tooShort(let bytes):
      "\(bytes) bytes are no safetensors file, which begins with 8 of length"
    case .headerLength(let length, let bytes):
      "cut off: a header of \(length) bytes does not fit into \(bytes)"
    case .longHeader(let length, let most):
      "a header of \(length) bytes is longer than any drummer's, \(most) at most"
    case .header(let what): "the header is not as it should be: \(what)"
    case .kind(let kind, let tensor):
      "tensor \(tensor) is of kind \(kind); only F32, F16 and BF16 are read"
    case .place(let tensor): "tensor \(tensor): its place does not fit its shape or the file"
    case .overlap(let one, let other):
      "tensors \(one) and \(other) lie in the same bytes; copy or save the file again"
    }
  }
}
