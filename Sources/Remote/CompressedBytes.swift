import CZlib

/// A file of the page as browsers take it that read gzip (RFC 1952).
struct CompressedBytes: Sendable, Hashable {
  let bytes: [UInt8]

  /// Nil where the file gets no shorter.
  init?(_ plain: [UInt8]) {
    guard let deflated = Self.deflated(plain), deflated.count < plain.count else { return nil }
    bytes = deflated
  }

  private static func deflated(_ plain: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    // 15 bits of window and 16 for gzip's head.
    guard
      unsafe deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else { return nil }
    defer { _ = unsafe deflateEnd(&stream) }
    var (input, output) = (plain, [UInt8](repeating: 0, count: plain.count))
    let status = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        return unsafe deflate(&stream, Z_FINISH)
      }
    }
    // What does not fit is longer than it was.
    guard status == Z_STREAM_END else { return nil }
    return Array(output[..<Int(unsafe stream.total_out)])
  }

  /// Whether a browser that sent this Accept-Encoding takes gzip (RFC 9110, 12.5.3).
  static func areAccepted(by encodings: some Sequence<String>) -> Bool {
    encodings.flatMap { $0.split(separator: ",") }.contains { encoding in
      let parts = encoding.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
      guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
      return !parts.dropFirst().contains { $0.hasPrefix("q=0") && !$0.contains { "1"..."9" ~= $0 } }
    }
  }
}
