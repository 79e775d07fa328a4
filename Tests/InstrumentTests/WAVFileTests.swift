import Foundation
import Instrument
import Testing

@Suite struct WAVFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func write(_ samples: [Float], to file: WAVFile) throws {
    unsafe try samples.withUnsafeBufferPointer { channel in
      try unsafe file.append([channel, channel])
    }
  }

  @Test func `samples come out as 24-bit numbers behind a true header`() throws {
    let file = try WAVFile(path: path("a.wav"), channelCount: 2, sampleRate: 44_100)
    try write([0, 0.5, -1], to: file)
    try file.finish()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path("a.wav"))))
    #expect(String(decoding: bytes[0..<4], as: UTF8.self) == "RIFF")
    #expect(bytes[4..<8].elementsEqual([54, 0, 0, 0]))
    #expect(
      bytes[20..<36].elementsEqual([1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x98, 9, 4, 0, 6, 0, 24, 0]))
    #expect(bytes[40..<44].elementsEqual([18, 0, 0, 0]))
    let frames: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0x40, 0, 0, 0x80, 0, 0, 0x80]
    #expect(Array(bytes[44...]) == frames)
    #expect(file.clippedSamples == 0)
  }

  @Test func `what is louder than full scale is cut and counted`() throws {
    let file = try WAVFile(path: path("b.wav"), channelCount: 2, sampleRate: 48_000)
    try write([1.5, -2, 0.25], to: file)
    #expect(file.clippedSamples == 4)
    file.abandon()
  }

  @Test func `until it is finished, the file has not its name`() throws {
    let file = try WAVFile(path: path("c.wav"), channelCount: 2, sampleRate: 48_000)
    try write([0.1], to: file)
    #expect(!FileManager.default.fileExists(atPath: path("c.wav")))
    file.abandon()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a place that cannot be written is named`() {
    let error = #expect(throws: FileError.self) {
      _ = try WAVFile(path: "/nowhere/at/all.wav", channelCount: 2, sampleRate: 48_000)
    }
    #expect(error?.description.hasPrefix("/nowhere/at/all.wav: cannot be written") == true)
  }
}
