import Control
import Drummer
import Foundation
import Logging
import Playback
import Rhythm

extension DaemonProcess {
  /// Starts the drummer if the patch or the options enable it. Throws on invalid settings; without
  /// a model, logs that and continues without a drummer.
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

  /// Primes the drummer with `--prime`, before the song begins.
  func primeDrummer() async {
    guard let source = options.drummer.prime else { return }
    guard patch.drummer.isOn else {
      log.warning("--prime \(source): the drummer is off: --drummer lets it play")
      return
    }
    // The missing model was already reported.
    guard drummer.isHired else { return }
    await perform(.drummer(.prime(file: source == "pattern" ? nil : source)))
  }

  /// Loads the humaniser if the patch uses it, or logs why it cannot.
  func takeHand() async {
    do throws(CommandError) { try await machine.takeHand() } catch { log.error("\(error)") }
  }
}
