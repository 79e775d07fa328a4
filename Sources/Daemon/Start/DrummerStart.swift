import Commands
import Drummer
import LiveDrummer
import Logging
import Rhythm

/// Lets the drummer come in where the patch or the options ask for it.
struct DrummerStart {
  let drummer: LiveDrummer
  let patch: Patch
  let log: Logger

  /// Throws where the drummer is asked for what it does not know; without one, says so and plays on.
  func begin() throws(DrummerError) {
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

  /// Says which of the options' settings change nothing because the drummer is off.
  func warnOfUnused(_ settings: [DrummerCommand]) {
    guard !patch.drummer.isOn else { return }
    for option in settings.compactMap(Self.option) {
      log.warning("\(option): the drummer is off: --drummer lets it play")
    }
  }

  /// The option of a setting that is the drummer's alone; nil for others. A seed is also that of humanised
  /// patterns.
  private static func option(_ setting: DrummerCommand) -> String? {
    switch setting {
    case .answer(let bars): bars > 0 ? "--answer \(bars)" : nil
    case .intensity(let amount): "--intensity \(amount)"
    case .listen(let amount): "--listen \(amount)"
    default: nil
    }
  }

  /// Primes the drummer with `source`, that of `--prime`, before the song begins.
  func prime(with source: String?, through door: CommandDoor) async {
    guard let source else { return }
    guard patch.drummer.isOn else {
      log.warning("--prime \(source): the drummer is off: --drummer lets it play")
      return
    }
    // The missing model was already reported.
    guard drummer.isLoaded else { return }
    await door.perform("drummer prime", [.text(source)])
  }
}
