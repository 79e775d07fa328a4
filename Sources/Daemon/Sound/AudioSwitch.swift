import ALSAAudio
import ALSAGate
import Foundation
import Instrument
import JACKClient
import MusicalTime
import RealTime
import Rhythm

/// Owns the audio drivers and selects the active one: the device if it is available, else the
/// monotonic clock, so that sequencer and clock continue without sound.
@safe final class AudioSwitch {
  private let instrument: Instrument
  private let context: UnsafeMutablePointer<InstrumentAudio>
  private let jackBlock: UnsafeMutablePointer<JACKBlock>
  private let sampleRate: SampleRate
  private let period: Int
  private var paced: PacedDriver?
  private(set) var jack: JACKSession?
  private(set) var pcm: PCMOutput?
  /// A description of the active driver.
  private(set) var description = "silent"

  /// How loud it was lately, while that is measured.
  var levels: OutputLevels { instrument.levels() }

  /// Whether levels are measured.
  func measureLevels(_ measures: Bool) { instrument.measureLevels(measures) }

  /// Deadlines missed since the beginning.
  var xruns: Int { (jack?.xruns ?? 0) + (pcm?.statistics.xruns ?? 0) }

  /// The number of xruns and, if any, of missed cycles, as text.
  var losses: String {
    let missed = jack?.missedCycles ?? 0
    return xruns.counted("xrun") + (missed > 0 ? ", \(missed.counted("cycle")) missed" : "")
  }

  /// The priority our own audio thread asked for and was given; nil if JACK's thread runs the
  /// engine.
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

  /// Connects to JACK now or as soon as it is available; until then the clock paces.
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

  /// Runs without a device, writing to `recording` if given.
  func startPaced(
    recording: sending WAVFile? = nil, saying words: String,
    failed: @escaping @Sendable (FileError) -> Void = { _ in },
    renamed: @escaping @Sendable (_ path: String) -> Void = { _ in }
  ) {
    if paced == nil {
      paced = PacedDriver(
        instrument, sampleRate: sampleRate, period: period, recording: recording, failed: failed,
        renamed: renamed)
    }
    give(to: .paced, words)
  }

  /// Activates JACK, which runs at `rate`, possibly different from the session's; another driver
  /// must be active until then.
  func useJACK(at rate: SampleRate, _ words: String) {
    unsafe jackBlock.pointee.prepare(for: rate)
    give(to: .jack, words)
    stopPaced()
  }

  /// Activates the sound card again after it has returned.
  func usePCM(_ words: String) {
    give(to: .pcm, words)
    stopPaced()
  }

  /// Stops all drivers.
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
