internal import Synchronization

/// Which sources the sequencer has, as its client's thread last saw them. Thread-safe: yes.
final class KnownSources: Sendable {
  private let found = Mutex<Set<String>>([])

  var names: Set<String> { found.withLock { $0 } }

  func set(_ names: Set<String>) { found.withLock { $0 = names } }
}
