import NSM
import OSC
import Testing

/// What a session manager may open a client for, and the errors for anything else.
@Suite struct ProjectTests {
  private static func project(_ path: String, _ id: String = "ghostnote.nABC") -> NSMProject? {
    NSMProject(path: path, displayName: "song", clientID: id)
  }

  @Test func `a path is absolute, and more than a folder of all`() {
    #expect(Self.project("/s/a")?.path == "/s/a")
    for path in ["", "/", "s/a", "~/a", "/s/a/", "//"] {
      #expect(Self.project(path) == nil, "\(path)")
    }
  }

  @Test func `a path leaves room for an ending`() {
    let longest = "/" + String(repeating: "x", count: 3_999)
    #expect(Self.project(longest) != nil)
    #expect(Self.project(longest + "x") == nil)
    // Bytes count, not letters.
    #expect(Self.project("/" + String(repeating: "é", count: 2_000)) == nil)
  }

  @Test func `a client's name is one that JACK takes`() {
    #expect(Self.project("/a", String(repeating: "n", count: 63))?.clientID.count == 63)
    #expect(Self.project("/a", "Süße Trömmel") != nil)
    for id in ["", String(repeating: "n", count: 64), "a\nb", "a\u{0}", "a\u{7F}"] {
      #expect(Self.project("/a", id) == nil)
    }
  }

  private static func read(_ address: OSCAddress, _ arguments: [OSCArgument]) -> NSMMessage? {
    NSMMessage(OSCMessage(address, arguments))
  }

  @Test func `a request to open names its project, whatever else it has`() throws {
    let project = try #require(Self.project("/s/a"))
    let arguments: [OSCArgument] = [.string("/s/a"), .string("song"), .string("ghostnote.nABC")]
    #expect(Self.read("/nsm/client/open", arguments) == .open(project))
    #expect(Self.read("/nsm/client/open", arguments + [.int32(7)]) == .open(project))
  }

  @Test func `one with other arguments is malformed, and says what was expected`() {
    let expected = NSMMessage.malformed(
      NSMMessage.openAddress,
      expected: "expected an absolute path, a session's name and a client's of 1–63 bytes")
    let rows: [[OSCArgument]] = [
      [], [.string("/s/a"), .string("song")], [.string("/s/a"), .string("song"), .int32(1)],
      [.int32(1), .string("song"), .string("id")], [.string("a"), .string("song"), .string("id")],
      [.string("/s/a"), .string("song"), .string("")], [.array([.string("/s/a")]), .null, .null],
    ]
    for arguments in rows { #expect(Self.read("/nsm/client/open", arguments) == expected) }
  }

  @Test func `a refusal has its code and reason, and one without is nothing`() {
    let announce = OSCArgument.string("/nsm/server/announce")
    #expect(
      Self.read("/error", [announce, .int32(-2), .string("too old")])
        == .refused(code: -2, reason: "too old"))
    for arguments in [
      [announce, .int32(-2)], [announce, .string("-2"), .string("too old")],
      [.string("/nsm/server/save"), .int32(-2), .string("x")], [],
    ] as [[OSCArgument]] {
      #expect(Self.read("/error", arguments) == nil)
    }
  }

  @Test func `a reply to anything but the announcement is nothing`() {
    let announce = OSCArgument.string("/nsm/server/announce")
    #expect(
      Self.read("/reply", [announce, .string("hi"), .string("nsmd")]) == .announced(server: "nsmd"))
    #expect(Self.read("/reply", [announce, .string("hi"), .int32(1)]) == .announced(server: ""))
    #expect(Self.read("/reply", []) == nil && Self.read("/reply", [.int32(1)]) == nil)
    #expect(Self.read("/nsm/client/show_optional_gui", []) == nil)
    #expect(Self.read("/nsm/client/save", [.int32(1)]) == .save)
  }
}
