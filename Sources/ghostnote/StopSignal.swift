import Foundation
import Synchronization

private let asked = Atomic<Bool>(false)

/// Whether SIGINT or SIGTERM requested a stop; a second one ends the program immediately.
struct StopSignal {
  /// Starts listening.
  init() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        asked.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  var isAsked: Bool { asked.load(ordering: .relaxed) }
}
