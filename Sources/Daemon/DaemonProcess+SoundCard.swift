import ALSAAudio
import Logging
import MusicalTime

extension DaemonProcess {
  /// Switches to silence while the sound card is gone, and back to it when it returns.
  func attend(to event: PCMEvent) {
    switch event {
    case .down(let reason):
      log.warning("audio: the sound card is gone: \(reason); silent until it returns")
      audio.startPaced(saying: "silent until the sound card returns")
    case .stalled(let reason):
      log.warning(
        """
        audio: the sound card takes no more sound: \(reason); silent while it is tried again \
        (a longer --period may help)
        """)
      audio.startPaced(saying: "silent until the sound card plays again")
    case .up(let period):
      audio.usePCM("ALSA \(options.alsaDevice), \(sampleRate.hertz) Hz, \(period) frames")
      log.info("audio: the sound card is back, \(period) frames a period")
    case .unfit(let rate):
      log.error(
        """
        audio: the sound card came back at \(rate) Hz and this session plays at \
        \(sampleRate.hertz): silent; restart ghostnote, or choose an --alsa-device that converts, \
        such as plughw:0
        """)
    }
  }
}
