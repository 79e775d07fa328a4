import CJACK
import Synchronization

/// What the session, its supervisor and libjack's threads share.
///
/// Unchecked because of the one pointer: the audio thread reads it while a client is active, the
/// supervisor writes behind it only while none is, and everything else behind it is atomic.
@safe final class SharedState: @unchecked Sendable {
  /// News from libjack's threads, for the supervisor to collect.
  struct News: Sendable {
    /// Why the server went, once it has.
    var downReason: String?
    var period: Int?
    var isGraphChanged = false
    /// The numbers of ports that came, by which one that went and came at once is told.
    var registered: [UInt32] = []

    /// Adds what came later.
    mutating func merge(_ later: News) {
      downReason = downReason ?? later.downReason
      period = later.period ?? period
      isGraphChanged = isGraphChanged || later.isGraphChanged
      registered += later.registered
    }
  }

  /// What the session answers when asked.
  struct Status: Sendable {
    var clientName: String?
    var isSettled = false
    var hasEnded = false
  }

  let state: UnsafeMutablePointer<AudioThreadState>
  let isStopping = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let status = Mutex(Status())
  /// Raised for the supervisor.
  let wake = Signal()
  /// Raised by the supervisor for whoever waits on it.
  let progress = Signal()
  private let news = Mutex(News())
  private let sampleRate = Atomic<Int64>(48_000)

  init(audioCount: Int, handler: JACKHandler, context: UnsafeMutableRawPointer) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: AudioThreadState(audioCount: audioCount, handler: handler, context: context))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Adds to the news and wakes the supervisor.
  func note(_ change: (inout News) -> Void) {
    news.withLock { news in change(&news) }
    wake.raise()
  }

  /// The news since the last call.
  func collectNews() -> News {
    news.withLock { news in
      defer { news = News() }
      return news
    }
  }

  func countXrun() {
    xruns.add(1, ordering: .relaxed)
    wake.raise()
  }

  func clientOpened(_ client: OpaquePointer, sampleRate rate: Int) {
    unsafe state.pointee.client = unsafe client
    sampleRate.store(Int64(rate), ordering: .relaxed)
  }

  /// Forgets the client and its ports, which are gone.
  func clientClosed() {
    unsafe state.pointee.client = nil
    unsafe state.pointee.audioPorts.update(repeating: nil, count: state.pointee.audioCount)
    unsafe state.pointee.midiInput = MIDIPortState()
    unsafe state.pointee.notesOutput = MIDIPortState()
    unsafe state.pointee.clockOutput = MIDIPortState()
    unsafe state.pointee.playbackLatency.store(0, ordering: .relaxed)
  }

  /// Passes on what lies before our inputs and behind our outputs, as a client that listens to
  /// latency must, and keeps the latter for the audio thread.
  func passLatencyOn(_ mode: jack_latency_callback_mode_t) {
    let isPlayback = mode == JackPlaybackLatency
    var outputs = unsafe audioOutputs()
    if !isPlayback {
      unsafe outputs.append(state.pointee.notesOutput.port)
      unsafe outputs.append(state.pointee.clockOutput.port)
    }
    let inputs = unsafe [state.pointee.midiInput.port]
    var whole = unsafe latency(of: isPlayback ? outputs : inputs, mode)
    let far = unsafe isPlayback ? inputs : outputs
    for index in unsafe far.indices {
      if let port = unsafe far[index] { unsafe jack_port_set_latency_range(port, mode, &whole) }
    }
    if isPlayback {
      let nanoseconds = Int64(whole.max) * 1_000_000_000 / sampleRate.load(ordering: .relaxed)
      unsafe state.pointee.playbackLatency.store(nanoseconds, ordering: .relaxed)
    }
  }

  private func audioOutputs() -> [OpaquePointer?] {
    unsafe Array(
      UnsafeBufferPointer(start: state.pointee.audioPorts, count: state.pointee.audioCount))
  }

  /// The range that covers those of `ports`.
  private func latency(
    of ports: [OpaquePointer?], _ mode: jack_latency_callback_mode_t
  ) -> jack_latency_range_t {
    var whole: jack_latency_range_t?
    for index in unsafe ports.indices {
      guard let port = unsafe ports[index] else { continue }
      var range = jack_latency_range_t()
      unsafe jack_port_get_latency_range(port, mode, &range)
      let before = whole ?? range
      whole = jack_latency_range_t(
        min: min(before.min, range.min), max: max(before.max, range.max))
    }
    return whole ?? jack_latency_range_t()
  }
}
