extension OSCPacket {
  /// The packet as it is sent.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .message(let message): message.write(to: &bytes)
    case .bundle(let bundle): bundle.write(to: &bytes)
    }
  }

  /// The packet with its size before it, as an element of a bundle.
  fileprivate func writeElement(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(bigEndian: 0 as UInt32)
    write(to: &bytes)
    let size = UInt32(bytes.count - start - 4)
    for place in 0..<4 {
      bytes[start + place] = UInt8(truncatingIfNeeded: size >> (24 - 8 * place))
    }
  }
}

extension OSCBundle {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(string: "#bundle")
    bytes.append(bigEndian: time.bits)
    for element in elements { element.writeElement(to: &bytes) }
  }
}

extension OSCMessage {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(string: address.description)
    bytes.append(string: "," + tags)
    for argument in arguments { argument.write(to: &bytes) }
  }
}

extension OSCArgument {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .int32(let value): bytes.append(bigEndian: UInt32(bitPattern: value))
    case .float32(let value): bytes.append(bigEndian: value.bitPattern)
    case .string(let text): bytes.append(string: text)
    case .blob(let blob):
      bytes.append(bigEndian: UInt32(blob.count))
      bytes += blob
      bytes.pad()
    case .int64(let value): bytes.append(bigEndian: UInt64(bitPattern: value))
    case .timeTag(let time): bytes.append(bigEndian: time.bits)
    case .double(let value): bytes.append(bigEndian: value.bitPattern)
    case .bool, .null, .impulse: break
    case .array(let elements): for element in elements { element.write(to: &bytes) }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append<Word: FixedWidthInteger>(bigEndian word: Word) {
    for shift in stride(from: Word.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// `text` up to its first NUL, a NUL, and padding.
  fileprivate mutating func append(string text: String) {
    self += text.utf8.prefix { $0 != 0 }
    append(0)
    pad()
  }

  /// Everything in a packet begins at a multiple of 4.
  fileprivate mutating func pad() {
    while !count.isMultiple(of: 4) { append(0) }
  }
}
