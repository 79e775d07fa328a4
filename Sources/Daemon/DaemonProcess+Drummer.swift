import Commands
import Control
import Drummer
import Foundation
import Logging
import Playback
import Rhythm

extension DaemonProcess {
  /// Lets the drummer come in where the patch or the options ask for it. Throws where it is asked for
  /// what it does not know; where there is no drummer, says so and plays on without.
  func startDrummer() throws(CommandError) {
    drummer.start()
    log.debug("drummer: computed with \(NetworkLoops.name) vectors")
    guard patch.drummer.isOn else { return }
    do throws(CommandError) {
      let name = try drummer.hire().name
      log.info("drummer: \(name)")
    } catch {
      log.error("drummer: \(error)")
      return
    }
    try drummer.check(patch.drummer)
  }

  /// Lets the drummer hear what `--prime` names, before the song begins.
  func primeDrummer() async {
    guard let source = options.drummer.prime else { return }
    guard patch.drummer.isOn else {
      log.warning("--prime \(source): the drummer is off: --drummer lets it play")
      return
    }
    // Why there is none is said already.
    guard drummer.isHired else { return }
    await perform("drummer prime", [.text(source)])
  }

  /// Gives the pattern the hand that its patch asks for, or says why it plays stiffly.
  func takeHand() async {
    do throws(CommandError) { try await machine.takeHand() } catch { log.error("\(error)") }
  }
}
