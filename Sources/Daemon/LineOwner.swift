import Commands
import ControlSocket
import Playback
import Synchronization

/// Which client reports the beat that is followed: the first one, until it has gone or its reports stay out as long
/// as it takes for the clock to be lost. Two beats in turn would make the song jump to and fro. Thread-safe.
final class LineOwner: Sendable {
  private struct Owner {
    let client: ClientID
    var heardAt: ContinuousClock.Instant
  }

  private struct State {
    var owner: Owner?
    /// The client that has gone last: what it sent before is still carried out.
    var gone: ClientID?
  }

  private let state = Mutex(State())

  /// Throws where another than `client` reports at `now`.
  func check(_ client: ClientID, at now: ContinuousClock.Instant = .now) throws(CommandError) {
    let isAnothers = state.withLock { state in
      state.owner.map { $0.client != client && now < $0.heardAt + .seconds(2) } ?? false
    }
    guard !isAnothers else {
      throw CommandError(
        "follow: another program reports a beat already: end that one first, such as a second ghostnote-link"
      )
    }
  }

  /// Notes that a report of `client` was taken in.
  func note(_ client: ClientID, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      if state.gone != client { state.owner = Owner(client: client, heardAt: now) }
    }
  }

  /// Notes that `client` has gone.
  func left(_ client: ClientID) {
    state.withLock { state in
      state.gone = client
      if state.owner?.client == client { state.owner = nil }
    }
  }
}

extension Command {
  /// Whether it reports a beat to follow.
  var reportsBeat: Bool {
    guard case .engine(let order) = action, case .line = order.message else { return false }
    return true
  }
}
