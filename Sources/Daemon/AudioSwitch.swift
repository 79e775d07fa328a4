import ALSAAudio
import ALSAGate
import Foundation
import Instrument
import JACKClient
import MusicalTime
import RealTime
import Rhythm

/// Holds the drivers and decides which of them has the turn: the device when it is there, else the
/// monotonic clock, so that sequencer and clock go on without sound.
@safe final class AudioSwitch {
  private let instrument: Instrument
  private let context: UnsafeMutablePointer<InstrumentAudio>
  private let jackBlock: UnsafeMutablePointer<JACKBlock>
  private let sampleRate: SampleRate
  private let period: Int
  private var paced: PacedDriver?
  private(set) var jack: JACKSession?
  private(set) var pcm: PCMOutput?
  /// What plays now, in words.
  private(set) var description = "silent"

  /// Deadlines missed since the beginning.
  var xruns: Int { (jack?.xruns ?? 0) + (pcm?.statistics.xruns ?? 0) }

  /// Deadlines and, where any was, cycles missed, in words.
  var losses: String {
    let missed = jack?.missedCycles ?? 0
    return xruns.counted("xrun") + (missed > 0 ? ", \(missed.counted("cycle")) missed" : "")
  }

  /// What priority our own audio thread was to have and was given; nil where JACK's drives.
  var priority: (wanted: Int32, given: ThreadStanding.Priority)? {
    guard jack == nil else { return nil }
    if let pcm { return (ThreadPriority.audio, pcm.priority) }
    return paced.map { (ThreadPriority.pace, $0.priority) }
  }

  init(_ instrument: Instrument, sampleRate: SampleRate, period: Int) {
    self.instrument = instrument
    self.sampleRate = sampleRate
    self.period = period
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(to: instrument.audio)
    unsafe jackBlock = .allocate(capacity: 1)
    unsafe jackBlock.initialize(to: JACKBlock(instrument.audio, rate: sampleRate))
  }

  deinit {
    unsafe context.deallocate()
    unsafe jackBlock.deinitialize(count: 1)
    unsafe jackBlock.deallocate()
  }

  /// Joins JACK now or as soon as it is there; until then the clock paces.
  func startJACK(_ configuration: JACKConfiguration, events: DaemonEvents) {
    jack = unsafe JACKSession(
      configuration, context: UnsafeMutableRawPointer(jackBlock), handler: fillJACKCycle
    ) { events.post(.jack($0)) }
  }

  /// Opens a sound card.
  func startPCM(_ configuration: PCMConfiguration, events: DaemonEvents) throws(ALSAError) {
    let output = unsafe try PCMOutput(
      configuration, context: UnsafeMutableRawPointer(context), handler: fillPCMCycle
    ) { events.post(.pcm($0)) }
    guard output.rate == sampleRate else {
      output.close()
      throw ALSAError(
        function: "snd_pcm_hw_params_set_rate_near", subject: configuration.device, code: -EINVAL,
        reason: "the device plays at \(output.rate.hertz) Hz: give --rate \(output.rate.hertz)")
    }
    pcm = output
    give(to: .pcm, "ALSA \(configuration.device), \(output.rate.hertz) Hz, \(output.period) frames")
  }

  /// Plays on without a device, into `recording` where there is one.
  func startPaced(
    recording: sending WAVFile? = nil, saying words: String,
    failed: @escaping @Sendable (FileError) -> Void = { _ in }
  ) {
    if paced == nil {
      paced = PacedDriver(
        instrument, sampleRate: sampleRate, period: period, recording: recording, failed: failed)
    }
    give(to: .paced, words)
  }

  /// Gives the turn to JACK, which has come up at `rate`, another one than the session's perhaps; the
  /// turn must be another driver's until then.
  func useJACK(at rate: SampleRate, _ words: String) {
    unsafe jackBlock.pointee.prepare(for: rate)
    give(to: .jack, words)
    stopPaced()
  }

  /// Gives the turn back to the sound card, which has come up again.
  func usePCM(_ words: String) {
    give(to: .pcm, words)
    stopPaced()
  }

  /// Ends every driver.
  func stop() {
    jack?.stop()
    pcm?.close()
    stopPaced()
  }

  private func give(to driver: Driver, _ words: String) {
    instrument.audio.giveTurn(to: driver) { usleep(200) }
    description = words
  }

  private func stopPaced() {
    paced?.stop()
    paced = nil
  }
}
