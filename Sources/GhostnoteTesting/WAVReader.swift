/// Reads a 24-bit PCM WAV file (RIFF, one `fmt ` and one `data` chunk).
public struct WAVReader {
  /// The number of channels.
  public let channelCount: Int
  /// The sample rate in hertz.
  public let sampleRate: Int
  /// One array per channel, −1 to 1.
  public private(set) var channels: [[Float]]
  /// The maximum over the channels at each frame.
  public private(set) var level: [Float] = []

  /// The bytes are not a valid file.
  public struct Failure: Error {
    /// What is missing.
    public let missing: String
  }

  /// Reads the part of a file that its header describes: after a crash there may be more data.
  public init(whatIsThere bytes: [UInt8]) throws {
    let told = bytes.prefix(8).suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    try self.init(Array(bytes.prefix(told + 8)))
  }

  /// Reads a whole file.
  public init(_ bytes: [UInt8]) throws {
    func number(_ at: Int, _ size: Int) -> Int {
      bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func name(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
    try Self.require("a header", bytes.count >= 12 && name(0) == "RIFF" && name(8) == "WAVE")
    try Self.require("as many bytes as the header says", number(4, 4) == bytes.count - 8)
    var at = 12
    while at + 8 <= bytes.count, name(at) == "JUNK" { at += 8 + number(at + 4, 4) }
    try Self.require("a format and data", at + 32 <= bytes.count && name(at) == "fmt ")
    try Self.require("24-bit PCM", number(at + 8, 2) == 1 && number(at + 22, 2) == 24)
    channelCount = number(at + 10, 2)
    sampleRate = number(at + 12, 4)
    at += 8 + number(at + 4, 4)
    try Self.require("a data chunk", at + 8 <= bytes.count && name(at) == "data")
    let count = number(at + 4, 4)
    let first = at + 8
    let frameBytes = 3 * channelCount
    try Self.require(
      "whole frames to the end", count == bytes.count - first && count.isMultiple(of: frameBytes))
    channels = Array(repeating: [], count: channelCount)
    level = [Float](repeating: 0, count: count / frameBytes)
    for index in 0..<channelCount {
      var samples = [Float](repeating: 0, count: level.count)
      var at = first + 3 * index
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

  /// The number of frames.
  public var frameCount: Int { level.count }

  /// The first frame in `start` ..< `end` that is within 40 dB of the peak in this range.
  public func onset(from start: Int, to end: Int) -> Int? {
    let stretch = level[start..<min(end, frameCount)]
    guard let peak = stretch.max(), peak > 0 else { return nil }
    return stretch.firstIndex { $0 > peak / 100 }
  }

  /// The frames where sound starts after silence: above −26 dB after 50 ms below −46 dB.
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
