import Foundation

/// A 24-bit PCM WAV file being written: beside its name first, under its name once finished.
public final class WAVFile {
  /// Samples that had to be cut at full scale so far.
  public private(set) var clippedSamples = 0
  /// Frames written so far.
  public private(set) var frameCount = 0

  /// Where the file is once it is finished; until then it ends in `.part`.
  public let path: String
  private let channelCount: Int
  private let sampleRate: Int
  private let partial: String
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  /// Opens a file for `channelCount` interleaved channels.
  public init(path: String, channelCount: Int, sampleRate: Int) throws(FileError) {
    try FileError.refuseOtherThanFile(at: path)
    self.path = path
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    partial = path + ".part"
    guard unsafe access(path, F_OK) != 0 || access(path, W_OK) == 0,
      FileManager.default.createFile(atPath: partial, contents: nil),
      let handle = FileHandle(forWritingAtPath: partial)
    else { throw FileError(path: path, problem: unsafe String(cString: strerror(errno))) }
    self.handle = handle
    buffer.reserveCapacity(1 << 18)
    buffer += header()
  }

  /// Adds frames; every channel has the same number of samples, −1 to 1.
  public func append(_ channels: [UnsafeBufferPointer<Float>]) throws(FileError) {
    let frames = unsafe channels.first?.count ?? 0
    unsafe convert(channels, frames: frames)
    frameCount += frames
    if buffer.count >= 1 << 17 { try flush() }
  }

  /// Completes the header and gives the file its name.
  public func finish() throws(FileError) {
    try flush()
    do {
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: header())
      try handle.synchronize()
      try handle.close()
    } catch { throw FileError(path: path, problem: error.localizedDescription) }
    guard unsafe rename(partial, path) == 0 else {
      throw FileError(path: path, problem: unsafe String(cString: strerror(errno)))
    }
  }

  /// Forgets what was written.
  public func abandon() {
    try? handle.close()
    try? FileManager.default.removeItem(atPath: partial)
  }

  /// Interleaves the channels as little-endian 24-bit numbers, straight into the buffer.
  private func convert(_ channels: [UnsafeBufferPointer<Float>], frames: Int) {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: frames * channelCount * 3))
    var clipped = 0
    unsafe buffer.withUnsafeMutableBufferPointer { bytes in
      for channel in 0..<channelCount {
        let samples = unsafe channels[channel]
        var place = start + channel * 3
        for frame in 0..<frames {
          let scaled = (unsafe samples[frame] * 8_388_608).rounded()
          let cut = max(-8_388_608, min(8_388_607, scaled))
          if cut != scaled { clipped += 1 }
          let value = Int32(cut)
          unsafe bytes[place] = UInt8(truncatingIfNeeded: value)
          unsafe bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
          unsafe bytes[place + 2] = UInt8(truncatingIfNeeded: value >> 16)
          place += channelCount * 3
        }
      }
    }
    clippedSamples += clipped
  }

  private func flush() throws(FileError) {
    do { try handle.write(contentsOf: buffer) } catch {
      throw FileError(path: path, problem: error.localizedDescription)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func header() -> [UInt8] {
    let frameBytes = channelCount * 3
    let dataBytes = UInt32(clamping: frameCount * frameBytes)
    let format =
      Self.little(1, 2) + Self.little(UInt32(channelCount), 2)
      + Self.little(UInt32(sampleRate), 4) + Self.little(UInt32(sampleRate * frameBytes), 4)
      + Self.little(UInt32(frameBytes), 2) + Self.little(24, 2)
    return Array("RIFF".utf8) + Self.little(UInt32(clamping: Int(dataBytes) + 36), 4)
      + Array("WAVEfmt ".utf8) + Self.little(16, 4) + format
      + Array("data".utf8) + Self.little(dataBytes, 4)
  }

  private static func little(_ value: UInt32, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }
}

/// A file that could not be written.
public struct FileError: Error, CustomStringConvertible {
  public let path: String
  /// The system's reason.
  public let problem: String

  /// One plain sentence: what, why, and what next.
  public var description: String {
    "\(path): cannot be written: \(problem); name another place"
  }

  /// Throws where a device, a pipe or a folder is: renaming a new file to its name would destroy it.
  public static func refuseOtherThanFile(at path: String) throws(FileError) {
    var there = stat()
    guard unsafe stat(path, &there) == 0, there.st_mode & S_IFMT != S_IFREG else { return }
    throw FileError(path: path, problem: "it is a folder or a device")
  }
}
