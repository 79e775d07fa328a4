import ControlSocket
import GhostnoteTesting
import Testing

/// How bytes become requests.
@Suite struct RequestReaderTests {
  private func items(_ text: String, pieces: Int = 1) -> [RequestReader.Item] {
    var reader = RequestReader()
    var items: [RequestReader.Item] = []
    let bytes = Array(text.utf8)
    let size = max(1, (bytes.count + pieces - 1) / pieces)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.receive(bytes[start..<min(start + size, bytes.count)])
      while let item = reader.next() { items.append(item) }
    }
    return items
  }

  @Test(arguments: [1, 2, 7, 1_000])
  func `lines are the same however their bytes come`(pieces: Int) {
    #expect(
      items("play\n@1 tempo 96\r\n@a.b_c-D stop\n\n@9 \n@9\nrest", pieces: pieces) == [
        .line(tag: nil, "play"), .line(tag: "1", "tempo 96"), .line(tag: "a.b_c-D", "stop"),
        .line(tag: nil, ""), .line(tag: "9", ""), .line(tag: "9", ""),
      ])
  }

  @Test(arguments: [1, 3, 1_000])
  func `a request says of which gesture it is part`(pieces: Int) {
    let long = String(repeating: "g", count: RequestReader.longestTag)
    #expect(
      items("@1+g tempo 96\r\n@a.b+c_-D.9 stop\n@\(long)+\(long) a+b\n@2+g\n+g x\n", pieces: pieces)
        == [
          .line(tag: "1", gesture: "g", "tempo 96"), .line(tag: "a.b", gesture: "c_-D.9", "stop"),
          .line(tag: long, gesture: long, "a+b"), .line(tag: "2", gesture: "g", ""),
          .line(tag: nil, "+g x"),
        ])
  }

  @Test(arguments: [
    "@1+ play", "@+g play", "@+ play", "@1+a+b play", "@1+a/b play", "@1+é play",
    "@1+\(String(repeating: "x", count: 33)) y",
    "@", "@ play", "@a/b play", "@é play", "@\(String(repeating: "x", count: 33)) y",
  ])
  func `what is not a tag or a gesture is refused`(line: String) {
    guard case .refused(nil, let reason)? = items(line + "\nplay\n").first else {
      Issue.record("taken")
      return
    }
    #expect(reason.contains("expected a tag"))
    #expect(items(line + "\nplay\n").last == .line(tag: nil, "play"))
  }

  @Test func `the longest line is taken, and a longer one is refused once with its tag`() {
    let longest = String(repeating: "x", count: RequestReader.longestLine - 3)
    #expect(items("@1 \(longest)\n") == [.line(tag: "1", longest)])
    for extra in [1, 2, 100_000] {
      let long = longest + String(repeating: "y", count: extra)
      let found = items("@1 \(long)\n@2 play\n", pieces: 50)
      #expect(found.count == 2)
      guard case .refused("1", let reason)? = found.first else {
        Issue.record("\(found.first.debugDescription)")
        return
      }
      #expect(reason.contains("at most 65536 bytes"))
      #expect(found.last == .line(tag: "2", "play"))
    }
  }

  @Test func `a line that is too long is refused with its tag, whatever its gesture`() {
    let mark = String(repeating: "m", count: RequestReader.longestTag)
    let long = String(repeating: "x", count: RequestReader.longestLine)
    for head in ["@\(mark)+\(mark)", "@\(mark)+g"] {
      guard case .refused(let tag, _)? = items("\(head) \(long)\n", pieces: 50).first, tag == mark
      else {
        Issue.record("taken, or refused without its tag")
        return
      }
    }
  }

  @Test func `a line without an end is dropped instead of kept`() {
    var reader = RequestReader()
    for _ in 0..<1_000 {
      reader.receive([UInt8](repeating: 0x78, count: 4_096))
      #expect(reader.next() == nil)
      #expect(reader.byteCount <= RequestReader.longestLine + 4_096)
    }
  }

  @Test func `any bytes are read without harm, and a good line after them is taken`() {
    var chance = SplitMix64(seed: 5)
    for _ in 0..<200 {
      var reader = RequestReader()
      for _ in 0..<20 {
        reader.receive(
          (0..<Int.random(in: 0...400, using: &chance)).map { _ in
            UInt8.random(in: .min ... .max, using: &chance)
          })
        while reader.next() != nil {}
      }
      reader.receive(Array("\n@ok play\n".utf8))
      var last: RequestReader.Item?
      while let item = reader.next() { last = item }
      #expect(last == .line(tag: "ok", "play"))
    }
  }
}
