import CJACK
import MusicalTime
import Ports
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
    var sampleRate: Int?
    var isGraphChanged = false
    /// A client went, perhaps the one who gave bars and beats.
    var hasClientLeft = false
    /// The numbers of ports that came, by which one that went and came at once is told.
    var registered: [UInt32] = []

    /// Adds what came later.
    mutating func merge(_ later: News) {
      downReason = downReason ?? later.downReason
      period = later.period ?? period
      sampleRate = later.sampleRate ?? sampleRate
      isGraphChanged = isGraphChanged || later.isGraphChanged
      hasClientLeft = hasClientLeft || later.hasClientLeft
      registered += later.registered
    }
  }

  /// What the session was told to bring about, which outlives any server.
  struct Wishes: Sendable {
    var clockSource: NamePattern?
    var isTimebase = false
  }

  /// What the transport is asked to do.
  enum TransportRequest: Sendable {
    case roll
    case stop
    case locate(UInt32)
  }

  /// What the session answers when asked.
  struct Status: Sendable {
    var clientName: String?
    /// Of the client's audio thread under SCHED_FIFO; 0 for none.
    var clientPriority: Int32 = 0
    var isSettled = false
    var hasEnded = false
  }

  /// The present client's state, as bytes: another one after libjack hung on a client.
  private let current: Atomic<UnsafeMutableRawPointer>
  let isStopping = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let status = Mutex(Status())
  /// Raised for the supervisor.
  let wake = Signal()
  /// Raised by the supervisor for whoever waits on it.
  let progress = Signal()
  let wishes = Mutex(Wishes())
  private let news = Mutex(News())
  private let requests = Mutex<[TransportRequest]>([])
  let sampleRate = Atomic<Int64>(48_000)

  init(audioCount: Int, handler: JACKHandler, context: UnsafeMutableRawPointer) {
    let state = UnsafeMutablePointer<AudioThreadState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: AudioThreadState(audioCount: audioCount, handler: handler, context: context))
    unsafe current = unsafe Atomic(UnsafeMutableRawPointer(state))
  }

  /// What the audio thread of the present client touches.
  var state: UnsafeMutablePointer<AudioThreadState> {
    unsafe current.load(ordering: .acquiring).assumingMemoryBound(to: AudioThreadState.self)
  }

  /// Leaves a client on which libjack hangs its state for ever, since it may call with that at any time,
  /// and takes a new one for the next client.
  func abandonClient() {
    let old = unsafe state
    unsafe old.pointee.isAbandoned.store(true, ordering: .sequentiallyConsistent)
    let new = UnsafeMutablePointer<AudioThreadState>.allocate(capacity: 1)
    unsafe new.initialize(
      to: AudioThreadState(
        audioCount: old.pointee.audioCount, handler: old.pointee.handler,
        context: old.pointee.context))
    unsafe new.pointee.takeCounts(of: old)
    unsafe current.store(UnsafeMutableRawPointer(new), ordering: .releasing)
    // It may have been stopped meanwhile.
    if unsafe old.pointee.isMuted.load(ordering: .sequentiallyConsistent) {
      unsafe new.pointee.isMuted.store(true, ordering: .sequentiallyConsistent)
    }
    setHoldsTimebase(false)
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

  /// Notes that a client went, where that matters: the supervisor's rest is not to be disturbed by
  /// everybody who just looks in.
  func noteLeaving() {
    if wishes.withLock({ $0.isTimebase }) { note { $0.hasClientLeft = true } }
  }

  /// The news since the last call.
  func collectNews() -> News {
    news.withLock { news in
      defer { news = News() }
      return news
    }
  }

  /// Changes what is wished for and wakes the supervisor.
  func wish(_ change: (inout Wishes) -> Void) {
    wishes.withLock { wishes in change(&wishes) }
    wake.raise()
  }

  /// Hands a request to the supervisor.
  func ask(_ request: TransportRequest) {
    requests.withLock { $0.append(request) }
    wake.raise()
  }

  /// The requests since the last call, in their order.
  func collectRequests() -> [TransportRequest] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  /// Whether somebody else gives bars and beats although they are ours to give.
  var isTimebaseTaken: Bool { unsafe state.pointee.isTimebaseTaken.load(ordering: .relaxed) }

  /// Tells the audio thread whether bars and beats are ours to give.
  func setHoldsTimebase(_ isHeld: Bool) {
    unsafe state.pointee.holdsTimebase.store(isHeld, ordering: .relaxed)
    unsafe state.pointee.isTimebaseTaken.store(false, ordering: .relaxed)
  }

  /// Only counts: under PipeWire it is the audio thread that tells.
  func countXrun() { xruns.add(1, ordering: .relaxed) }

  func clientOpened(_ client: OpaquePointer, sampleRate rate: Int) {
    unsafe state.pointee.client = unsafe client
    unsafe state.pointee.frameCount = FrameCount()
    unsafe state.pointee.transportCount = TransportCount()
    unsafe state.pointee.clockLead = serverClockLead()
    unsafe state.pointee.isFreewheeling.store(false, ordering: .relaxed)
    setRate(rate)
  }

  /// Takes the rate that the server plays at from now on.
  func setRate(_ rate: Int) {
    unsafe state.pointee.hertz.store(rate, ordering: .relaxed)
    sampleRate.store(Int64(rate), ordering: .relaxed)
  }

  /// Forgets the client and its ports, which are gone.
  func clientClosed() {
    unsafe state.pointee.client = nil
    unsafe state.pointee.audioPorts.update(repeating: nil, count: state.pointee.audioCount)
    unsafe state.pointee.midiInput = MIDIPortState()
    unsafe state.pointee.clockInput = MIDIPortState()
    unsafe state.pointee.notesOutput = MIDIPortState()
    unsafe state.pointee.clockOutput = MIDIPortState()
    unsafe state.pointee.playbackLatency.store(0, ordering: .relaxed)
    unsafe state.pointee.clockDelay.store(0, ordering: .relaxed)
    unsafe state.pointee.notesDelay.store(0, ordering: .relaxed)
    setHoldsTimebase(false)
  }
}
