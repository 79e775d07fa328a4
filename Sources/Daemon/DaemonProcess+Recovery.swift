import Commands
import Control
import Logging

extension DaemonProcess {
  /// Keeps unsaved edits for each daemon by its name.
  static func recovery(_ options: DaemonOptions, _ log: Logger) -> any RecoveryStore {
    guard let folder = RecoveryFolder.folder() else {
      log.warning("unsaved edits are not kept: neither XDG_STATE_HOME nor HOME says where")
      return NoRecovery()
    }
    return RecoveryFolder(in: folder, name: options.name) { log.error("\($0)") }
  }

  /// Plays what an earlier session left, where it left anything.
  func recover() async {
    guard await !machine.unsavedEdits().isEmpty else {
      return log.info("there is nothing to recover")
    }
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command("recover"))
      if let words = reply.text { log.info("\(words)") }
    } catch { log.error("\(error)") }
  }

  /// Says in a line what earlier sessions left.
  func offerRecovery() async {
    let edits = await machine.unsavedEdits()
    guard !edits.isEmpty else { return }
    let names = edits.map(\.line).joined(separator: ", ")
    log.warning("unsaved edits are kept: \(names): `recover` plays them, `discard` forgets them")
  }

  /// Says in a line what was not saved, and where it is.
  func sayWhatIsKept() {
    guard let (folder, names) = recovery.finish() else { return }
    log.warning(
      """
      not saved: \(names.joined(separator: ", ")); kept in \(folder): `ghostnote run --recover` \
      plays it
      """)
  }
}
