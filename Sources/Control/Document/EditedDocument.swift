import Commands
import Files
import PatchFiles
import Rhythm

/// The document with what is selected in it, and what can be undone. It plays nothing.
struct EditedDocument: Sendable {
  private(set) var patch: Patch
  /// Where the patch came from, or nil for one that has no file.
  private(set) var file: String?
  /// That file as it was when the patch, or what it was edited from, was read from it or written to it.
  private(set) var version: FileVersion?
  private var isEdited = false
  /// The edits of an earlier session that it goes on from, until they are saved.
  private(set) var recovered: UnsavedEdits?
  private var selection: Selection?
  /// Counts the changes of the patch.
  private(set) var revision = 0
  private(set) var history = UndoHistory<Document>()
  /// Whose last `select` failed.
  private var failedToSelect: Set<CommandOrigin> = []
  /// Whether the recovery has not heard of the document as it is now.
  private var hasToKeep = false

  /// Nothing is selected, and nothing can be undone.
  init(_ patch: Patch, file: String?, _ version: FileVersion? = nil) {
    (self.patch, self.file, self.version) = (patch, file, version)
  }

  /// What the next edit is of: what was selected and still is there.
  var pattern: EditedPattern { EditedPattern(patch.pattern, selection) }

  /// All of it.
  var current: Document {
    var document = Document(
      patch, selection: pattern.selection, file: file, isEdited: isEdited, recovered: recovered)
    document.version = version
    return document
  }

  // MARK: Changes

  /// Makes a change that `undo` takes back under its name; none where the document stays as it is.
  mutating func make(
    _ change: PatchChange, group: UndoGroup?, at moment: ContinuousClock.Instant
  ) {
    let before = current
    replace(change.patch)
    if let next = change.selection { selection = next }
    if patch != before.patch { stand(to: file, isEdited: true) }
    record(
      change.name, since: before, group: group, replacesSong: change.replacesSong, at: moment)
  }

  /// Makes what joins the change before it, after which nothing can be redone.
  mutating func join(_ next: Patch) {
    replace(next)
    history.forgetUndone()
    // It may have been saved in between.
    stand(to: file, isEdited: true)
  }

  /// Makes another patch the document, of that version of a file, as a change of that name.
  mutating func open(
    _ next: Patch, from file: String?, _ version: FileVersion?, isEdited: Bool, as name: String,
    recovering recovered: UnsavedEdits?, at moment: ContinuousClock.Instant
  ) {
    let before = current
    replace(next)
    forgetSelection()
    self.recovered = recovered
    self.version = version
    stand(to: file, isEdited: isEdited)
    record(name, since: before, group: nil, opens: true, at: moment)
  }

  /// Selects another pattern, or the song, in all of this patch that can be undone too; that edits nothing.
  mutating func turn(to next: Patch) {
    replace(next)
    let latest: Patch? = next
    history.revise(from: latest) { document, neighbour in
      document.patch.playsSong = next.playsSong && !document.patch.song.sections.isEmpty
      // Before the pattern was added and after it was deleted, what was selected then stays.
      guard let neighbour, let number = document.patch.number(ofSelectedIn: neighbour) else {
        return nil
      }
      if number != document.patch.selected { document.selection = nil }
      try? document.patch.select(number)
      return document.patch
    }
  }

  /// Notes that the patch is in the file now, which is that version; `moved` is its kit as it is written beside
  /// that file.
  mutating func wasSaved(
    as target: String, _ version: FileVersion?, moved: (KitDescription) -> KitDescription
  ) {
    var saved = patch
    saved.kit = moved(patch.kit)
    setPatch(saved)
    // What undo and redo bring back is not what the file has now, and still belongs to it.
    let (former, earlier) = (file, recovered)
    recovered = nil
    self.version = version
    history.revise { document in
      if document.recovered == earlier { document.recovered = nil }
      guard document.file == target || document.file == former else { return }
      // Another patch that was read from that file is there no longer.
      document.isEdited = true
      document.version = version
      guard document.file == former else { return }
      document.file = target
      document.patch.kit = moved(document.patch.kit)
    }
    stand(to: target, isEdited: false)
  }

  // MARK: Undoing

  /// The way to an earlier or later document.
  struct Journey {
    /// Where it ends.
    let target: Document
    /// The change that is undone or redone last.
    let name: String
    /// Whether one of its changes sets the tempo.
    let setsTempo: Bool
    /// Whether one of its changes puts another song in place of the one before.
    let replacesSong: Bool
    /// Whether one of its changes opens a patch.
    let opens: Bool
    fileprivate let history: UndoHistory<Document>

