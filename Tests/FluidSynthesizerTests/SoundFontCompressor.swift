import CSndFile
import Foundation
import Testing

/// Makes an .sf3 of an .sf2: each sample as Ogg Vorbis, found by bytes, and loops by frames of the sample.
struct SoundFontCompressor {
  private let font: [UInt8]

  init(_ font: [UInt8]) { self.font = font }

  /// The compressed SoundFont. Encoded with libsndfile at the highest quality.
  ///
  /// With `toOddLength`, the samples have an odd number of bytes and the list is not filled up to an even one.
  func compressed(toOddLength: Bool = false) throws -> [UInt8] {
    let lists = chunks(from: 12, to: font.count)
    var content = Array("sfbk".utf8)
    let data = try #require(lists.first { self.text(at: $0.start) == "sdta" })
    let samples = try #require(
      chunks(from: data.start + 4, to: data.end).first { $0.kind == "smpl" })
    let tables = try #require(lists.first { self.text(at: $0.start) == "pdta" })
    let headers = try #require(chunks(from: tables.start + 4, to: tables.end).last)
    let (compressed, written) = try compress(samples: samples, headers: headers)
    for list in lists {
      switch text(at: list.start) {
      case "sdta" where toOddLength:
        let samples = compressed.count % 2 == 1 ? compressed : compressed + [0]
        content += chunk(
          "LIST", Array("sdta".utf8) + chunk("smpl", samples, isFilledUp: false), isFilledUp: false)
      case "sdta": content += chunk("LIST", Array("sdta".utf8) + chunk("smpl", compressed))
      case "pdta":
        content += chunk("LIST", Array(font[list.start..<headers.start]) + written)
      case "INFO":
        var info = Array(font[list.start..<list.end])
        // The version of compressed SoundFonts is 3.
        let version = chunks(from: list.start + 4, to: list.end).first { $0.kind == "ifil" }
        if let version { info[version.start - list.start] = 3 }
        content += chunk("LIST", info)
      default: content += chunk("LIST", Array(font[list.start..<list.end]))
      }
    }
    return chunk("RIFF", content)
  }

  /// All samples one after the other, and their headers (SoundFont 2.04, 7.10).
  private func compress(
    samples: Chunk, headers: Chunk
  ) throws -> (samples: [UInt8], headers: [UInt8]) {
    var (all, table) = ([UInt8](), [UInt8]())
    for place in stride(from: headers.start, to: headers.end - 46, by: 46) {
      let (start, end) = (number(at: place + 20), number(at: place + 24))
      let frames = (start..<end).map { frame in
        let (low, high) = (font[samples.start + 2 * frame], font[samples.start + 2 * frame + 1])
        return Int16(truncatingIfNeeded: UInt16(low) | UInt16(high) << 8)
      }
      let encoded = try Self.encode(frames, rate: number(at: place + 36))
      var header = Array(font[place..<place + 46])
      put(all.count, in: &header, at: 20)
      all += encoded
      put(all.count, in: &header, at: 24)
      put(number(at: place + 28) - start, in: &header, at: 28)
      put(number(at: place + 32) - start, in: &header, at: 32)
      header[44] |= 0x10
      table += header
    }
    return (all, table + font[headers.end - 46..<headers.end])
  }

  /// One channel as an Ogg Vorbis file.
  private static func encode(_ samples: [Int16], rate: Int) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ogg")
    defer { try? FileManager.default.removeItem(at: file) }
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    let handle = try unsafe #require(sf_open(file.path, Int32(SFM_WRITE), &info))
    var quality = 1.0
    unsafe sf_command(
      handle, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size))
    let count = unsafe sf_write_short(handle, samples, sf_count_t(samples.count))
    #expect(Int(count) == samples.count)
    unsafe sf_close(handle)
    return Array(try Data(contentsOf: file))
  }

  private struct Chunk {
    let kind: String
    let start: Int
    let end: Int
  }

  private func chunks(from start: Int, to end: Int) -> [Chunk] {
    var (found, place) = ([Chunk](), start)
    while place + 8 <= end {
      let length = number(at: place + 4)
      found.append(Chunk(kind: text(at: place), start: place + 8, end: place + 8 + length))
      place += 8 + length + length % 2
    }
    return found
  }

  private func text(at place: Int) -> String {
    String(decoding: font[place..<place + 4], as: UTF8.self)
  }

  private func number(at place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(font[place + $1]) << (8 * $1) }
  }

  private func put(_ value: Int, in bytes: inout [UInt8], at place: Int) {
    for byte in 0..<4 { bytes[place + byte] = UInt8(value >> (8 * byte) & 255) }
  }

  private func chunk(_ kind: String, _ bytes: [UInt8], isFilledUp: Bool = true) -> [UInt8] {
    let length = (0..<4).map { UInt8(bytes.count >> (8 * $0) & 255) }
    return Array(kind.utf8) + length + bytes
      + [UInt8](repeating: 0, count: isFilledUp ? bytes.count % 2 : 0)
  }
}
