import CJACK
import MusicalTime
import Ports
import Synchronization

/// State shared by the session, its supervisor and libjack's threads.
///
/// Unchecked because of the one pointer: the audio thread reads its memory while a client is
/// active, the supervisor writes to it only while none is, and everything else in it is atomic.
@safe final class SharedState: @unchecked Sendable {
  /// Notifications from libjack's threads, collected by the supervisor.
  struct PendingNotifications: Sendable {
    /// Why the server went away, if it did.
    var downReason: String?
    var period: Int?
    var sampleRate: Int?
    var isGraphChanged = false
    /// Whether a client has left, which may have been the timebase master.
    var hasClientLeft = false
    /// The ids of registered ports; detects a port that disappeared and reappeared at once.
    var registered: [UInt32] = []

    /// Adds later notifications.
    mutating func merge(_ later: PendingNotifications) {
      downReason = downReason ?? later.downReason
      period = later.period ?? period
      sampleRate = later.sampleRate ?? sampleRate
      isGraphChanged = isGraphChanged || later.isGraphChanged
      hasClientLeft = hasClientLeft || later.hasClientLeft
      registered += later.registered
    }
  }

  /// What the session asks for, whatever server is there.
  struct Settings: Sendable {
    var clockSource: NamePattern?
    var isTimebase = false
  }

  /// A transport request.
  enum TransportRequest: Sendable {
    case roll
    case stop
    case locate(UInt32)
  }

  /// Status values that the session can query.
  struct Status: Sendable {
    var clientName: String?
    /// The SCHED_FIFO priority of the client's audio thread; 0 for none.
    var clientPriority: Int32 = 0
    /// Whether the first attempt to connect has ended.
    var isSettled = false
    var hasEnded = false

    var connection: JACKSession.Connection {
      if clientName != nil { return .connected }
      return isSettled ? .absent : .awaiting
    }
  }

  /// The current client's state, as bytes; replaced if libjack hangs with a client.
  private let current: Atomic<UnsafeMutableRawPointer>
  let isStopping = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let status = Mutex(Status())
  /// Wakes the supervisor.
  let wake = TimedSemaphore()
  /// Raised by the supervisor for threads that wait for progress.
  let progress = TimedSemaphore()
  let settings = Mutex(Settings())
  private let notifications = Mutex(PendingNotifications())
  /// How many clients were abandoned; changed only while the notifications are locked.
  private let abandoned = Atomic<Int>(0)
  private let requests = Mutex<[TransportRequest]>([])
  let sampleRate = Atomic<Int64>(48_000)

  init(audioCount: Int, handler: JACKHandler, context: UnsafeMutableRawPointer) {
    let state = UnsafeMutablePointer<AudioThreadState>.allocate(capacity: 1)
    unsafe state.initialize(
      to: AudioThreadState(audioCount: audioCount, handler: handler, context: context))
    unsafe current = unsafe Atomic(UnsafeMutableRawPointer(state))
  }

  /// The audio thread's state of the current client.
  var state: UnsafeMutablePointer<AudioThreadState> {
    unsafe current.load(ordering: .acquiring).assumingMemoryBound(to: AudioThreadState.self)
  }

  /// Leaks the state of a client with which libjack hangs, since libjack may use it at any time,
  /// and allocates a new one for the next client.
  func abandonClient() {
    let old = unsafe state
    unsafe old.pointee.gate.isAbandoned.store(true, ordering: .sequentiallyConsistent)
    notifications.withLock { notifications in
      abandoned.add(1, ordering: .sequentiallyConsistent)
      notifications = PendingNotifications()
    }
    let new = UnsafeMutablePointer<AudioThreadState>.allocate(capacity: 1)
    unsafe new.initialize(
      to: AudioThreadState(
        audioCount: old.pointee.ports.audioCount, handler: old.pointee.handler,
        context: old.pointee.context))
    unsafe new.pointee.counts.goOn(from: old.pointee.counts)
    unsafe new.pointee.surface = unsafe old.pointee.surface
    unsafe current.store(UnsafeMutableRawPointer(new), ordering: .releasing)
    // It may have been stopped in the meantime.
    if unsafe old.pointee.gate.isMuted.load(ordering: .sequentiallyConsistent) {
      unsafe new.pointee.gate.isMuted.store(true, ordering: .sequentiallyConsistent)
    }
    setHoldsTimebase(false)
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The number of the current client: how many were abandoned before it.
  var generation: Int { abandoned.load(ordering: .sequentiallyConsistent) }

  /// Adds a notification of the client with this number and wakes the supervisor; does nothing where that
  /// client was abandoned.
  func note(of client: Int, _ change: (inout PendingNotifications) -> Void) {
    let isTaken = notifications.withLock { notifications in
      guard client == generation else { return false }
      change(&notifications)
      return true
    }
    if isTaken { wake.raise() }
  }

  /// Whether it matters that a client left: clients that connect only briefly should not wake the
  /// supervisor.
  var watchesLeaving: Bool { settings.withLock { $0.isTimebase } }

  /// The notifications since the last call.
  func collectNotifications() -> PendingNotifications {
    notifications.withLock { notifications in
      defer { notifications = PendingNotifications() }
      return notifications
    }
  }

  /// Changes the settings and wakes the supervisor.
  func change(_ change: (inout Settings) -> Void) {
    settings.withLock { settings in change(&settings) }
    wake.raise()
  }

  /// Queues a transport request for the supervisor.
  func ask(_ request: TransportRequest) {
    requests.withLock { $0.append(request) }
    wake.raise()
  }

  /// The transport requests since the last call, in order.
  func collectRequests() -> [TransportRequest] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  /// Whether another client has taken over as timebase master.
  var isTimebaseTaken: Bool { unsafe state.pointee.timebase.isLost.load(ordering: .relaxed) }

  /// Informs the audio thread whether we are timebase master.
  func setHoldsTimebase(_ isHeld: Bool) {
    unsafe state.pointee.timebase.isHeld.store(isHeld, ordering: .relaxed)
    unsafe state.pointee.timebase.isLost.store(false, ordering: .relaxed)
  }

  /// Only counts: under PipeWire this is called on the audio thread.
  func countXrun() { xruns.add(1, ordering: .relaxed) }

  func clientOpened(_ client: OpaquePointer, sampleRate rate: Int) {
    unsafe state.pointee.client = unsafe client
    unsafe state.pointee.frameCount = FrameCount()
    unsafe state.pointee.transportCount = TransportCount()
    unsafe state.pointee.clockLead = serverClockLead()
    unsafe state.pointee.isFreewheeling.store(false, ordering: .relaxed)
    setRate(rate)
  }

  /// Sets the sample rate the server now uses.
  func setRate(_ rate: Int) {
    unsafe state.pointee.hertz.store(rate, ordering: .relaxed)
    sampleRate.store(Int64(rate), ordering: .relaxed)
  }

  /// Resets the state of the client and its ports.
  func clientClosed() {
    unsafe state.pointee.client = nil
    unsafe state.pointee.ports.forget()
    unsafe state.pointee.latencies.reset()
    setHoldsTimebase(false)
  }
}
