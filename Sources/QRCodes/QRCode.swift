/// A QR code: a square of dark and light modules that a camera reads as text.
///
/// Versions 1 to 10 in byte mode with error correction of level L or M, which is what an address needs
/// (ISO/IEC 18004:2015).
public struct QRCode: Sendable, Hashable {
  /// How much of the code may be unreadable.
  public enum Correction: Sendable, Hashable, CaseIterable {
    /// About 7 % and 15 %.
    case low, medium
  }

  /// Modules on a side, without the quiet zone.
  public var size: Int { matrix.size }
  /// The correction that fits the version: medium where there is room.
  public let correction: Correction
  /// Which of the eight masks was applied.
  let mask: Int
  private let matrix: Matrix

  /// Modules of light around the code that a reader needs.
  public static let quietZone = 4
  /// Bytes of text at most.
  public static let mostBytes = Version.all.last?.byteCapacity(.low) ?? 0

  /// The smallest code of `text`; nil for more than `mostBytes` bytes of UTF-8.
  public init?(_ text: String) { self.init(text, mask: nil) }

  /// With `mask`, that mask instead of the best, so that codes of other programs can be compared.
  init?(_ text: String, mask forced: Int?) {
    let bytes = Array(text.utf8)
    guard let version = Version.all.first(where: { bytes.count <= $0.byteCapacity(.low) }) else {
      return nil
    }
    let correction: Correction =
      bytes.count <= version.byteCapacity(.medium) ? .medium : .low
    var plain = Matrix(version)
    plain.place(version.codewords(of: bytes, correction))
    let masks = forced.map { $0...$0 } ?? 0...7
    let candidates = masks.map { mask in
      (mask: mask, matrix: plain.masked(by: mask, correction))
    }
    guard let best = candidates.min(by: { $0.matrix.penalty < $1.matrix.penalty }) else {
      return nil
    }
    self.correction = correction
    (mask, matrix) = (best.mask, best.matrix)
  }

  /// Whether the module in this column and row is dark; those outside are light.
  public func isDark(column: Int, row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return matrix[column, row]
  }

  /// The rows from the top, `1` for dark and `0` for light.
  public var rows: [String] {
    (0..<size).map { row in
      String((0..<size).map { isDark(column: $0, row: row) ? "1" : "0" })
    }
  }
}
