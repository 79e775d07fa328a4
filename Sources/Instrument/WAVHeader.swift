/// What stands before the samples of a 24-bit PCM file: RIFF up to 4 GiB, RF64 beyond.
///
/// Of one length, whatever the sizes, so that it can be written again in place: where RF64's sizes go, a
/// RIFF file has a chunk of the same length that readers pass over (EBU Tech 3306, section 2).
struct WAVHeader {
  /// Bytes before the first sample.
  static let length = 80

  let channelCount: Int
  let sampleRate: Int
  var frameCount: Int

  /// Bytes of a frame.
  var frameLength: Int { channelCount * 3 }
  private var dataLength: Int { frameCount * frameLength }
  /// What RIFF counts: everything behind its own first 8 bytes.
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

  /// A size of 32 bits, or the sign that it stands in the `ds64` chunk.
  private func size(_ length: Int) -> [UInt8] { little(isLong ? 0xFFFF_FFFF : length, 4) }

  /// RF64's sizes of 64 bits, and no table, or as much room for them.
  private var sizes: [UInt8] {
    guard isLong else { return Array("JUNK".utf8) + little(28, 4) + little(0, 28) }
    return Array("ds64".utf8) + little(28, 4) + little(riffLength, 8) + little(dataLength, 8)
      + little(frameCount, 8) + little(0, 4)
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
