import Foundation
import Logging
import NSM
import OSC
import Shell
import Synchronization

/// Our part in the session of a session manager (NSM): the project that it gave us, and the way back to it.
///
/// Thread-safe. Real-time: no.
public final class ManagedSession: Sendable {
  let client: NSMClient
  let project: NSMProject
  let log: Logger

  /// What the server hears of us.
  struct State {
    /// What it last heard of whether something is not saved; nil before the first time.
    var isDirty: Bool?
    /// Whether the project is open.
    var isOpen = false
    /// Whether the server was reported gone.
    var isGone = false
    /// What is to be opened in place of the project.
    var next: NSMProject?
  }
  let state = Mutex(State())

  init(_ client: NSMClient, _ project: NSMProject, log: Logger) {
    self.client = client
    self.project = project
    self.log = log
  }

  /// Says that the project is open, and passes on to `events` what the server asks from now on.
  func begin(_ events: DaemonEvents) {
    state.withLock { $0.isOpen = true }
    client.reply(to: NSMMessage.openAddress, "opened \(project.file)")
    log.info("session: \(project.displayName), as \(project.clientID): \(project.file)")
    Task { [client] in
      for await event in client.events { events.post(.session(event)) }
    }
  }

  /// Says why the project could not be opened.
  public func refuse(_ error: any Error) {
    let code = (error as? ProjectError)?.code ?? .general
    client.fail(NSMMessage.openAddress, code, "\(error)")
  }

  /// Says whether something is not saved, where that changed.
  func note(isEdited: Bool) {
    let isNews = state.withLock { state in
      defer { state.isDirty = isEdited }
      return state.isDirty != isEdited
    }
    if isNews { client.say(isDirty: isEdited) }
  }

  /// Shows a problem in the session manager.
  func say(_ problem: String, isError: Bool) {
    client.say(problem.onOneLine, priority: isError ? 3 : 2)
  }

  /// Whether this is the first time that the server was found gone.
  func noteGone() -> Bool {
    state.withLock { state in
      defer { state.isGone = true }
      return !state.isGone
    }
  }
}
