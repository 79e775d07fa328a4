import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

/// What the daemon keeps of edits that were not saved.
@Suite(.waiting) struct RecoveryTests {
  private let place: Workplace
  private let file: String

  init() throws {
    place = try Workplace()
    file = try place.patch("mine.json", tempo: 100, ["kick": "x..."])
  }

  private var state: String { "\(place.path)/state/ghostnote" }

  private func session(_ arguments: String...) throws -> Session {
    let session = try Session(
      ["--audio", "silent", "--midi", "none"] + arguments,
      environment: [
        ("XDG_STATE_HOME", "\(place.path)/state"), ("XDG_DATA_HOME", "\(place.path)/data"),
      ])
    try #require(session.isReady(), "\(session.program.errors)")
    return session
  }

  /// The patches that are kept, as text.
  private var kept: [String] {
    let names = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".json") }.compactMap {
      try? String(contentsOfFile: "\(state)/\($0)", encoding: .utf8)
    }
  }

  @Test func `what was edited before kill -9 is there again, and belongs to its file`() throws {
    let lost = try session(file)
    lost.type("tempo 77")
    #expect(eventually { kept.contains { $0.contains("77") } })
    lost.end(SIGKILL)

    let offered = try session(file)
    #expect(offered.says("unsaved edits are kept: mine of "))
    #expect(offered.status()?.tempoBPM == 100)
    offered.type("recover")
    let found = try #require(offered.status { $0.tempoBPM == 77 })
    #expect(found.isEdited && found.file == file)
    offered.type("save")
    #expect(offered.status { !$0.isEdited } != nil)
    #expect(eventually { kept.isEmpty })
    #expect(offered.end().status == 0)
    #expect(String(decoding: try place.read("mine.json"), as: UTF8.self).contains("\"tempo\": 77"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
  }

  @Test func `quitting says what was kept, and --recover plays it`() throws {
    let first = try session(file)
    first.type("tempo 66")
    first.type("quit")
    let outcome = first.program.finish()
    #expect(outcome.errors.contains("not saved: mine; kept in \(state)/Ghostnote."))
    let second = try session(file, "--recover")
    #expect(second.status()?.tempoBPM == 66)
    // Taken over, and lost in no way when this one is killed too.
    second.end(SIGKILL)
    let third = try session(file, "--recover")
    #expect(third.status()?.tempoBPM == 66)
    third.type("undo")
    #expect(third.status { $0.tempoBPM == 100 && !$0.isEdited } != nil)
    third.end()
  }

  @Test func `edits that could not be kept are not said to be`() throws {
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/state", withIntermediateDirectories: true)
    // As on a full disk, nothing can be written there.
    try Data().write(to: URL(filePath: state))
    let session = try session(file)
    session.type("tempo 66")
    session.type("quit")
    let outcome = session.program.finish()
    #expect(outcome.errors.contains("not saved, and the last edits could not be kept: mine"))
    #expect(!outcome.errors.contains("--recover"))
  }

  @Test func `what is not wanted is discarded, and without edits nothing is kept`() throws {
    let lost = try session(file)
    lost.type("tempo 55")
    #expect(eventually { !kept.isEmpty })
    lost.end(SIGKILL)
    let next = try session(file)
    next.type("discard")
    #expect(eventually { kept.isEmpty })
    let outcome = next.end()
    #expect(!outcome.errors.contains("not saved"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
  }

  @Test func `edits of a file that is loaded again stay until they are saved or discarded`() throws
  {
    let other = try place.patch("other.json", tempo: 120, ["kick": "x..."])
    let session = try session(file)
    for again in ["load '\(file)'", "reload"] {
      session.type("tempo 77")
      #expect(session.status { $0.tempoBPM == 77 } != nil)
      session.type("load '\(other)'")
      #expect(session.status { $0.tempoBPM == 120 } != nil)
      session.type("load '\(file)'")
      #expect(session.status { $0.tempoBPM == 100 && !$0.isEdited } != nil)
      #expect(eventually { kept.contains { $0.contains("77") } })
      session.type("tempo 78")
      #expect(session.status { $0.tempoBPM == 78 } != nil)
      session.type(again)
      #expect(session.status { $0.tempoBPM == 100 && !$0.isEdited } != nil)
      session.type("recover")
      #expect(session.status { $0.tempoBPM == 78 && $0.isEdited } != nil)
      #expect(eventually { kept.count == 2 && kept.contains { $0.contains("77") } })
      session.type("undo")
      session.type("discard")
      #expect(eventually { kept.isEmpty })
    }
    let said = "unsaved edits of mine are kept: `recover` plays them"
    #expect(eventually { session.program.output.components(separatedBy: said).count == 5 })
    session.end()
  }

  @Test func `two daemons at once keep both, and neither is offered the other's`() throws {
    let (one, two) = (try session(file), try session(file))
    one.type("tempo 71")
    two.type("tempo 72")
    #expect(eventually { kept.count == 2 })
    let third = try session(file)
    #expect(third.status() != nil)
    #expect(!third.program.errors.contains("unsaved edits"))
    for session in [one, two] { session.end(SIGKILL) }
    third.type("recover")
    #expect(third.status { [71, 72].contains($0.tempoBPM) } != nil)
    third.end(SIGKILL)
    for tempo in ["71", "72"] { #expect(kept.contains { $0.contains(tempo) }) }
  }

  @Test
  func
    `what was recovered is kept until it is saved, and the next is asked for likewise`()
    throws
  {
    for tempo in [81, 82, 83] {
      let lost = try session(file)
      lost.type("tempo \(tempo)")
      #expect(eventually { kept.contains { $0.contains("\(tempo)") } })
      lost.end(SIGKILL)
    }
    let next = try session(file)
    for tempo in [83.0, 82, 81, 83] {
      next.type("recover")
      #expect(next.status { $0.tempoBPM == tempo } != nil)
    }
    next.type("undo 4")
    #expect(next.status { $0.tempoBPM == 100 } != nil)
    next.type("recover mine-2")
    #expect(next.status { $0.tempoBPM == 82 } != nil)
    next.type("save")
    #expect(next.status { !$0.isEdited } != nil)
    #expect(next.end().status == 0)
    #expect(kept.count == 2)
    for tempo in ["81", "83"] { #expect(kept.contains { $0.contains(tempo) }) }
  }

  @Test func `what was edited when another patch was loaded is recovered at once`() throws {
    let other = try place.patch("other.json", tempo: 120, ["kick": "x..."])
    let session = try session(file)
    session.type("tempo 77")
    session.type("load '\(other)'")
    #expect(
      eventually {
        session.program.output.contains("unsaved edits of mine are kept: `recover` plays them")
      })
    #expect(session.status { $0.tempoBPM == 120 && !$0.isEdited } != nil)
    session.type("recover")
    #expect(session.status { $0.tempoBPM == 77 && $0.isEdited && $0.file == file } != nil)
    session.type("save")
    #expect(session.status { !$0.isEdited } != nil)
    #expect(eventually { kept.isEmpty })
    #expect(session.end().status == 0)
  }

  @Test func `edits stay until they are saved, whatever is loaded, recovered and undone between`()
    throws
  {
    let other = try place.patch("other.json", tempo: 120, ["kick": "x..."])
    let session = try session(file)
    session.type("tempo 77")
    for line in ["load '\(other)'", "recover", "load '\(other)'", "recover", "tempo 99"] {
      session.type(line)
    }
    #expect(session.status { $0.tempoBPM == 99 && $0.file == file } != nil)
    session.type("load '\(other)'; tempo 121; undo 2")
    #expect(session.status { $0.tempoBPM == 99 && $0.isEdited } != nil)
    session.type("recover")
    #expect(session.status { $0.tempoBPM == 121 && $0.file == other } != nil)
    session.type("quit")
    let outcome = session.program.finish()
    #expect(outcome.errors.contains("not saved: other, mine; kept in "))
    #expect(kept.count == 2 && kept.contains { $0.contains("99") })
    #expect(kept.contains { $0.contains("121") })
  }

  @Test func `edits that cannot be read do not hide those before them`() throws {
    for tempo in [81, 82] {
      let lost = try session(file)
      lost.type("tempo \(tempo)")
      #expect(eventually { kept.contains { $0.contains("\(tempo)") } })
      lost.end(SIGKILL)
    }
    let names = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    for name in names where name.hasSuffix(".json") {
      let path = "\(state)/\(name)"
      guard try String(contentsOfFile: path, encoding: .utf8).contains("82") else { continue }
      let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      try Data("{".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: path)
    }
    let next = try session(file, "--recover")
    #expect(next.status { $0.tempoBPM == 81 && $0.isEdited } != nil)
    #expect(next.program.errors.contains("not recovered: "))
    next.end()
  }

  @Test func `recover said again plays older edits of this session too`() throws {
    let session = try session(file)
    session.type("tempo 71; reload; tempo 72; reload; tempo 73")
    #expect(session.status { $0.tempoBPM == 73 } != nil)
    for tempo in [72.0, 71] {
      session.type("recover")
      #expect(session.status { $0.tempoBPM == tempo && $0.isEdited } != nil)
    }
    session.type("quit")
    _ = session.program.finish()
    for tempo in ["71", "72", "73"] { #expect(kept.contains { $0.contains(tempo) }) }
  }

  @Test func `each time another program wrote the file it is asked again`() throws {
    let session = try session(file)
    let text = String(decoding: try place.read("mine.json"), as: UTF8.self)
    for (count, tempo) in ["165", "1750"].enumerated() {
      _ = try place.write("mine.json", text.replacing("100", with: tempo))
      session.type("tempo \(65 + count)")
      session.type("save")
      let question = "mine.json: another program wrote it since it was read"
      #expect(session.says(question, times: count + 1))
      #expect(String(decoding: try place.read("mine.json"), as: UTF8.self).contains(tempo))
    }
    session.type("save")
    #expect(session.status { !$0.isEdited } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `without a patch --recover takes the latest, not what was never named`() throws {
    let earlier = try session()
    earlier.type("tempo 61")
    #expect(eventually { !kept.isEmpty })
    earlier.end(SIGKILL)
    let later = try session(file)
    later.type("name Set; tempo 62")
    #expect(eventually { kept.contains { $0.contains("62") } })
    later.end(SIGKILL)
    let next = try session("--recover")
    #expect(next.status()?.tempoBPM == 62)
    #expect(next.program.errors.contains("ready: Set"))
    // What is played needs no offer; what was never named does.
    #expect(next.says("unsaved edits are kept: "))
    #expect(!next.program.errors.contains("are kept: mine of "))
    next.end()
  }

  @Test func `what a path from the current folder is edited as is the file that its whole path is`()
    throws
  {
    let here = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let relative = String(repeating: "../", count: here) + file.dropFirst()
    let lost = try session(relative)
    #expect(lost.status()?.file == file)
    lost.type("tempo 77")
    #expect(eventually { kept.contains { $0.contains("77") } })
    lost.end(SIGKILL)
    let next = try session(relative, "--recover")
    #expect(next.status()?.tempoBPM == 77)
    next.type("save")
    #expect(next.status { !$0.isEdited && $0.file == file } != nil)
    next.type("tempo 78; reload; undo; tempo 79; save")
    #expect(next.status { !$0.isEdited && $0.tempoBPM == 79 } != nil)
    next.end()
    #expect(kept.allSatisfy { $0.contains("78") })
  }

  @Test
  func `what was read before another program wrote it is written over only when it is said twice`()
    throws
  {
    let session = try session(file)
    session.type("tempo 77")
    #expect(session.status { $0.tempoBPM == 77 } != nil)
    let text = String(decoding: try place.read("mine.json"), as: UTF8.self)
    _ = try place.write("mine.json", text.replacing("100", with: "140"))
    session.type("reload")
    #expect(session.status { $0.tempoBPM == 140 } != nil)
    session.type("undo")
    #expect(session.status { $0.tempoBPM == 77 } != nil)
    session.type("save")
    #expect(session.says("mine.json: another program wrote it since it was read"))
    #expect(String(decoding: try place.read("mine.json"), as: UTF8.self).contains("140"))
    session.type("save")
    #expect(session.status { !$0.isEdited } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `what is saved under another name is not unsaved any more`() throws {
    let session = try session(file)
    session.type("tempo 63")
    #expect(eventually { !kept.isEmpty })
    session.type("save \(place.path)/other.json")
    #expect(session.status { !$0.isEdited } != nil)
    let outcome = session.end()
    #expect(!outcome.errors.contains("not saved"), "\(outcome.errors)")
    #expect(kept.isEmpty)
  }

  @Test(arguments: [("Bob", "Bob"), ("Stüdio 1", "'Stüdio 1'")])
  func `edits of a session with a name are offered with that name`(
    name: String, quoted: String
  ) throws {
    let session = try session(file, "--name", name)
    #expect(session.says("`ghostnote ctl --name \(quoted)` reaches this session"))
    session.type("tempo 64")
    session.type("quit")
    let outcome = session.program.finish()
    #expect(outcome.errors.contains("`ghostnote run --name \(quoted) --recover` plays it"))
    let next = try self.session("--name", name, "--recover")
    #expect(next.status()?.tempoBPM == 64)
    next.end()
  }

  @Test func `save writes over another patch only when it is said twice`() throws {
    let other = try place.patch("other.json", tempo: 140, ["snare": "x..."])
    let before = try place.read("other.json")
    let session = try session(file)
    session.type("save \(other)")
    #expect(session.says("other.json: it is there already: the same line again writes over it"))
    #expect(try place.read("other.json") == before)
    session.type("save \(other)")
    #expect(eventually { (try? place.read("other.json")) != before })
    // It is the session's own from now on.
    session.type("tempo 65")
    session.type("save \(other)")
    #expect(session.status { !$0.isEdited && $0.tempoBPM == 65 } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `what another program wrote since is written over only when it is said twice`() throws
  {
    let session = try session(file)
    session.type("tempo 65")
    session.type("save")
    #expect(session.status { !$0.isEdited } != nil)
    let text = String(decoding: try place.read("mine.json"), as: UTF8.self)
    _ = try place.write("mine.json", text.replacing("65", with: "165"))
    session.type("tempo 66")
    session.type("save")
    #expect(session.says("mine.json: another program wrote it since it was read"))
    #expect(String(decoding: try place.read("mine.json"), as: UTF8.self).contains("165"))
    session.type("reload")
    #expect(session.status { !$0.isEdited && $0.tempoBPM == 165 } != nil)
    session.type("tempo 67")
    session.type("save")
    #expect(session.status { !$0.isEdited && $0.tempoBPM == 67 } != nil)
    #expect(session.end().status == 0)
  }

  @Test
  func
    `what was saved after the edits that are recovered is written over only when it is said twice`()
    throws
  {
    let lost = try session(file)
    lost.type("tempo 66")
    #expect(eventually { !kept.isEmpty })
    lost.end(SIGKILL)
    _ = try place.patch("mine.json", tempo: 140, ["snare": "x..."])
    let session = try session(file, "--recover")
    #expect(session.status { $0.tempoBPM == 66 } != nil)
    session.type("save")
    #expect(session.says("mine.json: it was saved after these edits: the same line again"))
    #expect(session.end().status == 0)
    #expect(try String(decoding: place.read("mine.json"), as: UTF8.self).contains("140"))
  }

  @Test func `a patch that was read is written over unasked only while it is edited`() throws {
    let other = try place.patch("other.json", tempo: 140, ["snare": "x..."])
    let session = try session(file)
    session.type("load \(other)")
    #expect(session.status { $0.tempoBPM == 140 } != nil)
    session.type("load \(file)")
    session.type("tempo 65")
    session.type("save \(other)")
    #expect(session.says("other.json: it is there already: the same line again writes over it"))
    // Undone, it is edited again, and its file is as it was read.
    session.type("undo 2")
    #expect(session.status { $0.tempoBPM == 140 } != nil)
    session.type("tempo 141")
    session.type("save")
    #expect(session.status { !$0.isEdited && $0.tempoBPM == 141 } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `what was saved of one patch is written over with another only when it is said twice`()
    throws
  {
    let other = try place.patch("other.json", tempo: 140, ["snare": "x..."])
    let session = try session(file)
    session.type("save '\(place.path)/copy.json'")
    #expect(session.status { $0.file?.hasSuffix("/copy.json") == true } != nil)
    let before = try place.read("copy.json")
    session.type("load '\(other)'")
    session.type("save '\(place.path)/copy.json'")
    #expect(session.says("copy.json: it is there already: the same line again writes over it"))
    #expect(try place.read("copy.json") == before)
    // Undone, it is that patch's own file.
    session.type("undo; tempo 65; save")
    #expect(session.status { !$0.isEdited && $0.tempoBPM == 65 } != nil)
    #expect(try place.read("copy.json") != before)
    #expect(session.end().status == 0)
  }

  @Test func `a load that fails leaves the question of the file's save`() throws {
    let bad = try place.write(
      "bad.json",
      """
      {
        "format": "ghostnote-patch/1",
        "kit": {"soundFont": "nowhere.sf2"},
        "pattern": {"steps": 4, "lanes": [{"drum": "kick2", "steps": "x..."}]}
      }
      """)
    let before = try place.read("bad.json")
    let session = try session(file)
    session.type("load \(bad)")
    #expect(session.says("nowhere.sf2"))
    session.type("save \(bad)")
    #expect(session.says("bad.json: it is there already"))
    #expect(session.end().status == 0)
    #expect(try place.read("bad.json") == before)
  }

  @Test func `what was begun from the empty patch is saved under a name of its own`() throws {
    let session = try session("empty")
    session.type("tempo 71")
    session.type("save")
    #expect(session.says("name it, as in `save my-patch`"))
    session.type("save fresh")
    #expect(session.status { !$0.isEdited } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `two sessions of one factory patch do not save over each other unasked`() throws {
    let (one, two) = (try session("rock"), try session("rock"))
    one.type("tempo 71")
    one.type("save")
    #expect(one.status { !$0.isEdited } != nil)
    two.type("tempo 72")
    two.type("save")
    #expect(two.says("rock.json: it is there already"))
    two.type("save")
    #expect(two.status { !$0.isEdited } != nil)
    for session in [one, two] { #expect(session.end().status == 0) }
  }
}
