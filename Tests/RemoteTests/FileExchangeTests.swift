import Commands
import ControlSocket
import Files
import Foundation
import GhostnoteTesting
import NIOCore
import NIOHTTP1
import NIOPosix
import PatchFiles
import Rhythm
import Testing

@testable import Remote

/// Files that pages bring and take away.
@Suite(.serialized) struct FileExchangeTests {
  private let midi = "MThd and the rest"

  private func post(
    _ path: String, _ body: String, type: String = "audio/midi", headers: String? = nil, _ port: Int
  ) -> String {
    let origin = headers ?? "Origin: http://127.0.0.1:\(port)\r\n"
    return "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(origin)Content-Type: \(type)\r\n"
      + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  private func response(_ bench: Bench, _ request: String) throws -> String {
    let client = try RawClient(port: bench.port)
    client.send(request)
    return String(decoding: client.receive().bytes, as: UTF8.self)
  }

  private func get(_ bench: Bench, _ path: String) throws -> String {
    try response(
      bench, "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  }

  /// The path in `import "/…"`.
  private static func path(in line: String) -> String {
    line.drop { $0 != " " }.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
  }

  @Test func `a MIDI file is read from our own folder, and is gone afterwards`() throws {
    let bench = try Bench(.edit)
    let found = Locked("")
    bench.carryOut.value = { line in
      found.value = (try? String(contentsOfFile: Self.path(in: line), encoding: .utf8)) ?? "none"
      return .ok(#"{"text":"imported \#(Self.path(in: line))"}"#)
    }
    let reply = try response(bench, post("/midi?my%20beat", midi, bench.port))
    #expect(reply.hasPrefix("HTTP/1.1 200"))
    #expect(found.value == midi)
    let path = Self.path(in: bench.lines.value.first ?? "")
    #expect(bench.lines.value == ["import \"\(path)\""])
    #expect(path.hasPrefix(bench.folder.path + "/files-") && path.hasSuffix("/my beat.mid"))
    #expect(!FileManager.default.fileExists(atPath: path))
    // Its folder is not shown.
    #expect(reply.hasSuffix(#"{"text":"imported my beat"}"#))
  }

  @Test(arguments: [
    "", "?", "?../../x", "?..%2f..%2fx", "?a%00b", "?%22", "?a%0aquit", "?.x", "?%C3%A9",
  ])
  func `a name that is none is not part of the path`(query: String) throws {
    let bench = try Bench(.edit)
    #expect(try response(bench, post("/midi\(query)", midi, bench.port)).hasPrefix("HTTP/1.1 200"))
    #expect(bench.lines.value.count == 1)
    #expect(bench.lines.value.first?.hasSuffix("/dropped.mid") == true)
  }

  @Test func `who may not, a form, another page and what is not a MIDI file are refused`() throws {
    let (bench, player) = (try Bench(.edit), try Bench(.play))
    let port = bench.port
    let rows: [(String, String, Int)] = [
      ("a player", post("/midi", midi, player.port), 403),
      ("a form", post("/midi", midi, type: "multipart/form-data", port), 415),
      ("plain text", post("/midi", midi, type: "text/plain", port), 415),
      ("another page", post("/midi", midi, headers: "Origin: http://evil.example\r\n", port), 403),
      ("no page", post("/midi", midi, headers: "", port), 403),
      ("no MIDI file", post("/midi", "RIFF", port), 415),
      ("nothing", post("/midi", "", port), 415),
      ("a large file", post("/midi", "MThd" + String(repeating: "a", count: 1 << 20), port), 413),
      ("a patch of who may only edit", post("/patch?a", "{}", type: "application/json", port), 403),
    ]
    for (name, request, status) in rows {
      let reply = try response(name == "a player" ? player : bench, request)
      #expect(reply.hasPrefix("HTTP/1.1 \(status)"), "\(name): \(reply.prefix(40))")
    }
    #expect(bench.lines.value.isEmpty && player.lines.value.isEmpty)
    #expect(bench.isWell())
  }

  @Test func `the pattern is taken away as a MIDI file`() throws {
    let bench = try Bench(.watch)
    bench.carryOut.value = { line in
      try? "MThd pattern".write(toFile: Self.path(in: line), atomically: true, encoding: .utf8)
      return .ok(nil)
    }
    for _ in 0..<2 {
      let reply = try get(bench, "/pattern.mid")
      #expect(reply.contains("content-type: audio/midi"))
      #expect(reply.contains(#"attachment; filename="pattern.mid""#))
      #expect(reply.hasSuffix("\r\n\r\nMThd pattern"))
    }
    // Always the same path, so that the session need not remember many; nothing stays there.
    #expect(Set(bench.lines.value).count == 1)
    #expect(!FileManager.default.fileExists(atPath: Self.path(in: bench.lines.value.first ?? "")))
  }

  @Test func `a patch is kept under a new name in the user's folder, where the session takes it`()
    throws
  {
    let bench = try Bench(.files)
    let type = "application/json"
    let patch = Patch().json
    #expect(
      try response(bench, post("/patch?mine", patch, type: type, bench.port)).hasPrefix(
        "HTTP/1.1 200"))
    #expect(bench.lines.value == ["load mine"])
    #expect(try text(of: "mine", bench) == patch)
    var other = Patch()
    other.name = "Other"
    #expect(
      try response(bench, post("/patch?mine", other.json, type: type, bench.port)).hasPrefix(
        "HTTP/1.1 409"))
    #expect(try text(of: "mine", bench) == patch)
    bench.carryOut.value = { _ in .error(#"{"message":"no patch"}"#) }
    let refused = try response(bench, post("/patch?broken", patch, type: type, bench.port))
    #expect(refused.hasPrefix("HTTP/1.1 422") && refused.hasSuffix("no patch\n"))
    #expect(!FileManager.default.fileExists(atPath: bench.patches + "/broken.json"))
    for name in [
      "", "../x", "..%2fx", "a/b", ".x", "%00", "x.json", String(repeating: "a", count: 61),
    ] {
      #expect(
        try response(bench, post("/patch?\(name)", "{}", type: type, bench.port)).hasPrefix(
          "HTTP/1.1 400"), "\(name)")
    }
  }

  /// What the file of a patch of the user's has.
  private func text(of name: String, _ bench: Bench) throws -> String {
    try String(contentsOfFile: "\(bench.patches)/\(name).json", encoding: .utf8)
  }

  /// A session that replies to everything with this patch as those who watch it are sent it.
  private func startSession(_ bench: Bench, of patch: Patch) throws {
    bench.stopSession()
    let state = JSONNode.object(["document": try #require(JSONNode(parsing: patch.json))])
    let (listener, session) = (
      try ControlListener(name: "Ghostnote", in: bench.folder), bench.session
    )
    session.value = ControlServer(
      listener,
      handler: { session.value?.watch([.state], replyingTo: $0, state: state, ahead: nil) })
  }

  @Test(arguments: [AccessLevel.watch, .admin])
  func `the patch is taken away as the session has it, written as a file of it is`(
    access: AccessLevel
  ) throws {
    let bench = try Bench(access)
    var patch = Patch()
    patch.name = "Été 1"
    patch.kit.soundFont = "Kits/a.sf2"
    patch.kit[.snare].sound.level = -3.2
    patch.seed = .max
    try startSession(bench, of: patch)
    for path in ["/patch.json", "/patch.json?rock"] {
      let reply = try get(bench, path)
      #expect(reply.contains("content-type: application/json"))
      #expect(reply.contains(#"attachment; filename="patch.json""#))
      #expect(reply.hasSuffix("\r\n\r\n" + patch.json), "\(reply)")
    }
  }

  @Test func `a patch is brought to where its name is saved and loaded, and hides no other`()
    throws
  {
    let bench = try Bench(.files)
    let (type, files) = ("application/json", FileManager.default)
    let patch = Patch().json
    #expect(
      try response(bench, post("/patch?My%20Beat", patch, type: type, bench.port)).hasPrefix(
        "HTTP/1.1 200"))
    #expect(bench.lines.value == ["load \"My Beat\""])
    #expect(try files.contentsOfDirectory(atPath: bench.patches) == ["my-beat.json"])
    #expect(try text(of: "my-beat", bench) == patch)
    for name in ["My%20Beat", "my-beat", "My_Beat"] {
      let taken = try response(bench, post("/patch?\(name)", patch, type: type, bench.port))
      #expect(taken.hasPrefix("HTTP/1.1 409"), "\(name): \(taken)")
    }
    try files.moveItem(
      atPath: bench.patches + "/my-beat.json", toPath: bench.patches + "/MyBeat.json")
    let taken = try response(bench, post("/patch?MyBeat", patch, type: type, bench.port))
    #expect(taken.hasPrefix("HTTP/1.1 409"), "\(taken)")
    #expect(try files.contentsOfDirectory(atPath: bench.patches) == ["MyBeat.json"])
    #expect(bench.lines.value.count == 1)
  }

  @Test func `a link in the folder of patches is not written through`() throws {
    let bench = try Bench(.files)
    let (files, outside) = (FileManager.default, bench.folder.path + "/outside.json")
    try files.createDirectory(atPath: bench.patches, withIntermediateDirectories: true)
    for (name, target) in [
      ("secret", "/etc/passwd"), ("hole", outside), ("loop", "loop.json"), ("folder", "/etc"),
      ("endless", "/dev/zero"),
    ] {
      try files.createSymbolicLink(
        atPath: "\(bench.patches)/\(name).json", withDestinationPath: target)
    }
    for name in ["secret", "hole", "loop", "folder", "endless"] {
      let taken = try response(
        bench, post("/patch?\(name)", Patch().json, type: "application/json", bench.port))
      #expect(taken.hasPrefix("HTTP/1.1 409"), "\(name): \(taken)")
    }
    #expect(!files.fileExists(atPath: outside))
    #expect(bench.lines.value.isEmpty)
    #expect(bench.isWell())
  }

  private func patch(kit font: String? = nil, snare: String? = nil) -> String {
    var patch = Patch()
    patch.kit.soundFont = font
    if let snare { patch.kit[.snare].source = DrumSource(font: snare) }
    return patch.json
  }

  @Test func `a patch that is brought names SoundFonts, and files of this machine by no path`()
    throws
  {
    let bench = try Bench(.files)
    let type = "application/json"
    let paths = [
      "/etc/hostname", "../x.sf2", "~/x.sf2", "a/b.sf2", ".hidden", "secret.txt", "x.sf2.json",
      "a\\..\\b",
    ]
    for path in paths {
      for text in [patch(kit: path), patch(snare: path)] {
        let reply = try response(bench, post("/patch?brought", text, type: type, bench.port))
        #expect(reply.hasPrefix("HTTP/1.1 403"), "\(path): \(reply)")
        #expect(reply.contains("expected a name without a folder"), "\(path)")
      }
    }
    let none = try response(bench, post("/patch?brought", "{", type: type, bench.port))
    #expect(none.hasPrefix("HTTP/1.1 422"))
    #expect(bench.lines.value.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: bench.patches + "/brought.json"))
    for (index, name) in ["FluidR3_GM.sf2", "Other.SF3", "FluidR3", "GeneralUser GS 1.471"]
      .enumerated()
    {
      let text = patch(kit: name, snare: name)
      let reply = try response(bench, post("/patch?good\(index)", text, type: type, bench.port))
      #expect(reply.hasPrefix("HTTP/1.1 200"), "\(name): \(reply)")
    }
  }

  private func patch(whoseControlDoes command: String) -> String {
    var patch = Patch()
    let action = ControlAction(command.split(separator: " ").map(String.init))
    patch.input.controls = [
      ControlAssignment(.note(36), .play), ControlAssignment(.note(38), action),
    ]
    return patch.json
  }

  @Test func `a control of a patch that is brought does what who brings it may do`() throws {
    let bench = try Bench(.files)
    let type = "application/json"
    for command in [
      "export /home/me/x.mid", "save /home/me/x.json", "load x.json", "import x", "reload",
      "learn export x", "surface use /x",
    ] {
      let text = patch(whoseControlDoes: command)
      let reply = try response(bench, post("/patch?brought", text, type: type, bench.port))
      #expect(reply.hasPrefix("HTTP/1.1 403"), "\(command): \(reply)")
      #expect(reply.contains("brought: controls: "), "\(command): \(reply)")
    }
    #expect(bench.lines.value.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: bench.patches + "/brought.json"))
    for (index, command) in ["save", "load rock", "toggle", "pattern next bar"].enumerated() {
      let text = patch(whoseControlDoes: command)
      let reply = try response(bench, post("/patch?good\(index)", text, type: type, bench.port))
      #expect(reply.hasPrefix("HTTP/1.1 200"), "\(command): \(reply)")
    }
  }

  @Test func `who may load a path may bring a patch that names one, and whose controls do`() throws
  {
    let bench = try Bench(.admin)
    for (index, text) in [patch(kit: "/x.sf2"), patch(whoseControlDoes: "export /x.mid")]
      .enumerated()
    {
      let request = post("/patch?mine\(index)", text, type: "application/json", bench.port)
      #expect(try response(bench, request).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a reply that takes the session longer than a request may is not cut off`() throws {
    var limits = RemoteLimits()
    limits.patience = .milliseconds(200)
    let bench = try Bench(.edit, limits: limits)
    bench.carryOut.value = { _ in
      Thread.sleep(forTimeInterval: 1)
      return .ok(#"{"text":"done"}"#)
    }
    let client = try RawClient(port: bench.port)
    client.send(
      post("/midi?slow", midi, bench.port).replacing("Connection: close\r\n", with: ""))
    let reply = client.receive { String(decoding: $0, as: UTF8.self).contains("done") }.bytes
    #expect(String(decoding: reply, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    // The time for the next request begins then, and ends.
    #expect(client.receive().isClosed)
  }

  @Test func `a session that hangs holds up neither the end nor requests that wait for their turn`()
    throws
  {
    let bench = try Bench(.files)
    let end = DispatchSemaphore(value: 0)
    defer { end.signal() }
    bench.carryOut.value = { _ in
      end.wait()
      return .ok(nil)
    }
    let files = FileExchange(
      DaemonAddress(name: nil, folder: bench.folder),
      patches: DataFolders([bench.patches], own: bench.patches), patience: 3_600_000)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let statuses = Locked<[UInt]>([])
    for _ in 0..<2 {
      files.response(to: .midiOut, [], .files, on: group.next()).whenSuccess { response in
        statuses.change { $0.append(response.status.code) }
      }
    }
    #expect(eventually { !bench.lines.value.isEmpty })
    let hasStopped = Locked(false)
    Thread {
      files.stop()
      hasStopped.value = true
    }.start()
    #expect(eventually { hasStopped.value && statuses.value == [502, 502] })
  }

  @Test func `without a session the reason is said`() throws {
    let bench = try Bench(.files)
    bench.stopSession()
    #expect(try response(bench, post("/midi", midi, bench.port)).hasPrefix("HTTP/1.1 502"))
    for path in ["/pattern.mid", "/patch.json"] {
      #expect(try get(bench, path).hasPrefix("HTTP/1.1 502"), "\(path)")
    }
  }
}
