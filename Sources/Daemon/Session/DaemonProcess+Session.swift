import CommandText
import Commands
import Control
import Logging
import NSM
import OSC
import Synchronization

/// What the session manager asks for.
extension DaemonProcess {
  /// Does it, and replies; false where another project takes this one's place.
  mutating func attend(to event: NSMEvent) async -> Bool {
    guard let session = options.session else { return true }
    switch event {
    case .message(.save): await save(for: session)
    case .message(.open(let project)): return !switches(to: project, in: session)
    case .message(.malformed(let address, let expected)):
      log.warning("session: \(address): \(expected)")
      session.client.fail(address, .general, expected)
    case .message(.announced), .message(.refused), .message(.sessionIsLoaded), .overdue: break
    case .unreachable:
      if session.noteGone() { log.warning("session: the session manager is gone; playing on") }
    }
    return true
  }

  private func save(for session: ManagedSession) async {
    guard session.state.withLock({ $0.isOpen }) else {
      return session.client.fail(
        NSMMessage.saveAddress, .noSessionOpen, "the session's project could not be opened")
    }
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command("save"))
      session.note(isEdited: false)
      session.client.reply(to: NSMMessage.saveAddress, reply.text ?? "saved")
    } catch {
      log.error("session: not saved: \(error)")
      session.client.fail(NSMMessage.saveAddress, .general, "\(error)")
    }
  }

  /// Whether the project can be played: then it is what comes next. Where it cannot, what plays goes on, and is
  /// not saved for a session that it does not belong to.
  private mutating func switches(to project: NSMProject, in session: ManagedSession) -> Bool {
    do throws(ProjectError) {
      _ = try project.patch(from: options.patch)
      session.state.withLock { $0.next = project }
      outcome.isAskedFor = true
      return true
    } catch {
      log.error("session: \(error)")
      session.state.withLock { $0.isOpen = false }
      session.refuse(error)
      return false
    }
  }
}
