/// The header of a 24-bit PCM file: RIFF up to 4 GiB, RF64 beyond.
///
/// Its length is constant, so that it can be rewritten in place: in a RIFF file, a chunk that
/// readers skip takes the place of RF64's sizes (EBU Tech 3306, section 2).
struct WAVHeader {
  /// Bytes before the first sample.
  static let length = 80

  let channelCount: Int
  let sampleRate: Int
  var frameCount: Int

  /// Bytes per frame.
  var frameLength: Int { channelCount * 3 }
  private var dataLength: Int { frameCount * frameLength }
  /// The size field of RIFF: everything after its first 8 bytes.
  private var riffLength: Int { dataLength + Self.length - 8 }
  private var isLong: Bool { riffLength > Int(UInt32.max) }

  var bytes: [UInt8] {
    let format =
      little(1, 2) + little(channelCount, 2) + little(sampleRate, 4)
      + little(sampleRate * frameLength, 4) + little(frameLength, 2) + little(24, 2)
    return Array((isLong ? "RF64" : "RIFF").utf8) + size(riffLength) + Array("WAVE".utf8)
      + sizes + Array("fmt ".utf8) + little(16, 4) + format
      + Array("data".utf8) + size(dataLength)
  }

  init(channelCount: Int, sampleRate: Int, frameCount: Int) {
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    self.frameCount = frameCount
  }

  /// The header of a file of ours with `fileLength` bytes, whose sizes may be older than its samples;
  /// nil if it is not one.
  init?(_ bytes: [UInt8], fileLength: Int) {
    guard bytes.count == Self.length, fileLength >= Self.length else { return nil }
    let number = { (at: Int, size: Int) in
      bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (channelCount, sampleRate) = (number(58, 2), number(60, 4))
    guard channelCount > 0, sampleRate > 0 else { return nil }
    self.init(
      channelCount: channelCount, sampleRate: sampleRate,
      frameCount: (fileLength - Self.length) / (channelCount * 3))
    // Everything but the sizes is as we write it.
    let written = self.bytes
    guard bytes[8..<12] == written[8..<12], bytes[48..<76] == written[48..<76] else { return nil }
  }

  /// A 32-bit size, or the marker for a size in the `ds64` chunk.
  private func size(_ length: Int) -> [UInt8] { little(isLong ? 0xFFFF_FFFF : length, 4) }

  /// RF64's 64-bit sizes without a table, or a placeholder of the same length.
  private var sizes: [UInt8] {
    guard isLong else { return Array("JUNK".utf8) + little(28, 4) + little(0, 28) }
    return Array("ds64".utf8) + little(28, 4) + little(riffLength, 8) + little(dataLength, 8)
      + little(frameCount, 8) + little(0, 4)
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
