import Commands
import Control
import Drummer
import Foundation
import LiveDrummer
import Logging
import Playback
import Rhythm

extension DaemonProcess {
  /// Lets the drummer come in where the patch or the options ask for it. Throws where it is asked for
  /// what it does not know; without a drummer, says so and plays on without.
  func startDrummer() throws(DrummerError) {
    drummer.start()
    log.debug("drummer: computed with \(NetworkLoops.name) vectors")
    guard patch.drummer.isOn else { return }
    if let silence = patch.drummerSilence { log.warning("\(silence)") }
    do throws(DrummerError) {
      let name = try drummer.load().name
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
    await perform("drummer prime", [.text(source)])
  }

  /// Loads the humaniser if the patch uses it, or logs why it cannot.
  func takeHand() async {
    do throws(CommandError) { try await machine.takeHand() } catch { log.error("\(error)") }
  }
}
