import Commands
import ControlSocket
import Playback
import Synchronization

/// Which client reports the beat that is followed: the first one, until its reports stay out as long as it takes
/// for the clock to be lost. Two beats in turn would make the song jump to and fro. Thread-safe.
final class LineOwner: Sendable {
  private struct Owner {
    let client: ClientID
    var heardAt: ContinuousClock.Instant
  }

  private let owner = Mutex<Owner?>(nil)

  /// Lets `client` report at `now`; throws where another's reports arrive.
  func admit(_ client: ClientID, at now: ContinuousClock.Instant = .now) throws(CommandError) {
    let isAdmitted = owner.withLock { owner in
      if let owner, owner.client != client, now < owner.heardAt + .seconds(2) { return false }
      owner = Owner(client: client, heardAt: now)
      return true
    }
    guard isAdmitted else {
      throw CommandError(
        "follow: another program reports a beat already: end that one first, such as a second ghostnote-link"
      )
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
