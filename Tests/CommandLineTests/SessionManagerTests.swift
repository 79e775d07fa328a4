import Commands
import Control
import Foundation
import GhostnoteTesting
import OSC
import PatchFiles
import Rhythm
import Shell
import Testing

/// The daemon in the session of a session manager.
@Suite(.waiting) struct SessionManagerTests {
  private let place: Workplace
  private let server: FakeSessionManager

  init() throws {
    place = try Workplace()
    server = try FakeSessionManager()
  }

  private let id = "ghostnote.nABCD"
  private var project: String { "\(place.path)/song/ghostnote.nABCD" }
  private var file: String { project + ".json" }

  /// A daemon that asks the server.
  private func session(_ arguments: String...) throws -> Session {
    try Session(
      ["--audio", "silent", "--midi", "none"] + arguments, environment: server.environment)
  }

  /// A daemon that plays the server's project.
  private func opened(_ arguments: String...) throws -> Session {
    let session = try Session(
      ["--audio", "silent", "--midi", "none"] + arguments, environment: server.environment)
    _ = try #require(server.open(project, id: id), "\(session.program.errors)")
    #expect(server.reply(to: "/nsm/client/open")?.address == "/reply", "\(session.program.errors)")
    return session
  }

  private func saved(_ path: String) throws -> Patch { try PatchFile.load(path) }

  private func tempo(in path: String) throws -> Double? {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["tempo"] as? Double
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/song", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  @Test func `it says who it is and what it can, and waits for its project`() throws {
    let session = try session()
    let announced = try #require(server.message("/nsm/server/announce"))
    let words = announced.arguments
    try #require(words.count == 6)
    #expect(words[0] == "ghostnote" && words[2] == "ghostnote")
    #expect(words[1] == ":dirty:switch:message:")
    #expect(words[3] == 1 && words[4] == 1)
    #expect(words[5] == .int32(session.program.process.id))
    server.send("/reply", "/nsm/server/announce", "welcome", "a test", "")
    #expect(session.says("session: a test: waiting for its project"))
    #expect(!session.program.errors.contains("ready: "))
    session.program.signal(SIGTERM)
    _ = session.program.finish()
    #expect(session.program.hasEnded)
  }

  @Test func `a new project is a file at once, and the session has its name`() throws {
    let session = try opened("rock")
    #expect(session.isReady())
    #expect(try saved(file).name == "Rock")
    let status = try #require(session.status())
    #expect(status.file == file && !status.isEdited && status.patch == "Rock")
    #expect(session.says("ghostnote ctl --name \(id)"))
    #expect(session.end().status == 0)
  }

  @Test func `what was opened before is there again`() throws {
    let first = try opened()
    first.type("tempo 87; step kick 3 99")
    #expect(server.message("/nsm/client/is_dirty") != nil)
    server.send("/nsm/client/save")
    #expect(server.reply(to: "/nsm/client/save")?.address == "/reply")
    #expect(first.end().status == 0)

    let second = try opened("rock")
    let status = try #require(second.status())
    #expect(status.tempoBPM == 87 && status.file == file && !status.isEdited)
    #expect(second.answer(to: "show", until: "..x.|") != nil, "\(second.program.output)")
    #expect(second.end().status == 0)
  }

  @Test func `dirty and clean follow what is not saved`() throws {
    let session = try opened()
    #expect(server.message("/nsm/client/is_clean") != nil)
    session.type("tempo 91")
    #expect(server.message("/nsm/client/is_dirty") != nil)
    session.type("undo")
    #expect(server.message("/nsm/client/is_clean") != nil)
    session.type("tempo 92")
    #expect(server.message("/nsm/client/is_dirty") != nil)
    server.send("/nsm/client/save")
    #expect(server.message("/nsm/client/is_clean") != nil)
    #expect(try tempo(in: file) == 92)
    session.type("tempo 93")
    #expect(server.message("/nsm/client/is_dirty") != nil)
    session.type("save")
    #expect(server.message("/nsm/client/is_clean") != nil)
    #expect(try tempo(in: file) == 93)
    #expect(session.end().status == 0)
  }

  @Test func `other patches are read into the project, and copies saved of it`() throws {
    let other = try place.patch("other.json", tempo: 133, ["snare": "x..x"])
    let session = try opened()
    session.type("load \(other)")
    let loaded = try #require(session.status { $0.tempoBPM == 133 })
    #expect(loaded.file == file && loaded.isEdited)
    let copy = "\(place.path)/copy.json"
    session.type("tempo 134")
    session.type("save \(copy)")
    #expect(eventually { (try? tempo(in: copy)) == 134 })
    #expect(session.status { $0.file == file && $0.isEdited } != nil)
    session.type("undo 2")
    #expect(session.status { !$0.isEdited }?.file == file)
    session.type("tempo 135; reload")
    #expect(session.status { !$0.isEdited && $0.tempoBPM == 120 }?.file == file)
    #expect(try tempo(in: other) == 133)
    #expect(session.end().status == 0)
  }

  @Test func `a project that cannot be read is refused by its code`() throws {
    try write("{\"format\": \"ghostnote-patch/1\", \"tempo\": 7")
    let session = try session()
    #expect(server.open(project, id: id) != nil)
    let error = try #require(server.reply(to: "/nsm/client/open"))
    #expect(error.address == "/error" && error.arguments.dropFirst().first == -9)
    #expect(session.program.finish().status == 1)
  }

