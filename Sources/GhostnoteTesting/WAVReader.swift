/// A 24-bit PCM WAV file as a listener reads it (RIFF, one `fmt ` and one `data` chunk).
public struct WAVReader {
  public let channelCount: Int
  public let sampleRate: Int
  /// One row a channel, −1 to 1.
  public private(set) var channels: [[Float]]
  /// The louder channel's height at each frame.
  public private(set) var level: [Float] = []

  /// The bytes are no such file.
  public struct Failure: Error {
    public let missing: String
  }

  /// Reads a whole file.
  public init(_ bytes: [UInt8]) throws {
    func number(_ at: Int, _ size: Int) -> Int {
      bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    try Self.require("a header of 44 bytes", bytes.count >= 44)
    try Self.require("RIFF", Array(bytes[0..<4]) == Array("RIFF".utf8))
    try Self.require("WAVE and its format", Array(bytes[8..<16]) == Array("WAVEfmt ".utf8))
    try Self.require("as many bytes as the header says", number(4, 4) == bytes.count - 8)
    try Self.require("24-bit PCM", number(20, 2) == 1 && number(34, 2) == 24)
    channelCount = number(22, 2)
    sampleRate = number(24, 4)
    try Self.require("a data chunk", Array(bytes[36..<40]) == Array("data".utf8))
    let frameBytes = 3 * channelCount
    let count = number(40, 4)
    try Self.require(
      "whole frames to the end", count == bytes.count - 44 && count.isMultiple(of: frameBytes))
    channels = Array(repeating: [], count: channelCount)
    level = [Float](repeating: 0, count: count / frameBytes)
    for index in 0..<channelCount {
      var samples = [Float](repeating: 0, count: level.count)
      var at = 44 + 3 * index
      for frame in samples.indices {
        let low = UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) << 16
        let value = Int32(bitPattern: low | UInt32(bytes[at + 2]) << 24) >> 8
        samples[frame] = Float(value) / 8_388_608
        level[frame] = max(level[frame], abs(samples[frame]))
        at += frameBytes
      }
      channels[index] = samples
    }
  }

  /// Frames in all.
  public var frameCount: Int { level.count }

  /// The first frame at or after `start` and before `end` that is within 40 dB of that stretch's peak.
  public func onset(from start: Int, to end: Int) -> Int? {
    let stretch = level[start..<min(end, frameCount)]
    guard let peak = stretch.max(), peak > 0 else { return nil }
    return stretch.firstIndex { $0 > peak / 100 }
  }

  /// Where sound rises out of silence: each first frame over −26 dB after 50 ms below −46 dB.
  public var bursts: [Int] {
    var found: [Int] = []
    var quietFrames = sampleRate
    for (frame, height) in level.enumerated() {
      if height > 0.05, quietFrames >= sampleRate / 20 { found.append(frame) }
      quietFrames = height < 0.005 ? quietFrames + 1 : height > 0.05 ? 0 : quietFrames
    }
    return found
  }

  private static func require(_ what: String, _ isThere: Bool) throws {
    guard isThere else { throw Failure(missing: what) }
  }
}
