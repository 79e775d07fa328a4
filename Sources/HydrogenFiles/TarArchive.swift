import CZlib

/// The regular files of a tar archive, compressed by gzip or not, in memory. Links, devices and names
/// that lead out of the archive are refused.
struct TarArchive {
  /// By path inside the archive, without `./`.
  private(set) var files: [String: [UInt8]] = [:]

  /// The most bytes of an archive, of what is in it, and of one file; and the most entries.
  static let largest = 512 << 20
  static let largestContents = 512 << 20
  static let largestFile = 64 << 20
  static let mostEntries = 1_000

  /// Reads an archive: ustar, with the long names of pax and GNU.
  init(_ bytes: [UInt8], limit: Int = TarArchive.largestContents) throws(HydrogenError) {
    let isCompressed = bytes.starts(with: [0x1F, 0x8B])
    let data = isCompressed ? try Gzip.inflated(bytes, limit: limit) : bytes
    var reader = TarReader(data)
    while let (name, contents) = try reader.next() {
      guard files[name] == nil else { throw .archive("“\(name)” is in it twice") }
      files[name] = contents
    }
    guard !files.isEmpty else { throw .archive("no files in it") }
  }
}

/// Walks through the entries of a tar archive.
private struct TarReader {
  private let bytes: [UInt8]
  private var place = 0
  private var count = 0
  /// A name of more than 100 letters, which stands before the entry.
  private var longName: String?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next regular file; nil at the end.
  mutating func next() throws(HydrogenError) -> (name: String, contents: [UInt8])? {
    while place + 512 <= bytes.count {
      let head = bytes[place..<place + 512]
      guard head.contains(where: { $0 != 0 }) else { return nil }
      count += 1
      try check(head)
      guard count <= TarArchive.mostEntries else {
        throw .archive("more than \(TarArchive.mostEntries) entries")
      }
      let size = try number(field(head, 124, 12))
      guard size <= TarArchive.largestFile else {
        throw .archive(
          "entry \(count): \(size >> 20) MiB, and a file may have \(TarArchive.largestFile >> 20)")
      }
      guard place + 512 + size <= bytes.count else {
        throw .archive("entry \(count): \(size) bytes, which the archive does not have")
      }
      let body = bytes[place + 512..<place + 512 + size]
      place += 512 + (size + 511) / 512 * 512
      if let file = try take(head, body) { return file }
    }
    if place < bytes.count { throw .archive("it is cut short, or no archive") }
    return nil
  }

  private mutating func take(
    _ head: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>
  ) throws(HydrogenError) -> (name: String, contents: [UInt8])? {
    let kind = head[head.startIndex + 156]
    switch kind {
    case UInt8(ascii: "L"): longName = text(body)
    case UInt8(ascii: "x"): longName = Self.path(inPax: body) ?? longName
    case UInt8(ascii: "g"): break
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      return (try Self.safe(takeName(head)), Array(body))
    case UInt8(ascii: "5"): _ = try Self.safe(takeName(head))
    case UInt8(ascii: "1"), UInt8(ascii: "2"):
      throw .archive("“\(takeName(head))” is a link, which no kit needs")
    default: throw .archive("“\(takeName(head))” is neither a file nor a folder")
    }
    return nil
  }

  private mutating func takeName(_ head: ArraySlice<UInt8>) -> String {
    defer { longName = nil }
    if let longName { return longName }
    let isUstar = field(head, 257, 5).elementsEqual("ustar".utf8)
    let prefix = isUstar ? text(field(head, 345, 155)) : ""
    let name = text(field(head, 0, 100))
    return prefix.isEmpty ? name : "\(prefix)/\(name)"
  }

  /// The sum of the head's bytes, with blanks for the sum itself.
  private func check(_ head: ArraySlice<UInt8>) throws(HydrogenError) {
    var sum = 0
    for (index, byte) in head.enumerated() {
      sum += (148..<156).contains(index) ? 32 : Int(byte)
    }
    guard try number(field(head, 148, 8)) == sum else {
      throw .archive("entry \(count): no head of a tar archive")
    }
  }

  private func field(_ head: ArraySlice<UInt8>, _ start: Int, _ length: Int) -> ArraySlice<UInt8> {
    head[head.startIndex + start..<head.startIndex + start + length]
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Octal digits between blanks.
  private func number(_ field: ArraySlice<UInt8>) throws(HydrogenError) -> Int {
    let digits = field.drop { $0 == 32 }.prefix { $0 != 0 && $0 != 32 }
    guard digits.count <= 12, digits.allSatisfy({ (48...55).contains($0) }) else {
      throw .archive("entry \(count): a number is damaged")
    }
    return digits.reduce(0) { $0 * 8 + Int($1 - 48) }
  }

  /// The value of `path` among records `LENGTH KEY=VALUE\n`.
  private static func path(inPax body: ArraySlice<UInt8>) -> String? {
    for line in body.split(separator: 10) {
      let record = line.drop { $0 != 32 }.dropFirst()
      if record.starts(with: "path=".utf8) {
        return String(decoding: record.dropFirst(5), as: UTF8.self)
      }
    }
    return nil
  }

  /// The path without `./`; throws if it leads out of the archive.
  private static func safe(_ name: String) throws(HydrogenError) -> String {
    let parts = name.split(separator: "/").filter { $0 != "." }
    guard !name.hasPrefix("/"), !parts.contains(".."), !name.contains("\\") else {
      throw .archive("“\(name)” leads out of it")
    }
    return parts.joined(separator: "/")
  }
}

/// Data compressed by gzip.
enum Gzip {
  /// Most bytes out for one in, before much has come out.
  private static let mostRatio = 200

  /// What was compressed, at most `limit` bytes.
  static func inflated(_ bytes: [UInt8], limit: Int) throws(HydrogenError) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    // 15 bits of window and 16 for gzip's head.
    guard unsafe inflateInit2_(&stream, 31, ZLIB_VERSION, size) == Z_OK else { throw .memory }
    defer { _ = unsafe inflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8]())
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let most = min(limit, max(bytes.count * mostRatio, 1 << 20))
    var status = Z_OK
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      while status == Z_OK, output.count <= most {
        let room = chunk.count
        status = unsafe chunk.withUnsafeMutableBufferPointer { target in
          unsafe stream.next_out = target.baseAddress
          unsafe stream.avail_out = UInt32(room)
          return unsafe inflate(&stream, Z_NO_FLUSH)
        }
        let got = unsafe room - Int(stream.avail_out)
        output += chunk[0..<got]
      }
    }
    guard output.count <= most else {
      throw .archive("it unpacks to more than \(most >> 20) MiB")
    }
    guard status == Z_STREAM_END else {
      throw .archive("the compressed data is damaged or cut short")
    }
    return output
  }
}
