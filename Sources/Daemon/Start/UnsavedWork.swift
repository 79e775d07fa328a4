import Commands
import Control
import Logging
import PatchFiles

/// What was edited and not saved: of earlier sessions, to be played again, and of this one.
struct UnsavedWork {
  let store: any RecoveryStore
  /// The session's name, by which it is kept.
  let name: String
  let log: Logger

  /// Kept in a file for each daemon by name, where there is a place for that.
  init(name: String, log: Logger) {
    self.name = name
    self.log = log
    guard let folder = RecoveryWriter.folder() else {
      log.warning("unsaved edits are not kept: neither XDG_STATE_HOME nor HOME is set")
      store = NoRecovery()
      return
    }
    store = RecoveryWriter(in: folder, name: name) { log.error("\($0)") }
  }

  /// Restores the edits of an earlier session, if any.
  func recover(in machine: Machine) async {
    guard await !machine.unsavedEdits().isEmpty else {
      return log.info("nothing to recover")
    }
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command("recover"))
      guard case .remarks(let remarks) = reply else { return }
      for remark in remarks {
        if case .warning(let text) = remark {
          log.warning("\(text)")
        } else {
          log.info("\(remark.text)")
        }
      }
    } catch { log.error("\(error)") }
  }

  /// Logs the unsaved edits of earlier sessions.
  func offer(by machine: Machine) async {
    let edits = await machine.unsavedEdits()
    guard !edits.isEmpty else { return }
    let most = 3
    let names = edits.prefix(most).map(\.line).joined(separator: ", ")
    let more = edits.count > most ? " and \(edits.count - most) more" : ""
    log.warning(
      "unsaved edits are kept: \(names)\(more): `recover` plays them, `discard` forgets them")
  }

  /// Logs the unsaved edits of this session, and where they are.
  func sayWhatIsKept() {
    guard let left = store.finish() else { return }
    if !left.lost.isEmpty {
      log.error(
        "not saved, and the last edits could not be kept: \(left.lost.joined(separator: ", "))")
    }
    guard let folder = left.folder, !left.kept.isEmpty else { return }
    let option = NameOption.words(for: name)
    log.warning(
      """
      not saved: \(left.kept.joined(separator: ", ")); kept in \(folder): \
      `ghostnote run\(option) --recover` plays \(left.kept.count == 1 ? "it" : "the latest")
      """)
  }
}
