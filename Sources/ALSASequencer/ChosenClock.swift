internal import Ports
internal import Synchronization

/// Passes the latest choice of clock source to the client's thread. Thread-safe: yes.
final class ChosenClock: Sendable {
  private enum Word {
    case nothingNew
    case choose(NamePattern?)
  }

  private let word = Mutex(Word.nothingNew)

  func set(_ pattern: NamePattern?) { word.withLock { $0 = .choose(pattern) } }

  /// Calls `body` with the choice made since the last call, if there was one.
  func take(_ body: (NamePattern?) -> Void) {
    let news = word.withLock { word in
      defer { word = .nothingNew }
      return word
    }
    if case .choose(let pattern) = news { body(pattern) }
  }
}
