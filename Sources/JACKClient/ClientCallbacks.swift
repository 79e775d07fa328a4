/// What libjack's callbacks of one client act on. Once libjack hangs with the client, its callbacks, which may
/// still come, act on nothing: by then another client has the state. Thread-safe.
final class ClientCallbacks: Sendable {
  private let shared: SharedState
  private let generation: Int

  /// Those of the client that is opened next.
  init(of shared: SharedState) {
    self.shared = shared
    generation = shared.generation
  }

  /// The state, for as long as it is this client's; else nil.
  var current: SharedState? { shared.generation == generation ? shared : nil }

  /// Adds a notification, if the state is this client's, and wakes the supervisor.
  func note(_ change: (inout SharedState.PendingNotifications) -> Void) {
    shared.note(of: generation, change)
  }
}
