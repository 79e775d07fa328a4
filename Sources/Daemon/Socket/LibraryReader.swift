import ControlSocket
import Dispatch
import PatchFiles
import Synchronization

/// Most patches that are sent to a page.
private let mostPatches = 4_000

/// What a page may choose from, patches and SoundFonts by name, read beside the main loop: a slow disk holds
/// up no command. Thread-safe.
final class LibraryReader: Sendable {
  /// What is in the folders.
  struct Contents: Sendable, Equatable {
    var kits = JSONNode.array([])
    var patches = JSONNode.array([])
    /// The folders of the patches: a file of such a name elsewhere is another patch.
    var patchFolders = JSONNode.array([])
  }

  private struct State {
    var contents = Contents()
    var isReading = false
  }

  private let queue = DispatchQueue(label: "ghostnote-library", qos: .utility)
  private let state = Mutex(State())
  private let read: @Sendable () -> Contents

  /// Begins to read with `read`, which is called on one thread at a time.
  init(_ read: @escaping @Sendable () -> Contents) {
    self.read = read
    refresh()
  }

  /// Reads the folders of this user; of SoundFonts only those that were written since they were read.
  convenience init() {
    let kits = Mutex(KitListing())
    self.init {
      let files = PatchFiles(namesWholePaths: true)
      let patches = files.factoryNames.prefix(mostPatches)
      return Contents(
        kits: kits.withLock { $0.node() }, patches: .array(patches.map { .string($0) }),
        patchFolders: .array(files.folderPaths.map { .string($0) }))
    }
  }

  /// What was read last; empty until then.
  var contents: Contents { state.withLock { $0.contents } }

  /// Reads the folders again, unless that is being done.
  func refresh() {
    let isFree = state.withLock { state in
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isFree else { return }
    queue.async { [self] in
      let contents = read()
      state.withLock { $0 = State(contents: contents) }
    }
  }
}
