import Commands
import Control
import Logging
import NSM
import OSC
import Synchronization

extension ManagedSession {
  /// Saves the project as the session manager asks, and replies to it.
  private func save(_ machine: Machine) async {
    guard state.withLock({ $0.isOpen }) else {
      return client.fail(
        NSMMessage.saveAddress, .noSessionOpen, "the session's project could not be opened")
    }
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command("save"))
      note(isEdited: false)
      client.reply(to: NSMMessage.saveAddress, reply.text ?? "saved")
    } catch {
      log.error("session: not saved: \(error)")
      client.fail(NSMMessage.saveAddress, .general, "\(error)")
    }
  }

  /// Does what the session manager asks for; false where another project, which can be played, takes this
  /// one's place. Where it cannot be played, what plays goes on, and is not saved for a session that it
  /// does not belong to. `patch` is that of the options.
  func attend(to event: NSMEvent, _ machine: Machine, patch: String?) async -> Bool {
    switch event {
    case .message(.save): await save(machine)
    case .message(.open(let project)): return !switches(to: project, patch: patch)
    case .message(.malformed(let address, let expected)):
      log.warning("session: \(address): \(expected)")
      client.fail(address, .general, expected)
    case .message(.announced), .message(.refused), .message(.sessionIsLoaded), .overdue: break
    case .unreachable:
      if noteGone() { log.warning("session: the session manager is gone; playing on") }
    }
    return true
  }

  private func switches(to project: NSMProject, patch: String?) -> Bool {
    do throws(ProjectError) {
      _ = try project.patch(from: patch)
      state.withLock { $0.next = project }
      return true
    } catch {
      log.error("session: \(error)")
      state.withLock { $0.isOpen = false }
      refuse(error)
      return false
    }
  }
}
