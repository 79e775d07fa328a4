import ControlSocket
import Foundation

extension SocketReply {
  /// `stop` on one connection while another's command reads a SoundFont of 150 MB from the disk.
  static func stopDuringLoad(_ folder: SocketFolder) throws -> [Figure] {
    let soundFont = Places.scratch.appending(path: "large.sf2").path
    try largeSoundFont().write(to: URL(filePath: soundFont))
    let (loader, player) = (
      try ControlClient(name: nil, in: folder), try ControlClient(name: nil, in: folder)
    )
    var replies: [Double] = []
    var loads: [Double] = []
    var overtaken = 0
    for _ in 0..<5 {
      try dropFromCache(soundFont)
      _ = player.request("play", within: 5_000)
      let begun = ContinuousClock.now
      guard loader.send("kit \"\(soundFont)\" 0") else { throw Failure("the daemon has ended") }
      usleep(10_000)
      let asked = ContinuousClock.now
      guard case .ok = player.request("stop", within: 20_000) else { throw Failure("no stop") }
      replies.append((ContinuousClock.now - asked) / .milliseconds(1))
      if loader.nextLine(within: 1) == nil { overtaken += 1 }
      guard case .ok? = loader.nextLine(within: 60_000) else { throw Failure("no large SoundFont") }
      loads.append((ContinuousClock.now - begun) / .milliseconds(1))
    }
    let reply = Sample(replies)
    return [
      Figure(
        what:
          "`stop` while a SoundFont of 150 MB is read from the disk: reply, median of 5, ms (load, ms)",
        bar: "next block", ours: "\(reply.median.digits(3)) (\(Sample(loads).median.digits(0)))",
        passes: overtaken == 5 && reply.median < 2)
    ]
  }

  /// Has the file read from the disk again, not from memory.
  private static func dropFromCache(_ path: String) throws {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { throw Failure("\(path) cannot be opened") }
    defer { close(file) }
    guard fsync(file) == 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
      throw Failure("\(path) stays in memory")
    }
  }

  /// The bundled kit, whose last sample goes on in silence.
  private static func largeSoundFont() throws -> Data {
    var file = try Data(contentsOf: URL(filePath: Places.soundFont))
    guard let samples = file.range(of: Data("smpl".utf8)),
      let list = file.range(of: Data("sdta".utf8))
    else { throw Failure("\(Places.soundFont): no samples") }
    let silence = 150_000_000 - file.count
    let size = file.number(at: samples.upperBound)
    file.insert(contentsOf: Data(count: silence), at: samples.upperBound + 4 + size)
    for place in [4, list.lowerBound - 4, samples.upperBound] {
      file.put(file.number(at: place) + silence, at: place)
    }
    guard let headers = file.range(of: Data("shdr".utf8)) else {
      throw Failure("\(Places.soundFont): no sample headers")
    }
    // A header of 46 bytes has the sample's end after its name of 20 and its start.
    let first = headers.upperBound + 4
    let count = file.number(at: headers.upperBound) / 46
    let ends = (0..<count).map { first + 46 * $0 + 24 }
    guard let last = ends.max(by: { file.number(at: $0) < file.number(at: $1) }) else {
      return file
    }
    file.put((size + silence) / 2 - 64, at: last)
    return file
  }
}

extension Data {
  /// Four bytes, the least first.
  fileprivate func number(at place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
  }

  fileprivate mutating func put(_ number: Int, at place: Int) {
    for byte in 0..<4 { self[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
  }
}
