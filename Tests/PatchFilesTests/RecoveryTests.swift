import Commands
import Foundation
import GhostnoteTesting
import PatchFiles
import Rhythm
import Shell
import Testing

@Suite struct RecoveryTests {
  private let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  private func recovery(_ name: String = "Ghostnote") -> RecoveryWriter {
    RecoveryWriter(in: place, name: name, delay: .milliseconds(1))
  }

  private func patch(_ name: String) -> Patch {
    var patch = Patch()
    patch.name = name
    return patch
  }

  private var files: [String] {
    let found = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".json") || $0.hasSuffix(".new") || $0.hasSuffix(".of") }
  }

  @Test func `what is edited is written, and what is saved is removed with its folder`() {
    let session = recovery()
    session.keep(patch("A"), of: "/music/a.json")
    session.keep(patch("B"), of: nil)
    #expect(session.finish()?.kept == ["untitled", "a"])
    session.keep(nil, of: nil)
    #expect(session.finish()?.kept == ["a"])
    for edits in session.left() { session.forget(edits) }
    #expect(session.finish() == nil)
    #expect((try? FileManager.default.contentsOfDirectory(atPath: place)) == [])
  }

  @Test func `what an ended session left is reported with the file it belongs to`()
    throws
  {
    var session: RecoveryWriter? = recovery()
    session?.keep(patch("Mine"), of: "/music/mine.json")
    _ = session?.finish()
    let next = recovery()
    // It lives: another daemon may not take it, and other daemons' are not ours.
    #expect(next.left().isEmpty)
    session = nil
    // Its thread may hold it for a moment longer.
    #expect(eventually { !next.left().isEmpty })
    #expect(recovery("Other").left().isEmpty)
    let edits = try #require(next.left().first)
    #expect(edits.name == "mine" && edits.original == "/music/mine.json")
    #expect(try next.read(edits).name == "Mine")
    next.forget(edits)
    #expect(next.left().isEmpty && files.isEmpty)
  }

  @Test func `what could not be written is written once it can be, without another edit`() throws {
    try Data().write(to: URL(filePath: place))
    let session = recovery()
    session.keep(patch("A"), of: nil)
    #expect(!eventually(within: 1) { !files.isEmpty })
    try FileManager.default.removeItem(atPath: place)
    #expect(eventually { files.count == 1 })
    session.keep(nil, of: nil)
    _ = session.finish()
  }

  @Test func `one file that could not be written is written later, though another was`() throws {
    let session = recovery()
    session.keep(patch("A"), of: "/music/a.json")
    let folder = try #require(session.finish()?.folder)
    try FileManager.default.removeItem(atPath: "\(folder)/a.json")
    // A folder of that name is in the way.
    try FileManager.default.createDirectory(
      atPath: "\(folder)/a.json", withIntermediateDirectories: true)
    session.keep(patch("A2"), of: "/music/a.json")
    session.keep(patch("B"), of: "/music/b.json")
    #expect(eventually { FileManager.default.fileExists(atPath: "\(folder)/b.json") })
    try FileManager.default.removeItem(atPath: "\(folder)/a.json")
    #expect(eventually { (try? PatchFile.load("\(folder)/a.json"))?.name == "A2" })
  }

  @Test func `where its folder was deleted, all that is kept is written there again`() throws {
    let session = recovery()
    session.keep(patch("A"), of: "/music/a.json")
    session.keep(patch("B"), of: "/music/b.json")
    let folder = try #require(session.finish()?.folder)
    try FileManager.default.removeItem(atPath: place)
    session.keep(patch("B2"), of: "/music/b.json")
    #expect(session.finish() == LeftEdits(folder: folder, kept: ["b", "a"]))
    let names = try ["a", "b"].map { try PatchFile.load("\(folder)/\($0).json").name }
    #expect(names == ["A", "B2"])
  }

  /// Leaves edits of a file as a session that crashed would have at that second.
  private func leave(_ patch: Patch, of file: String, at second: Int) throws {
    let crashed = recovery()
    crashed.keep(patch, of: "/music/\(file).json")
    let folder = try #require(crashed.finish()?.folder)
    let date = Date(timeIntervalSince1970: 1_800_000_000 + Double(second))
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: "\(folder)/\(file).json")
  }

  /// A session that begins after `patches` of one file were left by as many others, oldest first.
  private func next(after patches: [Patch]) throws -> RecoveryWriter {
    for (index, patch) in patches.enumerated() { try leave(patch, of: "a", at: index + 1) }
    let next = recovery()
    // Of what was left twice one is offered; a thread may hold what it left for a moment longer.
    #expect(eventually { next.left().count >= Set(patches.map(\.name)).count })
    return next
  }

  @Test func `what a crash left stays until what was made of it is written at the end`() throws {
    let next = try next(after: [patch("Left")])
    let left = try #require(next.left().first)
    next.keep(patch("B"), of: "/music/b.json")
    let folder = try #require(next.finish()?.folder)
    // A folder in the way, as a full disk would be.
    try FileManager.default.createDirectory(
      atPath: "\(folder)/a.json/x", withIntermediateDirectories: true)
    next.keep(patch("Recovered"), of: "/music/a.json", goingOnFrom: left)
    #expect(next.finish() == LeftEdits(folder: folder, kept: ["b"], lost: ["a"]))
    #expect(try next.read(left).name == "Left")
    try FileManager.default.removeItem(atPath: "\(folder)/a.json")
    #expect(eventually { next.finish()?.lost == [] })
    #expect(next.left().map(\.name) == ["b"])
    #expect(try PatchFile.load("\(folder)/a.json").name == "Recovered")
  }

  @Test
  func `of edits that are set aside in one second the latest is offered first, here and later`()
    throws
  {
    var session: RecoveryWriter? = recovery()
    let names = (1...8).map { "\($0)" }
    for name in names {
      session?.keep(patch(name), of: "/music/a.json")
      #expect(session?.setAside("/music/a.json") == true)
    }
    let latestFirst = Array(names.reversed())
    #expect(try session?.left().compactMap { try session?.read($0).name } == latestFirst)
    _ = session?.finish()
    session = nil
    let next = recovery()
    #expect(eventually { next.left().count == names.count })
    #expect(try next.left().map { try next.read($0).name } == latestFirst)
  }

  @Test func `what is kept at the end is called as the next session calls it`() throws {
    var crashed: RecoveryWriter? = recovery()
    crashed?.keep(patch("Earlier"), of: "/music/a.json")
    _ = crashed?.finish()
    crashed = nil
    var session: RecoveryWriter? = recovery()
    #expect(eventually { session?.left().count == 1 })
    session?.keep(patch("Older"), of: "/music/a.json")
    #expect(session?.setAside("/music/a.json") == true)
    session?.keep(patch("Newer"), of: "/other/a.json")
    session?.keep(patch("Without"), of: nil)
    let kept = session?.finish()?.kept
    #expect(kept == ["untitled", "a", "a-2"])
    session = nil
    let next = recovery()
    #expect(eventually { next.left().count == 4 })
    let names = try next.left().map { ($0.name, try next.read($0).name) }
    #expect(names.map(\.1) == ["Without", "Newer", "Older", "Earlier"])
    #expect(names.dropLast().map(\.0) == kept)
  }

  @Test func `what was recovered and undone is there still`() throws {
    let next = try next(after: [patch("Left")])
    let left = try #require(next.left().first)
    next.keep(patch("Left"), of: "/music/a.json", goingOnFrom: left)
    #expect(eventually { files.count == 4 })
    next.keep(nil, of: "/music/a.json")
    #expect(next.finish() == nil)
    #expect(try next.read(left).name == "Left")
  }

  @Test func `edits of one file have names of their own, and a copy is left out`()
    throws
  {
    let next = try next(after: ["Old", "Same", "Same", "New"].map(patch))
    #expect(eventually { next.left().map(\.name) == ["a", "a-2", "a-3"] })
    #expect(try next.left().map { try next.read($0).name } == ["New", "Same", "Old"])
    let second = next.left()[1]
    next.forget(second)
    #expect(try next.left().map { try next.read($0).name } == ["New", "Old"])
  }

  @Test func `a name that another file has is not given to older edits`() throws {
    try leave(patch("Other"), of: "a-2", at: 0)
    let next = try next(after: ["Old", "New"].map(patch))
    #expect(eventually { next.left().map(\.name) == ["a", "a-3", "a-2"] })
    #expect(try next.left().map { try next.read($0).name } == ["New", "Old", "Other"])
  }

  @Test func `what could not be written is not said to be kept`() throws {
    try Data().write(to: URL(filePath: place))
    let session = recovery()
    session.keep(patch("A"), of: "/music/a.json")
    #expect(session.finish() == LeftEdits(folder: nil, kept: [], lost: ["a"]))
  }

  @Test func `a link that a crash left without its patch is removed with its folder`() throws {
    let folder = "\(place)/Ghostnote.1-1"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/mine.of", withDestinationPath: "/music/mine.json")
    #expect(recovery().left().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
  }

  @Test func `two sessions of one name that edit one file keep both`() throws {
    var both: [RecoveryWriter] = [recovery(), recovery()]
    for (index, session) in both.enumerated() {
      session.keep(patch("\(index)"), of: "/music/a.json")
      _ = session.finish()
    }
    both = []
    let next = recovery()
    #expect(eventually { next.left().count == 2 })
    #expect(try Set(next.left().map { try next.read($0).name }) == ["0", "1"])
  }

  @Test func `two files of one name are kept apart`() throws {
    let session = recovery()
    session.keep(patch("A"), of: "/one/x.json")
    session.keep(patch("B"), of: "/two/x.json")
    #expect(session.finish()?.kept == ["x", "x-2"])
  }

  @Test func `what can't be written is said once`() {
    let said = Counter()
    let session = RecoveryWriter(in: "/proc/nowhere", name: "G", delay: .milliseconds(1)) { _ in
      said.increment()
    }
    for _ in 0..<3 {
      session.keep(patch("A"), of: nil)
      _ = session.finish()
    }
    #expect(said.value == 1)
  }

  @Test func `what was edited of a file that is read again stays, beside what is edited then`()
    throws
  {
    let session = recovery()
    session.keep(patch("First"), of: "/music/a.json")
    #expect(session.setAside("/music/a.json") && session.left().map(\.name) == ["a"])
    session.keep(nil, of: "/music/a.json")
    session.keep(patch("Second"), of: "/music/a.json")
    let first = try #require(session.left().first)
    #expect(try session.read(first).name == "First" && first.original == "/music/a.json")
    #expect(session.finish()?.kept == ["a", "a-2"])
    session.keep(nil, of: "/music/a.json")
    #expect(session.finish()?.kept == ["a"])
    session.forget(first)
    #expect(session.left().isEmpty && session.finish() == nil && files.isEmpty)
    #expect(!session.setAside("/music/a.json") && !session.setAside(nil))
  }

  @Test func `edits that are recovered and left again are never lost, whatever is played between`()
    throws
  {
    let (a, b) = ("/music/a.json", "/music/b.json")
    let session = recovery()
    session.keep(patch("A1"), of: a)
    for name in ["A1", "A1", "A2", "A3"] {
      // Another patch is loaded.
      session.keep(nil, of: b)
      let edits = try #require(session.left().first)
      #expect(session.left().count == 1 && edits.original == a)
      session.keep(try session.read(edits), of: a, goingOnFrom: edits)
      session.keep(patch(name), of: a, goingOnFrom: edits)
      #expect(session.left().isEmpty)
    }
    session.keep(patch("B"), of: b)
    #expect(try session.left().map { try session.read($0).name } == ["A3"])
    // Back by undo, and an edit.
    session.keep(patch("A4"), of: a, goingOnFrom: session.left().first)
    #expect(try session.left().map { try session.read($0).name } == ["B"])
    #expect(session.finish()?.kept == ["a", "b"])
    #expect(files.filter { $0.hasSuffix(".json") }.count == 2)
  }

  @Test func `what an earlier session left is offered also while programs are being started`()
    throws
  {
    let next = try next(after: [patch("Left")])
    let (started, isOver) = (Counter(), Counter())
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while isOver.value == 0 {
        if (try? ChildProcess.run("/bin/true", [])) != nil { started.increment() }
      }
      hasEnded.signal()
    }
    defer {
      isOver.increment()
      hasEnded.wait()
    }
    try #require(eventually { started.value > 0 })
    var looks = 0
    // Until a program that is being started is itself, it has what was open, and the lock with it.
    let hasLooked = eventually {
      repeat {
        looks += 1
        guard next.left().map(\.name) == ["a"] else {
          Issue.record("nothing is offered at look \(looks)")
          return true
        }
      } while looks < 500
      return started.value >= 100
    }
    #expect(hasLooked, "\(started.value) programs were started")
  }

  @Test func `what is edited is not written over by what is recovered of the same file`() throws {
    let next = try next(after: ["Old", "New"].map(patch))
    next.keep(patch("Now"), of: "/music/a.json")
    for edits in next.left() {
      next.keep(try next.read(edits), of: "/music/a.json", goingOnFrom: edits)
    }
    #expect(try next.left().map { try next.read($0).name }.sorted() == ["New", "Now", "Old"])
    // Undone, it is in use again.
    next.keep(patch("Now"), of: "/music/a.json")
    #expect(try next.left().map { try next.read($0).name }.sorted() == ["New", "Old"])
    next.wasSaved(patch("Now"), of: "/music/a.json")
    #expect(next.finish() == nil && next.left().count == 2)
  }

  @Test
  func `what an earlier session left stays until edits that went on from it are kept or saved`()
    throws
  {
    let a = "/music/a.json"
    let next = try next(after: [patch("Left")])
    let left = try #require(next.left().first)
    next.keep(patch("Left"), of: a, goingOnFrom: left)
    next.keep(patch("More"), of: a, goingOnFrom: left)
    // Undone, with the recovering itself, and made again at once.
    next.keep(nil, of: a)
    #expect(try next.left().map { try next.read($0).name }.sorted() == ["Left", "More"])
    next.keep(patch("More"), of: a, goingOnFrom: left)
    // Another patch is loaded: edits are more than a copy of what they went on from.
    #expect(next.setAside(a))
    let more = try #require(next.left().first { $0.file != left.file })
    next.keep(patch("More"), of: a, goingOnFrom: more)
    next.wasSaved(patch("More"), of: a)
    next.forget(more)
    #expect(next.left().isEmpty && next.finish() == nil && files.isEmpty)
  }

  @Test func `a selection is not an edit`() throws {
    let session = recovery()
    var two = patch("Two")
    var other = two.pattern
    other.name = "Other"
    try two.setPatterns([two.pattern, other])
    session.keep(two, of: "/music/a.json")
    #expect(session.setAside("/music/a.json"))
    try two.select(1)
    two.playsSong.toggle()
    session.keep(two, of: "/music/a.json")
    #expect(session.left().isEmpty && session.finish()?.kept == ["a"])
  }

  @Test func `what was set aside and is back is kept once, and no longer once it is saved`() {
    let session = recovery()
    session.keep(patch("First"), of: "/music/a.json")
    #expect(session.setAside("/music/a.json"))
    session.wasSaved(patch("Another"), of: "/music/a.json")
    #expect(session.left().count == 1)
    session.keep(patch("First"), of: "/music/a.json")
    #expect(session.left().isEmpty)
    #expect(session.finish()?.kept == ["a"])
    session.keep(nil, of: "/music/a.json")
    session.keep(patch("First"), of: "/music/b.json")
    #expect(session.setAside("/music/b.json"))
    session.wasSaved(patch("First"), of: "/music/b.json")
    #expect(session.left().isEmpty && session.finish() == nil)
  }
}

/// Unchecked because the lock guards its only variable.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func increment() { lock.withLock { count += 1 } }
}
