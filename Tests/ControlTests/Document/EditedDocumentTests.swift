import Commands
import Files
import Foundation
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@testable import Control

/// The document alone: changes, undo, selection and its file, without an engine.
@Suite struct EditedDocumentTests {
  private let start = ContinuousClock.now
  private let patch: Patch

  init() throws { patch = Patch(name: "A", pattern: try Pattern(rows: "kick x... x...")) }

  private func twoPatterns() throws -> Patch {
    try Patch(
      patterns: """
        a kick xxxx
        b snare xx
        """, song: "")
  }

  private func named(_ name: String) -> Patch {
    var next = patch
    next.name = name
    return next
  }

  /// `document` after a change to a patch of that name, `milliseconds` after the start.
  private func make(
    _ name: String, in document: inout EditedDocument, group: UndoGroup? = nil,
    at milliseconds: Int = 0
  ) {
    document.make(
      PatchChange("name", to: named(name)), group: group,
      at: start + .milliseconds(milliseconds))
  }

  @Test func `patches share what of them is the same`() throws {
    var long = patch
    let part = Section(pattern: patch.pattern.name)
    try long.setSong(Song(sections: Array(repeating: part, count: 100)))
    let pattern = MemoryLayout<Pattern>.stride
    let section = MemoryLayout<Section>.stride
    var other = long
    other.tempo = Tempo(clampingBPM: 99)
    #expect(other.bytesApart(from: long) == 0)
    other.pattern.loops.toggle()
    #expect(other.bytesApart(from: long) == pattern)
    var song = other.song
    song.sections[3].repeats = 2
    try other.setSong(song)
    #expect(other.bytesApart(from: long) == pattern + 100 * section)
    let lanes = long.pattern.lanes
    var struck = long
    try struck.pattern.set(step: 1, of: Voice(.kick), to: Step(Velocity(clamping: 9)))
    #expect(
      struck.bytesApart(from: long) == pattern + lanes.count * MemoryLayout<Lane>.stride
        + lanes[0].steps.count * MemoryLayout<Step?>.stride)
  }

  @Test func `a change marks the document as edited and can be undone and redone`() throws {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document)
    #expect(document.patch.name == "B")
    #expect(document.current.isEdited)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.current == Document(patch, file: "a.json"))
    let journey = try document.journey(.redo, by: 1)
    #expect(journey.name == "name")
    document.end(journey)
    #expect(document.patch.name == "B")
    #expect(throws: UndoError.self) { try document.journey(.redo, by: 1) }
  }

  @Test func `a change to what is there is none`() {
    var document = EditedDocument(patch, file: nil)
    make("A", in: &document)
    #expect(document.history.made.isEmpty)
    #expect(!document.current.isEdited)
  }

  @Test func `what a fader sends is one change, until it rests`() {
    var document = EditedDocument(patch, file: nil)
    for (name, time) in [("B", 0), ("C", 300), ("D", 900), ("E", 3_000)] {
      make(name, in: &document, group: .stream(.console), at: time)
    }
    #expect(document.history.made.count == 2)
  }

  @Test func `what a gesture does is one change, and none where it ends as it began`() throws {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document)
    document.wasSaved(as: "a.json", nil) { $0 }
    for name in ["C", "D"] { make(name, in: &document, group: .gesture("g"), at: 60_000) }
    #expect(document.history.made.count == 2 && document.current.isEdited)
    make("B", in: &document, group: .gesture("g"))
    #expect(document.history.made.count == 1)
    #expect(!document.current.isEdited, "it is what was saved")
    make("E", in: &document, group: .gesture("g"))
    make("F", in: &document, group: .gesture("g"))
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.name == "B")
    document.end(try document.journey(.redo, by: 1))
    #expect(document.patch.name == "F")
  }

  @Test func `what was saved within a gesture is edited where the gesture ends as it began`() {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document, group: .gesture("g"))
    document.wasSaved(as: "a.json", nil) { $0 }
    make("A", in: &document, group: .gesture("g"))
    #expect(document.history.made.isEmpty && document.current.isEdited)
  }

  @Test func `a gesture is taken back whole, and only where nothing else was changed since`() throws
  {
    var document = EditedDocument(patch, file: "a.json")
    let selection = Selection(.markers, [0, 1])
    document.select(selection, by: .console)
    for name in ["B", "C"] { make(name, in: &document, group: .gesture("g")) }
    document.select(nil, by: .console)
    document.end(try document.journey(before: "g", by: 1))
    #expect(document.current == Document(patch, selection: selection, file: "a.json"))
    #expect(throws: UndoError.self) { try document.journey(.redo, by: 1) }
    make("B", in: &document, group: .gesture("g"))
    make("C", in: &document)
    #expect(throws: UndoError.notLatest) { try document.journey(before: "g", by: 1) }
  }

  @Test func `a gesture that ends where it began shares the memory of what was before`() throws {
    var document = EditedDocument(patch, file: nil)
    let steps: [Step?] = [Step(Velocity(clamping: 9)), nil]
    for step in steps {
      var next = document.patch
      try next.pattern.set(step: 1, of: Voice(.kick), to: step)
      document.make(PatchChange("step", to: next), group: .gesture("g"), at: start)
    }
    #expect(document.patch == patch && document.history.made.isEmpty)
    #expect(document.patch.bytesApart(from: patch) == 0)
  }

  @Test func `playing another pattern does not end a gesture, which may end where it began`() throws
  {
    let two = try twoPatterns()
    var document = EditedDocument(two, file: nil)
    var seeded = two
    seeded.seed = 7
    document.make(PatchChange("seed", to: seeded), group: .gesture("g"), at: start)
    var next = document.patch
    try next.select(1)
    document.turn(to: next)
    next.tempo = Tempo(clampingBPM: 99)
    document.make(PatchChange("tempo", to: next), group: .gesture("g"), at: start)
    #expect(document.history.made.count == 1)
    next = two
    try next.select(1)
    document.make(PatchChange("tempo", to: next), group: .gesture("g"), at: start)
    #expect(document.history.made.isEmpty && !document.current.isEdited)
    #expect(document.patch.pattern.name == "b")
  }

  @Test func `the way before a gesture says whether any part of it sets the tempo`() throws {
    var document = EditedDocument(patch, file: nil)
    var next = patch
    next.tempo = Tempo(clampingBPM: 99)
    document.make(PatchChange("tempo", to: next), group: .gesture("g"), at: start)
    document.end(try document.journey(.undo, by: 1))
    let redo = try document.journey(.redo, by: 1)
    #expect(redo.setsTempo && !redo.opens)
    document.end(redo)
    next.seed = 7
    document.make(PatchChange("seed", to: next), group: .gesture("g"), at: start)
    let back = try document.journey(before: "g", by: 1)
    #expect(back.setsTempo && back.target.patch == patch)
    document.make(PatchChange("swing", to: named("B")), group: nil, at: start)
    #expect(try !document.journey(.undo, by: 1).setsTempo)
    document.end(try document.journey(.undo, by: 1))
    #expect(try document.journey(before: "g", by: 1).setsTempo)
  }

  @Test func `a gesture goes on where another's change was undone, and may end where it began`()
    throws
  {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document, group: .gesture("g"))
    make("C", in: &document)
    document.end(try document.journey(.undo, by: 1))
    make("D", in: &document, group: .gesture("g"))
    #expect(document.history.made.count == 1 && document.history.undone.isEmpty)
    make("E", in: &document)
    document.end(try document.journey(.undo, by: 1))
    make("A", in: &document, group: .gesture("g"))
    #expect(document.history.made.isEmpty && document.history.undone.isEmpty)
    #expect(document.current == Document(patch, file: "a.json"))
  }

  @Test func `another patch ends a gesture`() {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document, group: .gesture("g"))
    document.open(
      named("C"), from: "b.json", nil, isEdited: false, as: "load b", recovering: nil, at: start)
    make("D", in: &document, group: .gesture("g"))
    #expect(document.history.made.map(\.name) == ["name", "load b", "name"])
  }

  @Test func `what joins a change is undone with it, and is edited though it was saved between`()
    throws
  {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document)
    document.wasSaved(as: "a.json", nil) { $0 }
    #expect(!document.current.isEdited)
    document.join(named("C"))
    #expect(document.current.isEdited)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.name == "A")
  }

  @Test func `what joins a change ends what could be redone`() throws {
    var document = EditedDocument(patch, file: nil)
    make("B", in: &document)
    make("C", in: &document)
    document.end(try document.journey(.undo, by: 1))
    document.join(named("D"))
    #expect(document.history.undone.isEmpty)
  }

  @Test func `opening another patch is undone with its file and selection`() throws {
    var document = EditedDocument(patch, file: "a.json")
    let selection = Selection(.markers, [0, 1])
    document.select(selection, by: .console)
    document.open(
      named("B"), from: "b.json", nil, isEdited: false, as: "load b", recovering: nil, at: start)
    #expect(document.current == Document(named("B"), file: "b.json"))
    let journey = try document.journey(.undo, by: 1)
    #expect(journey.opens)
    document.end(journey)
    #expect(document.current == Document(patch, selection: selection, file: "a.json"))
  }

  @Test func `a saved document keeps what can be undone for its new file, as not saved there`()
    throws
  {
    var document = EditedDocument(patch, file: "a.json")
    make("B", in: &document)
    document.wasSaved(as: "folder/b.json", nil) { kit in
      var moved = kit
      moved.soundFont = "../x.sf2"
      return moved
    }
    #expect(document.file == "folder/b.json")
    #expect(document.patch.kit.soundFont == "../x.sf2")
    #expect(!document.current.isEdited)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.file == "folder/b.json")
    #expect(document.patch.kit.soundFont == "../x.sf2")
    #expect(document.current.isEdited)
  }

  /// The version of a file with this text, which is there no longer.
  private func version(_ text: String) throws -> FileVersion {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: place) }
    try Data(text.utf8).write(to: place)
    return try #require(FileVersion(of: place.path))
  }

  @Test func `undo and redo bring back which version of the file was read`() throws {
    let (first, second, saved) = (try version("1"), try version("22"), try version("333"))
    var document = EditedDocument(patch, file: "a.json", first)
    make("B", in: &document)
    document.open(
      named("C"), from: "a.json", second, isEdited: false, as: "load a", recovering: nil, at: start)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.name == "B" && document.version == first)
    document.end(try document.journey(.redo, by: 1))
    #expect(document.patch.name == "C" && document.version == second)
    // Whatever is undone then: this is what was written last, and by whom.
    document.wasSaved(as: "a.json", saved) { $0 }
    document.end(try document.journey(.undo, by: 2))
    #expect(document.patch.name == "A" && document.version == saved)
  }

  @Test func `the same patch read again is not a change, but the file is known as it is now`()
    throws
  {
    let (first, second) = (try version("1"), try version("22"))
    var document = EditedDocument(patch, file: "a.json", first)
    document.open(
      patch, from: "a.json", second, isEdited: false, as: "load a", recovering: nil, at: start)
    #expect(document.history.made.isEmpty && document.version == second)
  }

  @Test
  func `playing another pattern is not a change, and undo does not go back to the one before`()
    throws
  {
    let two = try twoPatterns()
    var document = EditedDocument(two, file: nil)
    var seeded = two
    seeded.seed = 7
    document.make(PatchChange("seed", to: seeded), group: nil, at: start)
    var next = document.patch
    try next.select(1)
    document.turn(to: next)
    #expect(document.history.made.map(\.name) == ["seed"])
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.seed == two.seed)
    #expect(document.patch.pattern.name == "b")
  }

  /// Plays another pattern of `document`.
  private func turn(to number: Int, in document: inout EditedDocument) throws {
    var next = document.patch
    try next.select(number)
    document.turn(to: next)
  }

  /// Calls patterns of `document` something else, in a change each.
  private func rename(
    _ names: [(number: Int, name: String)], in document: inout EditedDocument
  ) throws {
    for (number, name) in names {
      var renamed = document.patch
      try renamed.renamePattern(number, to: name)
      document.make(PatchChange("rename", to: renamed), group: nil, at: start)
    }
  }

  @Test func `undo and redo play on what plays, whatever it was called`() throws {
    var document = EditedDocument(try twoPatterns(), file: nil)
    try rename([(0, "c"), (0, "d")], in: &document)
    for number in [1, 0] { try turn(to: number, in: &document) }
    document.end(try document.journey(.undo, by: 2))
    #expect(document.patch.pattern.name == "a")
    for number in [1, 0] { try turn(to: number, in: &document) }
    document.end(try document.journey(.redo, by: 2))
    #expect(document.patch.pattern.name == "d")
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.pattern.name == "c")
  }

  @Test func `a pattern is not taken for the one whose former name it has`() throws {
    var document = EditedDocument(try twoPatterns(), file: nil)
    try rename([(0, "c"), (1, "a")], in: &document)
    try turn(to: 1, in: &document)
    document.end(try document.journey(.undo, by: 2))
    #expect(document.patch.pattern.name == "b")
  }

  @Test func `where other patterns take their place, undo plays the one that played before`() throws
  {
    let two = try twoPatterns()
    var document = EditedDocument(two, file: nil)
    var others = try Patch(patterns: "c clap xxxx\nd ride xx")
    others.name = two.name
    document.make(PatchChange("import", to: others), group: nil, at: start)
    try turn(to: 1, in: &document)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.pattern.name == "a")
  }

  @Test func `what plays in one patch is not what plays in those opened before and after`() throws {
    var first = try twoPatterns()
    try first.setSong(Song(sections: [Section(pattern: "a")]))
    var second = first
    second.name = "second"
    var document = EditedDocument(first, file: "a.json")
    document.open(
      second, from: "b.json", nil, isEdited: false, as: "load b", recovering: nil, at: start)
    try second.select(1)
    second.playsSong = true
    document.turn(to: second)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.current == Document(first, file: "a.json"))
    for number in [1, 0] { try turn(to: number, in: &document) }
    document.end(try document.journey(.redo, by: 1))
    #expect(document.current == Document(second, file: "b.json"))
  }

  @Test func `where the song is empty, undo plays the pattern`() throws {
    let two = try twoPatterns()
    var document = EditedDocument(two, file: nil)
    var next = two
    try next.setSong(Song(sections: [Section(pattern: "a")]))
    document.make(PatchChange("song add", to: next), group: nil, at: start)
    next.playsSong = true
    document.turn(to: next)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.current == Document(two, file: nil))
    document.end(try document.journey(.redo, by: 1))
    #expect(document.patch == next)
  }

  @Test func `undo selects nothing in a pattern in which nothing was selected`() throws {
    let two = try twoPatterns()
    var document = EditedDocument(two, file: nil)
    document.select(Selection(.markers, [0, 1]), by: .console)
    var seeded = two
    seeded.seed = 7
    document.make(PatchChange("seed", to: seeded), group: nil, at: start)
    try turn(to: 1, in: &document)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.patch.pattern.name == "b" && document.current.selection == nil)
  }

  @Test func `what is selected keeps through a new name, and is gone with its pattern`() throws {
    var document = EditedDocument(try twoPatterns(), file: nil)
    let selection = Selection(.markers, [0, 1])
    document.select(selection, by: .console)
    try rename([(0, "c"), (1, "d")], in: &document)
    #expect(document.current.selection == selection)
    try turn(to: 0, in: &document)
    #expect(document.current.selection == selection)
    var left = document.patch
    try left.removePattern(0)
    document.make(PatchChange("delete", to: left), group: nil, at: start)
    #expect(document.patch.pattern.name == "d" && document.current.selection == nil)
    document.end(try document.journey(.undo, by: 1))
    #expect(document.current.selection == selection)
  }

  @Test func `what is selected goes with the pattern that it is of`() throws {
    let two = try twoPatterns()
    var document = EditedDocument(two, file: nil)
    document.select(Selection(.markers, [1]), by: .console)
    var moved = two
    try moved.movePattern(0, to: 1)
    document.make(PatchChange("move", to: moved), group: nil, at: start)
    #expect(document.current.selection == Selection(.markers, [1]))
    var other = moved
    try other.select(0)
    document.turn(to: other)
    #expect(document.current.selection == nil)
  }

  @Test func `after a select that failed its sender edits nothing until it selects something`()
    throws
  {
    var document = EditedDocument(patch, file: nil)
    let (failing, other) = (CommandOrigin.client(1), CommandOrigin.client(2))
    try document.checkSelection(for: "delete", by: failing)
    document.selectFailed(by: failing)
    func expectRefused() {
      #expect(throws: CommandError.self) { try document.checkSelection(for: "delete", by: failing) }
    }
    expectRefused()
    try document.checkSelection(for: "delete", by: other)
    // What another selects or changes is not what was meant.
    document.select(Selection(.markers, [0]), by: other)
    expectRefused()
    make("B", in: &document)
    document.end(try document.journey(.undo, by: 1))
    expectRefused()
    document.select(nil, by: failing)
    try document.checkSelection(for: "delete", by: failing)
    document.selectFailed(by: failing)
    document.forget(failing)
    try document.checkSelection(for: "delete", by: failing)
  }

  @Test func `a select that failed in a patch concerns no other patch`() throws {
    var document = EditedDocument(patch, file: "a.json")
    document.selectFailed(by: .console)
    document.open(
      named("B"), from: "b.json", nil, isEdited: false, as: "load b", recovering: nil, at: start)
    try document.checkSelection(for: "delete", by: .console)
  }

  @Test func `the recovery hears of each change once, and of nothing where all is saved`() {
    var document = EditedDocument(patch, file: "a.json")
    #expect(document.takeUnsaved() == nil)
    make("B", in: &document)
    let first = document.takeUnsaved()
    #expect(first?.patch?.name == "B")
    #expect(first?.file == "a.json")
    #expect(document.takeUnsaved() == nil)
    document.wasSaved(as: "b.json", nil) { $0 }
    let saved = document.takeUnsaved()
    #expect(saved != nil && saved?.patch == nil)
    #expect(saved?.file == "b.json")
  }

  @Test func `each change of the patch has a revision, a selection has none`() {
    var document = EditedDocument(patch, file: nil)
    let before = document.revision
    document.select(Selection(.markers, [0]), by: .console)
    #expect(document.revision == before)
    make("B", in: &document)
    #expect(document.revision == before + 1)
  }
}
