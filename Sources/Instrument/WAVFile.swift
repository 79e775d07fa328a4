import Files
import Foundation

/// Writes a 24-bit PCM WAV file, first beside its final path, and renames it when finished.
///
/// The header is updated every second: if the process is killed, a take's file, which ends in `.part`,
/// is valid up to then.
public final class WAVFile {
  /// Samples clipped at full scale so far.
  public private(set) var clippedSamples = 0
  /// Frames written so far.
  public private(set) var frameCount = 0

  /// The final path of the file. A take's has a number where the path wanted is in use; it gets a later one
  /// when it is finished and another file has come there meanwhile.
  public private(set) var path: String
  /// Takes of sessions that did not end, which were given their final names.
  public let restored: [RestoredTake]
  /// The path of the file until it is finished.
  public let partialPath: String
  private let target: String
  private let file: Int32
  /// Where it gets its name; nil if it is not a take.
  private let take: TakePlace?
  private var header: WAVHeader
  private var bytesOnDisk = 0
  private var buffer: [UInt8] = []

  /// Creates a file for `channelCount` interleaved channels.
  ///
  /// Replaces the file at `path` when it is finished, and no other; what an earlier process that was killed had
  /// begun there is deleted. A `take` cannot be recorded again: it gets a free name, and takes that were left
  /// partial get theirs.
  public init(
    path: String, channelCount: Int, sampleRate: Int, isTake: Bool = false
  ) throws(FileError) {
    try FileError.refuseOtherThanFile(at: path)
    header = WAVHeader(channelCount: channelCount, sampleRate: sampleRate, frameCount: 0)
    if isTake {
      let place = try TakePlace(for: path)
      (self.path, target, restored) = (place.path, place.target, place.restored)
      (file, partialPath) = (place.file, place.partialPath)
      take = place
    } else {
      self.path = path
      target = try Self.target(of: path)
      (file, partialPath) = try Self.newFile(for: target, named: path)
      restored = []
      take = nil
    }
    buffer.reserveCapacity(1 << 18)
    buffer += header.bytes
  }

  deinit { close(file) }

  /// Appends frames; every channel has the same number of samples, −1 to 1.
  ///
  /// If it throws, a take is finished with what was written before; discard the object then.
  public func append(_ channels: [UnsafeBufferPointer<Float>]) throws(FileError) {
    let frames = unsafe channels.first?.count ?? 0
    unsafe convert(channels, frames: frames)
    frameCount += frames
    guard frameCount - header.frameCount >= header.sampleRate || buffer.count >= 1 << 17 else {
      return
    }
    do throws(FileError) {
      try flush()
      try renewHeader()
    } catch { throw salvaged(from: error) }
  }

  /// Completes the header and renames the file.
  public func finish() throws(FileError) {
    do throws(FileError) {
      try flush()
      try publish()
    } catch { throw salvaged(from: error) }
  }

  /// Deletes what was written.
  public func abandon() { _ = unsafe unlink(partialPath) }

  /// Keeps the complete frames that were written before `error`, under the final name.
  private func salvaged(from error: FileError) -> FileError {
    guard take != nil else { return error }
    let length = header.frameLength
    frameCount = max(0, bytesOnDisk - WAVHeader.length) / length
    guard frameCount > 0, ftruncate(file, WAVHeader.length + frameCount * length) == 0,
      (try? publish()) != nil
    else {
      if frameCount == 0 { abandon() }
      return error
    }
    let tenths = (Double(frameCount) / Double(header.sampleRate) * 10).rounded() / 10
    return FileError(path: path, problem: "\(error.problem) (the first \(tenths) s are kept)")
  }

  private func publish() throws(FileError) {
    try renewHeader()
    // `fsync` first: writing may still fail, and a half-written file must not get the final name.
    guard fsync(file) == 0 || errno == EINVAL else { throw FileError(path: path) }
    if let take {
      path = try take.publish()
    } else if unsafe rename(partialPath, target) != 0 {
      throw FileError(path: path)
    }
  }

  private func renewHeader() throws(FileError) {
    header.frameCount = frameCount
    let bytes = header.bytes
    guard unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count else {
      throw FileError(path: path)
    }
  }

  private func flush() throws(FileError) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        bytesOnDisk += count
      } else if count == 0 || errno != EINTR {
        throw FileError(path: path)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// The file that `path` leads to, if it can be written.
  static func target(of path: String) throws(FileError) -> String {
    let target: String
    do throws(SystemError) { target = try FileReplacement.destination(of: path) } catch {
      throw FileError(path: path, problem: error.reason)
    }
    guard unsafe access(target, F_OK) != 0 || access(target, W_OK) == 0 else {
      throw FileError(path: path)
    }
    return target
  }

  /// Opens and locks a file of its own beside `target`: what is called `.part` there may be a take.
  private static func newFile(
    for target: String, named path: String
  ) throws(FileError) -> (file: Int32, path: String) {
    do throws(SystemError) {
      let new = try FileReplacement.newFile(for: target)
      return (new.descriptor, new.path)
    } catch { throw FileError(path: path, problem: error.reason) }
  }

  /// Interleaves the channels as little-endian 24-bit numbers directly into the buffer.
  private func convert(_ channels: [UnsafeBufferPointer<Float>], frames: Int) {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: frames * header.frameLength))
    let channelCount = header.channelCount
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
}

/// An error while writing a file.
public struct FileError: Error, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The reason, as a phrase.
  public let problem: String

  /// An error at `path`.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// With the reason of the last failed call (`errno`).
  init(path: String) {
    self.init(path: path, problem: unsafe String(cString: strerror(errno)))
  }

  /// One sentence: what, why, and what to do.
  public var description: String {
    "\(path): cannot be written: \(problem); choose another path"
  }

  /// Throws if `path` is a device, a pipe or a folder: renaming a new file to it would destroy it.
  public static func refuseOtherThanFile(at path: String) throws(FileError) {
    var there = stat()
    guard unsafe stat(path, &there) == 0, there.st_mode & S_IFMT != S_IFREG else { return }
    throw FileError(path: path, problem: "it is a folder or a device")
  }
}
