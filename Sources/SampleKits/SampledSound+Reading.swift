import CSndFile
import MusicalTime

/// Why audio could not be read.
public struct AudioFileError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, as a phrase.
  public let description: String
}

extension SampledSound {
  /// The most bytes of a file.
  public static let largestFile = 128 << 20
  /// The most samples of a file, over all channels: three minutes of stereo at 96 kHz.
  public static let mostSamples = 1 << 25

  /// Reads WAV, AIFF, FLAC, Ogg and whatever else libsndfile reads from memory.
  public init(name: String, bytes: [UInt8]) throws(AudioFileError) {
    guard bytes.count <= Self.largestFile else {
      throw AudioFileError(description: "larger than \(Self.largestFile >> 20) MiB")
    }
    self = try MemoryFile(bytes).sound(named: name)
  }
}

/// Bytes that libsndfile reads as a file.
private final class MemoryFile {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func sound(named name: String) throws(AudioFileError) -> SampledSound {
    var calls = unsafe SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(unsafe MemoryFile.of($0)?.bytes.count ?? 0) },
      seek: { offset, whence, context in
        sf_count_t(unsafe MemoryFile.of(context)?.seek(Int(offset), from: whence) ?? -1)
      },
      read: { buffer, count, context in
        sf_count_t(unsafe MemoryFile.of(context)?.read(into: buffer, Int(count)) ?? 0)
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(unsafe MemoryFile.of($0)?.place ?? 0) })
    var info = SF_INFO()
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard let file = unsafe sf_open_virtual(&calls, Int32(SFM_READ), &info, context) else {
      throw AudioFileError(description: unsafe String(cString: sf_strerror(nil)))
    }
    defer { _ = unsafe sf_close(file) }
    return try withExtendedLifetime(self) { () throws(AudioFileError) in
      try unsafe read(file, info, name)
    }
  }

  private func read(
    _ file: OpaquePointer, _ info: SF_INFO, _ name: String
  ) throws(AudioFileError) -> SampledSound {
    let (count, frames) = (Int(info.channels), Int(info.frames))
    guard (1...16).contains(count), frames > 0 else {
      throw AudioFileError(description: "no audio: \(count) channels, \(frames) frames")
    }
    guard frames <= SampledSound.mostSamples / count else {
      throw AudioFileError(description: "longer than \(SampledSound.mostSamples) samples: cut it")
    }
    let rates = 400...192_000
    guard rates.contains(Int(info.samplerate)) else {
      throw AudioFileError(
        description: "its rate: " + rates.expected(unit: "Hz", found: Int(info.samplerate)))
    }
    var all = [Float](repeating: 0, count: frames * count)
    // The head may promise more than there is.
    let got = unsafe Int(sf_readf_float(file, &all, sf_count_t(frames)))
    guard got > 0 else { throw AudioFileError(description: "the audio is missing or damaged") }
    let channels = (0..<count).map { channel in
      (0..<got).map { frame in
        let sample = all[frame * count + channel]
        return sample.isFinite ? min(max(sample, -8), 8) : 0
      }
    }
    return SampledSound(
      name: name, rate: Int(info.samplerate), channels: channels,
      loop: unsafe Self.loop(of: file, frames: got))
  }

  /// The first loop that the file names, in its own frames.
  private static func loop(of file: OpaquePointer, frames: Int) -> Range<Int>? {
    var (first, last) = (UInt32(0), UInt32(0))
    guard unsafe ghostnote_first_loop(file, &first, &last) != 0 else { return nil }
    let (start, end) = (Int(first), Int(last))
    return start + 32 <= end && end <= frames ? start..<end : nil
  }

  private func seek(_ offset: Int, from whence: Int32) -> Int {
    let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? place : bytes.count
    let (target, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, target >= 0 else { return -1 }
    place = min(target, bytes.count)
    return place
  }

  private func read(into buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    guard let buffer = unsafe buffer, count > 0 else { return 0 }
    let got = min(count, bytes.count - place)
    let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: got)
    unsafe target.copyBytes(from: bytes[place..<place + got])
    place += got
    return got
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MemoryFile? {
    unsafe context.map { unsafe Unmanaged<MemoryFile>.fromOpaque($0).takeUnretainedValue() }
  }
}
