import NSM
import OSC
import Testing

/// What a session manager's address and messages mean.
@Suite struct NSMTests {
  @Test(arguments: [
    ("osc.udp://localhost:14143/", "localhost", 14143), ("osc.udp://127.0.0.1:1", "127.0.0.1", 1),
    ("osc.udp://[::1]:65535/", "::1", 65535), ("osc.udp://box.local:80/", "box.local", 80),
  ])
  func `an address has a host and a port`(url: String, host: String, port: Int) {
    let address = NSMAddress(url)
    #expect(address?.host == host)
    #expect(address.map { Int($0.port) } == port)
  }

  @Test(arguments: [
    "", "localhost:14143", "osc.tcp://localhost:14143/", "osc.udp://localhost/",
    "osc.udp://:14143/", "osc.udp://localhost:0/", "osc.udp://localhost:65536/",
    "osc.udp://localhost:+5/", "osc.udp://local host:5/", "osc.udp://localhost:5/x",
    "osc.udp://[[]]:2/", "osc.udp://[]:5/", "osc.udp://::1:5/", "osc.udp://[::1:5/",
  ])
  func `anything else is not an address`(url: String) {
    #expect(NSMAddress(url) == nil)
  }

  @Test func `the server's messages are read`() throws {
    let project = try #require(
      NSMProject(path: "/s/a/ghostnote.nABC", displayName: "a", clientID: "ghostnote.nABC"))
    let rows: [(OSCMessage, NSMMessage?)] = [
      (
        OSCMessage("/reply", ["/nsm/server/announce", "hello", "nsmd", ":broadcast:"]),
        .announced(server: "nsmd")
      ),
      (OSCMessage("/reply", ["/nsm/server/announce"]), .announced(server: "")),
      (OSCMessage("/reply", ["/nsm/server/add", "x"]), nil),
      (
        OSCMessage("/error", ["/nsm/server/announce", -2, "too new"]),
        .refused(code: -2, reason: "too new")
      ),
      (OSCMessage("/error", ["/nsm/server/announce", "?"]), nil),
      (
        OSCMessage("/nsm/client/open", ["/s/a/ghostnote.nABC", "a", "ghostnote.nABC"]),
        .open(project)
      ),
      (OSCMessage("/nsm/client/save"), .save),
      (OSCMessage("/nsm/client/session_is_loaded"), .sessionIsLoaded),
      (OSCMessage("/nsm/client/show_optional_gui"), nil),
    ]
    for (message, meaning) in rows { #expect(NSMMessage(message) == meaning) }
  }

  @Test(
    arguments: [
      [], ["/s/a"], [1, 2, 3], ["relative", "a", "id"], ["/", "a", "id"], ["/s/a/", "a", "id"],
      ["/s/a", "a", ""], ["/s/a", "a", "line\nbreak"],
      ["/s/a", "a", .string(String(repeating: "x", count: 64))],
      [.string("/" + String(repeating: "x", count: 5_000)), "a", "id"],
    ] as [[OSCArgument]])
  func `what cannot be opened is said to be so`(arguments: [OSCArgument]) {
    guard
      case .malformed("/nsm/client/open", _)? = NSMMessage(
        OSCMessage("/nsm/client/open", arguments))
    else {
      Issue.record("\(arguments) can be opened")
      return
    }
  }
}
