import ALSASequencer
import Control
import JACKClient
import MusicalTime
import Sequencing
import Synchronization

/// The session's sequencer client and JACK session as the machine's clock uses them. Thread-safe.
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

  /// Takes the session, which begins last, and asks the devices for what `setup` wants of them.
  func begin(_ setup: ClockSetup, jack session: JACKSession?) {
    jack.withLock { $0 = session }
    listen(to: setup.port)
    offerTimebase(setup.settings.isTimebase)
  }

  /// The inputs where MIDI clock is heard.
  func inputs(ofOnePort: Bool) -> [String] {
    let ofALSA = sequencer == nil ? [] : ofOnePort ? ["clock-in"] : ["in", "clock-in"]
    let isOnJACK = hearsJACKMIDI && session != nil
    return ofALSA + (!isOnJACK ? [] : ofOnePort ? ["clock_in"] : ["midi_in", "clock_in"])
  }

  func check(_ setup: ClockSetup) throws(CommandError) {
    if setup.source == .jack || setup.settings.isTimebase, session == nil {
      throw CommandError(
        "JACK transport needs JACK, which this session plays without: --audio jack")
    }
    if setup.hearsMIDIOnly, inputs(ofOnePort: true).isEmpty {
      throw CommandError("MIDI clock needs MIDI, and this session has none")
    }
  }

  func listen(to source: NamePattern?) {
    sequencer?.setClockSource(source)
    session?.setClockSource(source)
  }

  func offerTimebase(_ isWanted: Bool) { session?.setTimebase(isWanted: isWanted) }

  func roll() throws(CommandError) { try joined().roll() }

  func stopTransport() throws(CommandError) { try joined().stopTransport() }

  func locate(frame: Int64) throws(CommandError) { try joined().locate(frame: frame) }

  private var session: JACKSession? { jack.withLock { $0 } }

  private func joined() throws(CommandError) -> JACKSession {
    guard let session, session.clientName != nil else {
      throw CommandError(
        "JACK transport leads, and there is no JACK server now: start it, or `clock source internal`"
      )
    }
    return session
  }
}