    fileprivate init(
      _ end: (snapshot: Document, name: String),
      over changes: ArraySlice<UndoHistory<Document>.Change>,
      leaving history: UndoHistory<Document>
    ) {
      target = end.snapshot
      name = end.name
      setsTempo = changes.contains(where: \.setsTempo)
      replacesSong = changes.contains(where: \.replacesSong)
      opens = changes.contains(where: \.opens)
      self.history = history
    }
  }

  /// The way back, or forth again, by that number of changes.
  func journey(
    _ direction: UndoError.Direction, by count: Int
  ) throws(UndoError) -> Journey {
    var travelled = history
    switch direction {
    case .undo:
      let end = try travelled.undo(count, from: current)
      return Journey(end, over: history.made.suffix(count), leaving: travelled)
    case .redo:
      let end = try travelled.redo(count, from: current)
      return Journey(end, over: history.undone.suffix(count), leaving: travelled)
    }
  }

  /// The way back to what there was before a gesture, which cannot be redone; throws where its changes are not the
  /// latest.
  func journey(before gesture: String, by count: Int) throws(UndoError) -> Journey {
    var travelled = history
    let end = try travelled.takeBack(gesture, by: count)
    let changes = history.made.dropFirst(travelled.made.count)
    return Journey(end, over: changes, leaving: travelled)
  }

  /// Makes the document what it was there.
  mutating func end(_ journey: Journey) {
    replace(journey.target.patch)
    selection = journey.target.selection
    recovered = journey.target.recovered
    version = journey.target.version
    stand(to: journey.target.file, isEdited: journey.target.isEdited)
    history = journey.history
  }

  // MARK: Selecting

  /// Selects, or (nil) selects nothing, as `origin` asks. It is not a change by itself: undo brings back what was
  /// selected before the change that it takes back.
  mutating func select(_ selection: Selection?, by origin: CommandOrigin) {
    self.selection = selection
    failedToSelect.remove(origin)
  }

  /// A `select` of `origin` could not be carried out: no edit of its own goes on as if it had been.
  mutating func selectFailed(by origin: CommandOrigin) { failedToSelect.insert(origin) }

  /// No command of `origin` comes any more.
  mutating func forget(_ origin: CommandOrigin) { failedToSelect.remove(origin) }

  /// Refuses an edit of what is selected where the last `select` of its `origin` could not be carried out: the next
  /// line of a script would be of something else.
  func checkSelection(for name: String, by origin: CommandOrigin) throws(CommandError) {
    guard failedToSelect.contains(origin) else { return }
    throw CommandError(
      "\(name): the `select` before it failed: select again, or `select none` for the whole pattern"
    )
  }

  // MARK: Keeping

  /// What a crash must not lose, nil once it is saved; nothing where that did not change since it was
  /// asked for last.
  mutating func takeUnsaved() -> (patch: Patch?, file: String?, recovered: UnsavedEdits?)? {
    guard hasToKeep else { return nil }
    hasToKeep = false
    return (isEdited ? patch : nil, file, recovered)
  }

  private mutating func record(
    _ name: String, since before: Document, group: UndoGroup?, opens: Bool = false,
    replacesSong: Bool = false, at moment: ContinuousClock.Instant
  ) {
    var now = current
    // The same patch read again changes nothing, though another program wrote it again.
    now.version = before.version
    guard now != before else { return }
    let beginning = history.beginning(of: group)
    if let beginning, isBack(at: beginning) {
      history.forgetLatest()
      // Equal, and of the memory that the snapshots before it share.
      setPatch(beginning.patch)
      return stand(to: file, isEdited: beginning.isEdited)
    }
    history.record(
      name, from: before, bytes: (beginning ?? before).patch.bytesApart(from: patch), group: group,
      opens: opens, replacesSong: replacesSong, at: moment)
  }

  /// Whether a gesture that began at `beginning` ended where it began.
  private func isBack(at beginning: Document) -> Bool {
    patch == beginning.patch && file == beginning.file && recovered == beginning.recovered
  }

  private mutating func replace(_ next: Patch) {
    // What is selected is of one pattern, wherever that is moved and whatever it is called.
    if next.selected != next.number(ofSelectedIn: patch) { forgetSelection() }
    setPatch(next)
  }

  /// Selects nothing in another pattern, in which no `select` has failed yet.
  private mutating func forgetSelection() {
    selection = nil
    failedToSelect = []
  }

  private mutating func setPatch(_ next: Patch) {
    patch = next
    revision += 1
    hasToKeep = true
  }

  private mutating func stand(to file: String?, isEdited: Bool) {
    (self.file, self.isEdited) = (file, isEdited)
    hasToKeep = true
  }
}
