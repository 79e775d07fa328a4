internal import ALSAGate
internal import CALSA
internal import Glibc
internal import MusicalTime
internal import Synchronization

/// A card's thread: opens it, plays it, and opens it again.
@safe final class PCMLoop {
  private let configuration: PCMConfiguration
  private let context: UnsafeMutableRawPointer
  private let handler: PCMHandler
  private let counters: PCMCounters
  private let report: @Sendable (PCMEvent) -> Void
  private var opened: PCMHandle?
  private let period: Int
  private let rate: SampleRate

  /// Between two attempts to open a device that is gone.
  private static let patience: UInt32 = 250_000

  init(
    configuration: PCMConfiguration, handle: consuming PCMHandle, context: UnsafeMutableRawPointer,
    handler: PCMHandler, counters: PCMCounters, report: @escaping @Sendable (PCMEvent) -> Void
  ) {
    self.configuration = configuration
    unsafe self.context = unsafe context
    unsafe self.handler = unsafe handler
    self.counters = counters
    self.report = report
    period = Int(handle.period)
    rate = SampleRate(hertz: Int(handle.rate)) ?? .standard
    opened = consume handle
  }

  private var isClosing: Bool { counters.isClosing.load(ordering: .relaxed) }

  /// Plays until it is told to stop.
  func run() {
    while !isClosing {
      guard let handle = opened.take() ?? reopen() else { continue }
      var stage = PCMStage(handle, period: period, rate: rate)
      let error = unsafe stage.play(counters: counters, context: context, handler: handler)
      if error < 0 { report(.down(reason: reason(for: error))) }
    }
  }

  /// One attempt, after a while; nil where the device is not there or not as it was.
  private func reopen() -> PCMHandle? {
    usleep(PCMLoop.patience)
    guard let handle = try? PCMHandle.open(configuration), Int(handle.period) == period,
      Int64(handle.rate) == rate.hertz
    else { return nil }
    report(.up)
    return handle
  }

  private func reason(for error: Int) -> String {
    do {
      try alsa("snd_pcm_writei", configuration.device) { Int32(truncatingIfNeeded: error) }
      return ""
    } catch { return error.description }
  }
}
