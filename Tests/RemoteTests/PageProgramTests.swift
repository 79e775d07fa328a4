import Foundation
import GhostnoteTesting
import OSC
import Shell
import Testing

@testable import Remote

/// `ghostnote run --page` and `ghostnote page`, as processes.
@Suite(.serialized) struct PageProgramTests {
  private static let daemon = [
    "run", "rock", "--audio", "silent", "--midi", "none", "--control", "none",
  ]

  /// The port that a program says in `text`.
  private func port(in text: () -> String) -> Int? {
    var found: Int?
    _ = eventually {
      found = text().firstMatch(of: #/page: http:\/\/127\.0\.0\.1:(\d+)\//#).flatMap {
        Int($0.output.1)
      }
      return found != nil
    }
    return found
  }

  @Test func `run --page says where page and OSC are, and the page shows the session`() throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    let daemon = try GhostnoteProgram.start(
      Self.daemon + ["--page", "--osc", "0", "--play"], environment: [("XDG_RUNTIME_DIR", runtime)])
    let port = try #require(port { daemon.errors }, "\(daemon.errors)")
    let page = try WebSocketClient(port: port)
    #expect(page.reply(to: "watch state") == "@t ok")
    let seed = try #require(page.text { $0.hasPrefix(#"{"state":"#) })
    for part in [
      #""pattern":{"bar":4,"#, #""history":{"depth":0,"redo":[],"undo":[]}"#, #""rolling":true"#,
      #""origin":0"#,
    ] {
      #expect(seed.contains(part), "\(part)")
    }
    #expect(page.reply(to: "step kick 2 X") == "@t ok")
    #expect(page.text { $0.contains("changes") && $0.contains("step kick 2") } != nil)
    var osc: Int?
    _ = eventually {
      osc = daemon.errors.firstMatch(of: #/OSC: UDP port (\d+)/#).flatMap { Int($0.output.1) }
      return osc != nil
    }
    let client = try UDPClient(port: try #require(osc, "\(daemon.errors)"))
    #expect(
      eventually(within: 60) {
        client.send("/ghostnote/tempo", 240)
        return client.message("/ghostnote/reply", within: 0.2) != nil
      })
    // However the session ends, its page's server ends with it.
    daemon.signal(SIGKILL)
    #expect(eventually { (try? RawClient(port: port)) == nil })
    try? FileManager.default.removeItem(atPath: runtime)
  }

  @Test func `ghostnote page says at once that there is no such session, and waits for it`() throws
  {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    let environment = [(name: "XDG_RUNTIME_DIR", value: runtime)]
    let words = ["page", "--port", "0", "--name", "Nobody"]
    let remote = try GhostnoteProgram.start(words, environment: environment)
    let port = try #require(port { remote.output }, "\(remote.errors)")
    let warning =
      "ghostnote: warning: no session is called “Nobody”; start it with `ghostnote run --name Nobody`; "
      + "the page waits for it\n"
    #expect(eventually { remote.errors == warning }, "\(remote.errors)")
    let page = try WebSocketClient(port: port)
    let daemon = try GhostnoteProgram.start(
      Self.daemon + ["--name", "Nobody"], environment: environment)
    #expect(page.text(within: 60) { $0.contains(#""here":true"#) } != nil)
    for program in [remote, daemon] {
      program.signal(SIGTERM)
      _ = program.finish()
    }
    try? FileManager.default.removeItem(atPath: runtime)
  }

  @Test func `what is wrong with ghostnote page's options is said of ghostnote page`() throws {
    let page = try GhostnoteProgram.start(["page", "--seats", "0"])
    #expect(page.finish().status == 64)
    #expect(page.errors.contains("--seats"), "\(page.errors)")
    #expect(page.errors.contains("Usage: ghostnote page "), "\(page.errors)")
    #expect(page.errors.contains("'ghostnote page --help'"), "\(page.errors)")
    #expect(!page.errors.contains("ghostnote-remote"), "\(page.errors)")
  }

