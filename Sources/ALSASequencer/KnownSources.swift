internal import Synchronization

/// The sources in the sequencer, as the client's thread saw them last. Thread-safe: yes.
final class KnownSources: Sendable {
  private let found = Mutex<Set<String>>([])

  var names: Set<String> { found.withLock { $0 } }

  func set(_ names: Set<String>) { found.withLock { $0 = names } }
}
