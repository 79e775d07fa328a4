import Testing

/// A 24-bit PCM WAV file as a listener reads it (RIFF, one `fmt ` and one `data` chunk).
struct WAVReader {
  var channelCount: Int
  var sampleRate: Int
  /// One row a channel, −1 to 1.
  var channels: [[Float]]

  init(_ bytes: [UInt8]) throws {
    func number(_ at: Int, _ size: Int) -> Int {
      bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    try #require(bytes.count >= 44)
    try #require(Array(bytes[0..<4]) == Array("RIFF".utf8))
    try #require(Array(bytes[8..<16]) == Array("WAVEfmt ".utf8))
    try #require(number(4, 4) == bytes.count - 8)
    try #require(number(20, 2) == 1 && number(34, 2) == 24)
    channelCount = number(22, 2)
    sampleRate = number(24, 4)
    try #require(Array(bytes[36..<40]) == Array("data".utf8))
    let frameBytes = 3 * channelCount
    let count = number(40, 4)
    try #require(count == bytes.count - 44 && count.isMultiple(of: frameBytes))
    channels = Array(repeating: [], count: channelCount)
    for index in 0..<channelCount {
      channels[index] = stride(from: 44 + 3 * index, to: bytes.count, by: frameBytes).map { at in
        let value =
          UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 24
        return Float(Int32(bitPattern: value) >> 8) / 8_388_608
      }
    }
  }

  var frameCount: Int { channels.first?.count ?? 0 }

  /// The louder channel's height at each frame.
  var level: [Float] {
    (0..<frameCount).map { frame in channels.map { abs($0[frame]) }.max() ?? 0 }
  }

  /// The first frame at or after `start` and before `end` that is within 40 dB of that stretch's peak.
  func onset(from start: Int, to end: Int) -> Int? {
    let stretch = level[start..<min(end, frameCount)]
    guard let peak = stretch.max(), peak > 0 else { return nil }
    return stretch.firstIndex { $0 > peak / 100 }
  }
}