  @Test func `ghostnote page serves a session that was restarted while it ran`() throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    let environment = [(name: "XDG_RUNTIME_DIR", value: runtime)]
    let remote = try GhostnoteProgram.start(["page", "--port", "0"], environment: environment)
    let port = try #require(port { remote.output }, "\(remote.errors)")
    let page = try WebSocketClient(port: port)
    #expect(page.text { $0.contains(#""here":false"#) } != nil)
    for _ in 0..<2 {
      let daemon = try GhostnoteProgram.start(Self.daemon, environment: environment)
      #expect(page.text(within: 60) { $0.contains(#""here":true"#) } != nil)
      #expect(page.reply(to: "play") == "@t ok")
      daemon.signal(SIGTERM)
      #expect(daemon.finish().status == 0)
      #expect(page.text { $0.contains(#""here":false"#) } != nil)
    }
    remote.signal(SIGTERM)
    _ = remote.finish()
    try? FileManager.default.removeItem(atPath: runtime)
  }

  @Test func `page --lan prints the links by which phones and the owner's devices join`() throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    let environment = [(name: "XDG_RUNTIME_DIR", value: runtime)]
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let words = ["page", "--port", "0", "--lan", "--address", "127.0.0.2", "--access", "edit"]
    let remote = try GhostnoteProgram.start(words, environment: environment)
    let port = try #require(port { remote.output }, "\(remote.errors)")
    let link = try Regex("phones: http://127.0.0.2:\(port)/phone#join=([0-9a-f]{32})")
    #expect(eventually { remote.output.contains(link) }, "\(remote.output)")
    #expect(remote.output.contains("owner's devices: http://127.0.0.2:\(port)/#join="))
    // Into a pipe no picture is drawn.
    #expect(!remote.output.contains("\u{1B}"))
    #expect(
      try RawClient(host: "127.0.0.2", port: port).status(
        of: "GET / HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n") == 200)
    remote.signal(SIGTERM)
    _ = remote.finish()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `the page's server cleans up when a signal ends it`(number: Int32) throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    let folder = runtime + "/ghostnote"
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    // Of a server that was killed; no process has this number.
    try FileManager.default.createDirectory(
      atPath: folder + "/files-99999999", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let environment = [
      (name: "XDG_RUNTIME_DIR", value: runtime),
      (name: "XDG_STATE_HOME", value: runtime + "/state"),
    ]
    let remote = try GhostnoteProgram.start(
      ["page", "--port", "0", "--lan", "--address", "127.0.0.2"], environment: environment)
    _ = try #require(port { remote.output }, "\(remote.errors)")
    let names = { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    #expect(!names().contains { $0.hasPrefix("files-") })
    remote.signal(number)
    let outcome = remote.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(names().isEmpty, "\(names())")
  }

  @Test func `ghostnote page --osc takes OSC for the session, and sends its beats`() throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    let environment = [(name: "XDG_RUNTIME_DIR", value: runtime)]
    let daemon = try GhostnoteProgram.start(Self.daemon, environment: environment)
    let remote = try GhostnoteProgram.start(
      ["page", "--port", "0", "--osc", "0"], environment: environment)
    var port: Int?
    _ = eventually {
      port = remote.output.firstMatch(of: #/OSC: UDP port (\d+)/#).flatMap { Int($0.output.1) }
      return port != nil
    }
    let client = try UDPClient(port: try #require(port, "\(remote.errors)"))
    #expect(
      eventually(within: 60) {
        client.send("/ghostnote/tempo", 240)
        return client.message("/ghostnote/reply", within: 0.2) != nil
      })
    client.send("/ghostnote/subscribe", "beat", "hits")
    client.send("/ghostnote/play", 1.0)
    #expect(client.message("/ghostnote/hits")?.arguments.contains("pattern") == true)
    #expect(client.message("/ghostnote/beat")?.arguments.last == 240.0)
    client.send("/Hydrogen/STOP")
    client.send("/ghostnote/status")
    #expect(client.message("/ghostnote/reply") != nil)
    for program in [remote, daemon] {
      program.signal(SIGTERM)
      _ = program.finish()
    }
    try? FileManager.default.removeItem(atPath: runtime)
  }

  @Test func `what cannot be served is said`() throws {
    let taken = try Loopback("127.0.0.1")
    let outcome = try GhostnoteProgram.run("page", "--port", "\(taken.port)")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains(
        "port \(taken.port): address already in use; choose another with --port"),
      "\(outcome.errors)")
    let wrong = [
      ["--access", "everything"], ["--lan", "--address", "studio"], ["--public-url", "drums"],
      ["--address", "10.0.0.1"], ["--osc", "70000"], ["--osc-allow", "192.168.1.1"],
      ["--osc", "0", "--osc-allow", "everybody"],
    ]
    for words in wrong {
      let program = try GhostnoteProgram.start(["page"] + words)
      #expect(program.finish().status == 64, "\(words)")
    }
    for words in [
      ["--lan"], ["--osc", "9000"], ["--page", "--osc", "70000"],
      ["--page", "--osc-allow", "192.168.1.1"],
    ] {
      #expect(
        try GhostnoteProgram.start(["run", "rock"] + words).finish().status == 64, "\(words)")
    }
  }

  @Test func `streams that are closed at the start become nothing else`() throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    var streams = ChildProcess.Streams()
    streams.closed = [0, 1, 2]
    let page = "\(GhostnoteProgram.root)/Page"
    let remote = try ChildProcess(
      GhostnoteProgram.path + "-remote", ["--port", "0", "--page", page],
      environment: [("XDG_RUNTIME_DIR", runtime)], streams: streams)
    for number in 0...2 {
      let link = "/proc/\(remote.id)/fd/\(number)"
      #expect(
        eventually {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == "/dev/null"
        })
    }
    #expect(!remote.hasEnded)
    remote.end(SIGTERM)
  }
}
