import Commands
import Control
import Logging
import PatchFiles

extension DaemonProcess {
  /// Where assignments are kept for this machine.
  static var assignments: any AssignmentStore {
    guard let file = AssignmentFile() else { return NoAssignments() }
    return file
  }

  /// Plays with the assignments that are kept for this machine, or logs why it cannot.
  func takeDeviceControls() async {
    do throws(CommandError) { try await machine.takeDeviceControls() } catch {
      log.error("\(error)")
    }
  }

  /// Stores unsaved edits for each daemon by name.
  static func recovery(_ options: DaemonOptions, _ log: Logger) -> any RecoveryStore {
    guard let folder = RecoveryWriter.folder() else {
      log.warning("unsaved edits are not kept: neither XDG_STATE_HOME nor HOME is set")
      return NoRecovery()
    }
    return RecoveryWriter(in: folder, name: options.name) { log.error("\($0)") }
  }

  /// Restores the edits of an earlier session, if any.
  func recover() async {
    guard await !machine.unsavedEdits().isEmpty else {
      return log.info("nothing to recover")
    }
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command("recover"))
      if let words = reply.text { log.info("\(words)") }
    } catch { log.error("\(error)") }
  }

  /// Logs the unsaved edits of earlier sessions.
  func offerRecovery() async {
    let edits = await machine.unsavedEdits()
    guard !edits.isEmpty else { return }
    let most = 3
    let names = edits.prefix(most).map(\.line).joined(separator: ", ")
    let more = edits.count > most ? " and \(edits.count - most) more" : ""
    log.warning(
      "unsaved edits are kept: \(names)\(more): `recover` plays the latest, `discard` forgets all")
  }

  /// Logs the unsaved edits of this session, and where they are.
  func sayWhatIsKept() {
    guard let (folder, names) = recovery.finish() else { return }
    let name = options.name == DaemonOptions.standardName ? "" : " --name \(options.name)"
    log.warning(
      """
      not saved: \(names.joined(separator: ", ")); kept in \(folder): \
      `ghostnote run\(name) --recover` plays it
      """)
  }
}