  @Test func `a project that cannot be made is refused by its code`() throws {
    let session = try session()
    #expect(server.open("/proc/none/ghostnote.nABCD", id: id) != nil)
    let error = try #require(server.reply(to: "/nsm/client/open"))
    #expect(error.address == "/error" && error.arguments.dropFirst().first == -10)
    #expect(session.program.finish().status == 1)
  }

  @Test func `a save that fails is said, and what plays goes on`() throws {
    let session = try opened("--play")
    try FileManager.default.removeItem(atPath: "\(place.path)/song")
    server.send("/nsm/client/save")
    #expect(
      server.message { $0.address == "/nsm/client/message" && $0.arguments.first == 3 } != nil)
    let error = try #require(server.reply(to: "/nsm/client/save"))
    #expect(error.address == "/error" && error.arguments.dropFirst().first == -1)
    #expect(session.status()?.isRolling == true)
    #expect(session.end().status == 0)
  }

  @Test func `another project takes its place, under another name, in the same process`() throws {
    let session = try opened("rock")
    session.type("tempo 99")
    #expect(server.message("/nsm/client/is_dirty") != nil)
    server.send("/nsm/client/save")
    #expect(server.reply(to: "/nsm/client/save")?.address == "/reply")
    let next = "\(place.path)/next/ghostnote.nEFGH"
    server.send("/nsm/client/open", .string(next), "next", "ghostnote.nEFGH")
    #expect(server.reply(to: "/nsm/client/open")?.address == "/reply", "\(session.program.errors)")
    #expect(session.says("ghostnote ctl --name ghostnote.nEFGH"))
    let status = try #require(session.status())
    #expect(status.file == next + ".json" && status.tempoBPM == 116)
    #expect(try tempo(in: file) == 99)
    session.type("tempo 101")
    #expect(server.message("/nsm/client/is_dirty") != nil)
    server.send("/nsm/client/save")
    #expect(server.reply(to: "/nsm/client/save")?.address == "/reply")
    #expect(try tempo(in: next + ".json") == 101)
    let outcome = session.end()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.filter { $0 == "ghostnote: stopped cleanly" }.count == 2)
  }

  @Test func `a project that cannot be switched to leaves the other one playing, unsaved`() throws {
    let session = try opened("--play")
    _ = try place.write("bad.json", "[]")
    server.send("/nsm/client/open", .string("\(place.path)/bad"), "bad", "ghostnote.nEFGH")
    let error = try #require(server.reply(to: "/nsm/client/open"))
    #expect(error.address == "/error" && error.arguments.dropFirst().first == -9)
    server.send("/nsm/client/save")
    let refused = try #require(server.reply(to: "/nsm/client/save"))
    #expect(refused.address == "/error" && refused.arguments.dropFirst().first == -6)
    #expect(session.status()?.isRolling == true)
    #expect(session.end().status == 0)
  }

  @Test func `broken packets, and those of others, change nothing`() throws {
    let session = try opened("--play")
    var chance = SplitMix64(seed: 13)
    for length in 0..<200 {
      server.send((0..<length).map { _ in UInt8.random(in: 0...255, using: &chance) })
    }
    let save = OSCPacket.message(OSCMessage("/nsm/client/save")).bytes
    for cut in 0..<save.count { server.send(Array(save[..<cut])) }
    server.send("/nsm/client/open", "relative", "x", "y")
    let error = try #require(server.reply(to: "/nsm/client/open"))
    #expect(error.address == "/error" && error.arguments.dropFirst().first == -1)
    server.send("/nsm/client/open", 1, 2)
    #expect(server.reply(to: "/nsm/client/open")?.address == "/error")
    let elsewhere = OSCMessage(
      "/nsm/client/open", [.string("\(place.path)/no/x"), "no", "ghostnote.nNO"])
    server.sendFromElsewhere(OSCPacket.message(elsewhere).bytes)
    server.send("/nsm/client/session_is_loaded")
    server.send("/nsm/client/save")
    #expect(server.reply(to: "/nsm/client/save")?.address == "/reply")
    #expect(session.status().map { $0.isRolling && $0.file == file } == true)
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/no"))
    #expect(session.end().status == 0)
  }

  @Test(arguments: ["nonsense", "osc.udp://127.0.0.1:1/", "osc.udp://a..b:9/"])
  func `without a server that can be reached it plays alone`(url: String) throws {
    let session = try Session(
      ["--audio", "silent", "--midi", "none", "rock"], environment: [("NSM_URL", url)])
    #expect(session.isReady())
    #expect(session.program.errors.contains("playing without"))
    #expect(session.status()?.patch == "Rock")
    #expect(session.end().status == 0)
  }

  @Test func `a server that refuses it is left alone`() throws {
    let session = try session("rock")
    #expect(server.message("/nsm/server/announce") != nil)
    server.send("/error", "/nsm/server/announce", -3, "not this one")
    #expect(session.isReady())
    #expect(session.program.errors.contains("not this one (-3); playing without"))
    #expect(session.end().status == 0)
  }

  @Test func `started by its name alone it plays the project, and a SIGTERM ends it`() throws {
    let program = try GhostnoteProgram.start([], environment: server.environment)
    #expect(server.open(project, id: id) != nil)
    #expect(server.reply(to: "/nsm/client/open")?.address == "/reply", "\(program.errors)")
    program.signal(SIGTERM)
    let outcome = program.finish()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.last == "ghostnote: stopped cleanly")
  }
}
