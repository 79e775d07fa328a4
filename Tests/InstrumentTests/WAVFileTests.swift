import Commands
import Foundation
import GhostnoteTesting
import Testing

@testable import Instrument

@Suite struct WAVFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The names of the files, sorted.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func write(_ samples: [Float], to file: WAVFile) throws {
    unsafe try samples.withUnsafeBufferPointer { channel in
      try unsafe file.append([channel, channel])
    }
  }

  @Test func `samples are written as 24-bit numbers after a correct header`() throws {
    let file = try WAVFile(path: path("a.wav"), channelCount: 2, sampleRate: 44_100)
    try write([0, 0.5, -1], to: file)
    try file.finish()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path("a.wav"))))
    #expect(String(decoding: bytes[0..<4], as: UTF8.self) == "RIFF")
    #expect(bytes[4..<8].elementsEqual([90, 0, 0, 0]))
    // Readers skip the placeholder for the sizes of a long file.
    #expect(String(decoding: bytes[12..<16], as: UTF8.self) == "JUNK")
    #expect(bytes[16..<48].elementsEqual([28] + [UInt8](repeating: 0, count: 31)))
    #expect(
      bytes[56..<72].elementsEqual([1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x98, 9, 4, 0, 6, 0, 24, 0]))
    #expect(bytes[76..<80].elementsEqual([18, 0, 0, 0]))
    let frames: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0x40, 0, 0, 0x80, 0, 0, 0x80]
    #expect(Array(bytes[80...]) == frames)
    #expect(file.clippedSamples == 0)
  }

  @Test func `samples beyond full scale are clipped and counted`() throws {
    let file = try WAVFile(path: path("b.wav"), channelCount: 2, sampleRate: 48_000)
    try write([1.5, -2, 0.25], to: file)
    #expect(file.clippedSamples == 4)
    file.abandon()
  }

  @Test func `the file gets its name only when it is finished`() throws {
    let file = try WAVFile(path: path("c.wav"), channelCount: 2, sampleRate: 48_000)
    try write([0.1], to: file)
    #expect(!FileManager.default.fileExists(atPath: path("c.wav")))
    file.abandon()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a path that cannot be written is named`() {
    let error = #expect(throws: FileError.self) {
      _ = try WAVFile(path: "/nowhere/at/all.wav", channelCount: 2, sampleRate: 48_000)
    }
    #expect(error?.description.hasPrefix("/nowhere/at/all.wav: cannot be written") == true)
  }

  @Test func `an unfinished file is valid up to the last second`() throws {
    let file = try WAVFile(path: path("d.wav"), channelCount: 2, sampleRate: 8_000, isTake: true)
    for _ in 0..<25 { try write([Float](repeating: 0.25, count: 1_000), to: file) }
    // As after `kill -9`: nothing was finished.
    let left = try WAVReader(try bytes("d.wav.part"))
    #expect(left.frameCount == 24_000)
    #expect(left.level.allSatisfy { $0 == 0.25 })
    file.abandon()
  }

  @Test func `a take left by a crash gets its name with the next, and a third replaces neither`()
    throws
  {
    for index in 1...3 {
      let file = try WAVFile(path: path("e.wav"), channelCount: 2, sampleRate: 8_000, isTake: true)
      let name = index == 1 ? "e.wav" : "e-\(index).wav"
      #expect(file.path == path(name) && file.partialPath == path(name + ".part"))
      let before = index == 1 ? [] : [index == 2 ? "e.wav" : "e-2.wav"]
      #expect(file.restored.map(\.path) == before.map(path))
      #expect(file.restored.allSatisfy { $0.seconds == 2 })
      // Written each second; the last thousand frames are in memory when it dies.
      for _ in 0..<17 { try write([Float](repeating: 0.25, count: 1_000), to: file) }
    }
    for name in ["e.wav", "e-2.wav"] {
      #expect(try WAVReader(try bytes(name)).frameCount == 16_000)
    }
    #expect(try names() == ["e-2.wav", "e-3.wav.part", "e.wav"])
  }

  @Test func `a render leaves the take of a crash, and the next take restores that beside it`()
    throws
  {
    for isTake in [true, false] {
      let file = try WAVFile(
        path: path("e.wav"), channelCount: 2, sampleRate: 8_000, isTake: isTake)
      #expect(file.path == path("e.wav") && file.restored.isEmpty)
      let level: Float = isTake ? 0.25 : 0.5
      for _ in 0..<17 { try write([Float](repeating: level, count: 1_000), to: file) }
      // The take's process dies.
      if !isTake { try file.finish() }
    }
    let next = try WAVFile(path: path("e.wav"), channelCount: 2, sampleRate: 8_000, isTake: true)
    #expect(next.path == path("e-3.wav") && next.restored.map(\.path) == [path("e-2.wav")])
    next.abandon()
    #expect(try names() == ["e-2.wav", "e.wav"])
    #expect(try WAVReader(try bytes("e.wav")).level == [Float](repeating: 0.5, count: 17_000))
    #expect(try WAVReader(try bytes("e-2.wav")).level == [Float](repeating: 0.25, count: 16_000))
  }

  @Test(arguments: [false, true])
  func `a take that ends replaces no file that came meanwhile, but an empty one`(
    isEmpty: Bool
  ) throws {
    let take = try WAVFile(path: path("h.wav"), channelCount: 2, sampleRate: 8_000, isTake: true)
    try write([0.25], to: take)
    if isEmpty {
      _ = FileManager.default.createFile(atPath: path("h.wav"), contents: Data())
    } else {
      let render = try WAVFile(path: path("h.wav"), channelCount: 2, sampleRate: 8_000)
      try write([0.5], to: render)
      try render.finish()
    }
    try take.finish()
    #expect(take.path == path(isEmpty ? "h.wav" : "h-2.wav"))
    #expect(try names() == (isEmpty ? ["h.wav"] : ["h-2.wav", "h.wav"]))
    #expect(try WAVReader(try bytes("h.wav")).level == [isEmpty ? 0.25 : 0.5])
    if !isEmpty { #expect(try WAVReader(try bytes("h-2.wav")).level == [0.25]) }
  }

  @Test func `a take through a link that cannot have its name stays beside what the link leads to`()
    throws
  {
    try FileManager.default.createDirectory(
      atPath: path("disk"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path("l.wav"), withDestinationPath: "disk/real.wav")
    let take = try WAVFile(path: path("l.wav"), channelCount: 2, sampleRate: 8_000, isTake: true)
    try write([0.25], to: take)
    try Data([1]).write(to: URL(fileURLWithPath: path("disk/real.wav")))
    try take.finish()
    #expect(take.path.hasSuffix("disk/real-2.wav"))
    #expect(try WAVReader(try bytes("disk/real-2.wav")).level == [0.25])
  }

  @Test(arguments: ["m.wav", "m-7.wav"])
  func `a take whose process died between its two names keeps one`(name: String) throws {
    func begin() throws -> WAVFile {
      try WAVFile(path: path("m.wav"), channelCount: 2, sampleRate: 8_000, isTake: true)
    }
    try begin().finish()
    if name != "m.wav" {
      try FileManager.default.copyItem(atPath: path("m.wav"), toPath: path(name))
    }
    try FileManager.default.linkItem(atPath: path(name), toPath: path("m.wav.part"))
    let next = try begin()
    #expect(next.path == path("m-2.wav") && next.restored.isEmpty)
    #expect(try names() == Set(["m-2.wav.part", "m.wav", name]).sorted())
  }

  @Test func `what a killed render left is deleted by the next`() throws {
    func begin() throws -> WAVFile {
      try WAVFile(path: path("k.wav"), channelCount: 2, sampleRate: 8_000)
    }
    _ = try begin()
    #expect(try names().count == 1)
    // A child that another test is starting may hold it until it runs its program.
    for _ in 0..<500 {
      try begin().finish()
      if try names() == ["k.wav"] { break }
      usleep(10_000)
    }
    #expect(try names() == ["k.wav"])
  }

  @Test func `a finished take is not replaced, and two at a time have names of their own`() throws {
    let takes = try (1...2).map { _ in
      try WAVFile(path: path("t.v1.wav"), channelCount: 1, sampleRate: 8_000, isTake: true)
    }
    #expect(takes.map(\.path) == [path("t.v1.wav"), path("t.v1-2.wav")])
    for take in takes { try take.finish() }
    let third = try WAVFile(
      path: path("t.v1.wav"), channelCount: 1, sampleRate: 8_000, isTake: true)
    #expect(third.path == path("t.v1-3.wav") && third.restored.isEmpty)
  }

  @Test(arguments: [
    ("take", "take-2"), ("take.wav", "take-2.wav"), ("take.v1.wav", "take.v1-2.wav"),
    (".take", ".take-2"), (".take.wav", ".take-2.wav"),
  ])
  func `the number of a take goes into its own name, never into that of its folder`(
    name: String, second: String
  ) throws {
    try FileManager.default.createDirectory(
      atPath: path("songs.2026"), withIntermediateDirectories: true)
    for expected in [name, second] {
      let take = try WAVFile(
        path: path("songs.2026/\(name)"), channelCount: 1, sampleRate: 8_000, isTake: true)
      #expect(take.path == path("songs.2026/\(expected)"))
      try take.finish()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["songs.2026"])
    let names = try FileManager.default.contentsOfDirectory(atPath: path("songs.2026"))
    #expect(Set(names) == [name, second])
  }

  @Test(arguments: [true, false])
  func `a partial file that is not a take of ours is left alone`(isTake: Bool) throws {
    let other = Data(repeating: 7, count: 500)
    try other.write(to: URL(fileURLWithPath: path("g.wav.part")))
    let file = try WAVFile(path: path("g.wav"), channelCount: 1, sampleRate: 8_000, isTake: isTake)
    #expect(file.path == path(isTake ? "g-2.wav" : "g.wav") && file.restored.isEmpty)
    try file.finish()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path("g.wav.part"))) == other)
    #expect(try names() == [isTake ? "g-2.wav" : "g.wav", "g.wav.part"])
  }

  @Test func `two writers of one name do not share a file`() throws {
    let first = try WAVFile(path: path("f.wav"), channelCount: 2, sampleRate: 8_000)
    let second = try WAVFile(path: path("f.wav"), channelCount: 2, sampleRate: 8_000)
    try write([0.5], to: first)
    try write([0.25, 0.25], to: second)
    try first.finish()
    #expect(try WAVReader(try bytes("f.wav")).level == [0.5])
    try second.finish()
    #expect(try WAVReader(try bytes("f.wav")).level == [0.25, 0.25])
  }

  @Test func `a link to a missing file stays a link`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("new-link.wav"), withDestinationPath: "real-new.wav")
    let file = try WAVFile(path: path("new-link.wav"), channelCount: 1, sampleRate: 8_000)
    try file.finish()
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: path("new-link.wav")) == "real-new.wav")
    #expect(manager.fileExists(atPath: path("real-new.wav")))
  }

  @Test func `circular links are refused`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("a.wav"), withDestinationPath: "b.wav")
    try FileManager.default.createSymbolicLink(
      atPath: path("b.wav"), withDestinationPath: "a.wav")
    #expect(throws: FileError.self) {
      _ = try WAVFile(path: path("a.wav"), channelCount: 1, sampleRate: 8_000)
    }
  }

  @Test func `a link to a file stays a link, and the file keeps its permissions`() throws {
    let real = path("real.wav")
    #expect(FileManager.default.createFile(atPath: real, contents: Data()))
    #expect(unsafe chmod(real, 0o600) == 0)
    #expect(unsafe symlink(real, path("link.wav")) == 0)
    let file = try WAVFile(path: path("link.wav"), channelCount: 2, sampleRate: 8_000)
    try write([0.5], to: file)
    try file.finish()
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: path("link.wav")) == real)
    #expect(try WAVReader(try bytes("real.wav")).level == [0.5])
    #expect(try manager.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `beyond 4 GiB the sizes have 64 bits`() {
    let frames = 1_000_000_000
    let bytes = WAVHeader(channelCount: 2, sampleRate: 48_000, frameCount: frames).bytes
    #expect(bytes.count == WAVHeader.length)
    let name = { (at: Int) in String(decoding: bytes[at..<at + 4], as: UTF8.self) }
    let number = { (at: Int, size: Int) in
      bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    #expect((name(0), name(8), name(12)) == ("RF64", "WAVE", "ds64"))
    #expect(number(4, 4) == 0xFFFF_FFFF && number(16, 4) == 28)
    #expect(number(20, 8) == frames * 6 + 72)
    #expect(number(28, 8) == frames * 6)
    #expect(number(36, 8) == frames)
    #expect(number(44, 4) == 0)
    #expect(name(48) == "fmt " && name(72) == "data" && number(76, 4) == 0xFFFF_FFFF)
  }

  @Test func `the last file of 32 bits is RIFF, and the next is RF64`() {
    let most = (Int(UInt32.max) - 72) / 6
    for (frames, name) in [(most, "RIFF"), (most + 1, "RF64")] {
      let bytes = WAVHeader(channelCount: 2, sampleRate: 48_000, frameCount: frames).bytes
      #expect(String(decoding: bytes[..<4], as: UTF8.self) == name)
    }
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
