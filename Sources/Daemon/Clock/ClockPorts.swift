import ALSASequencer
import Clock
import Commands
import Control
import JACKClient
import MusicalTime
import Ports
import Synchronization

/// The session's sequencer client and JACK session, for the machine's clock. Thread-safe.
final class ClockPorts: ClockDevices {
  let sampleRate: SampleRate

  private let sequencer: SequencerClient?
  private let hearsJACKMIDI: Bool
  private let jack = Mutex<JACKSession?>(nil)

  init(sampleRate: SampleRate, sequencer: SequencerClient?, hearsJACKMIDI: Bool) {
    self.sampleRate = sampleRate
    self.sequencer = sequencer
    self.hearsJACKMIDI = hearsJACKMIDI
  }

  /// Stores the session, which is created last, and configures the devices for `setup`.
  func begin(_ setup: ClockSetup, jack session: JACKSession?) {
    jack.withLock { $0 = session }
    listen(to: setup.port)
    offerTimebase(setup.settings.isTimebase)
  }

  /// The inputs that receive MIDI clock.
  func inputs(ofOnePort: Bool) -> [String] {
    let ofALSA = sequencer == nil ? [] : ofOnePort ? ["clock-in"] : ["in", "clock-in"]
    let isOnJACK = hearsJACKMIDI && session != nil
    return ofALSA + (!isOnJACK ? [] : ofOnePort ? ["clock_in"] : ["midi_in", "clock_in"])
  }

  /// Errors for the parts of `setup` that need a device this session does not have.
  func missing(for setup: ClockSetup) -> [CommandError] {
    var missing: [CommandError] = []
    for setting in [
      .source(setup.source), ClockSetting.timebase(setup.settings.isTimebase),
    ] {
      do throws(CommandError) { try check(setting) } catch {
        // Source and timebase may lack JACK for the same reason.
        if !missing.contains(error) { missing.append(error) }
      }
    }
    return missing
  }

  /// Whether there is a server now; one at another rate runs the engine too, resampled.
  var hasTransport: Bool { session?.clientName != nil }

  func check(_ setting: ClockSetting) throws(CommandError) {
    switch setting {
    case .source(.jack), .timebase(true):
      guard session == nil else { return }
      throw CommandError(
        "JACK transport needs JACK, which this session does not use: --audio jack")
    case .source(.midi), .source(.port):
      guard inputs(ofOnePort: true).isEmpty else { return }
      throw CommandError("MIDI clock needs MIDI, which this session does not use")
    default: return
    }
  }

  func listen(to source: NamePattern?) {
    sequencer?.setClockSource(source)
    session?.setClockSource(source)
  }

  func offerTimebase(_ isWanted: Bool) { session?.setTimebase(isWanted: isWanted) }

  func roll() { session?.roll() }

  func stopTransport() { session?.stopTransport() }

  func locate(frame: Int64) {
    guard let session else { return }
    // The server's rate may differ from ours.
    session.locate(frame: frame * Int64(session.sampleRate) / sampleRate.hertz)
  }

  private var session: JACKSession? { jack.withLock { $0 } }
}
