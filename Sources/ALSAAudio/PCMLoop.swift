internal import ALSAGate
internal import CALSA
internal import Glibc
internal import MusicalTime
internal import Synchronization

/// A card's thread: opens the device, plays, and reopens it after failures.
@safe final class PCMLoop {
  private let configuration: PCMConfiguration
  private let context: UnsafeMutableRawPointer
  private let handler: PCMHandler
  private let counters: PCMCounters
  private let report: @Sendable (PCMEvent) -> Void
  private var opened: PCMHandle?
  private let rate: SampleRate
  /// Whether an unsupported rate of the returned device has been reported.
  private var hasSaidUnfit = false

  /// Microseconds between two attempts to reopen a device.
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
    rate = SampleRate(hertz: Int(handle.rate)) ?? .standard
    opened = consume handle
  }

  private var isClosing: Bool { counters.isClosing.load(ordering: .relaxed) }

  /// Plays until `stop` is requested.
  func run() {
    while !isClosing {
      guard let handle = opened.take() ?? reopen() else { continue }
      var stage = PCMStage(handle, rate: rate)
      let error = unsafe stage.play(counters: counters, context: context, handler: handler)
      guard error < 0 else { continue }
      // EIO: the card exists but does not accept sound in time.
      report(
        error == Int(-EIO)
          ? .stalled(reason: reason(for: error)) : .down(reason: reason(for: error)))
    }
  }

  /// One attempt after a pause; nil if the device is missing or has another rate.
  private func reopen() -> PCMHandle? {
    usleep(PCMLoop.patience)
    guard let handle = try? PCMHandle.open(configuration) else { return nil }
    switch ReturnedDevice(name: configuration.device, rate: Int64(handle.rate), session: rate) {
    case .plays: return welcome(handle)
    case .otherRate: return refuse(handle.rate)
    case .converts(let name):
      let native = handle.rate
      _ = consume handle
      var converting = configuration
      converting.device = name
      guard let handle = try? PCMHandle.open(converting), Int64(handle.rate) == rate.hertz else {
        return refuse(native)
      }
      return welcome(handle)
    }
  }

  private func welcome(_ handle: consuming PCMHandle) -> PCMHandle {
    hasSaidUnfit = false
    report(.up(period: Int(handle.period)))
    return handle
  }

  private func refuse(_ hertz: UInt32) -> PCMHandle? {
    if !hasSaidUnfit { report(.unfit(rate: Int(hertz))) }
    hasSaidUnfit = true
    return nil
  }

  private func reason(for error: Int) -> String {
    do {
      try alsa("snd_pcm_writei", configuration.device) { Int32(truncatingIfNeeded: error) }
      return ""
    } catch { return error.description }
  }
}
