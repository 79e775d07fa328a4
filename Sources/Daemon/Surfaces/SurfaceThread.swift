import ALSASequencer
import Commands
import Control
import Foundation
import JACKClient
import Logging
import MIDI
import MusicalTime
import Ports
import RealTime
import Surfaces
import Synchronization

/// Serves the controllers with lights on a thread of its own, while the main loop loads or compiles: strikes
/// of pads are carried out at once, other commands by the main loop. Thread-safe. Real-time: no.
final class SurfaceThread: SurfaceDevices {
  /// What is done with the outside world.
  struct Doors: Sendable {
    /// Carries out an urgent line at once; false for any other line.
    var overtake: @Sendable (String) -> Bool = { _ in false }
    /// Carries out a line in the main loop.
    var post: @Sendable (String) -> Void = { _ in }
    var say: @Sendable (String) -> Void = { _ in }
    var now: @Sendable () -> HostTime
  }

  /// How often lights are looked at while a controller is connected.
  private static let period = DispatchTimeInterval.milliseconds(20)

  private let desk: Mutex<SurfaceDesk>
  private let inbox = Mutex<[SurfacePortEvent]>([])
  private let sequencer = Mutex<SequencerClient?>(nil)
  /// The ports of JACK; unused without JACK.
  let jack = JACKSurface()
  /// What is connected to the ports of JACK; nil without these.
  private let jackPeers = Mutex<JACKSurfacePeers?>(nil)
  private let doors = Mutex<Doors?>(nil)
  private let signal = DispatchSemaphore(value: 0)
  private let isClosing = Atomic<Bool>(false)
  private let hasDevice = Atomic<Bool>(false)

  /// A thread that waits for `begin`.
  init(_ desk: SurfaceDesk) { self.desk = Mutex(desk) }

  /// Whether a controller is connected.
  var isUsed: Bool { hasDevice.load(ordering: .relaxed) }

  /// Takes what happens on the port `surface`; called on the sequencer's thread.
  func take(_ event: SurfacePortEvent) {
    inbox.withLock { $0.append(event) }
    signal.signal()
  }

  /// Starts to serve.
  func begin(_ sequencer: SequencerClient?, _ doors: Doors) {
    self.sequencer.withLock { $0 = sequencer }
    self.doors.withLock { $0 = doors }
    decide { $0.readMaps() }
    let hasBegun = NamedThread.start("ghostnote-pads") { [self] in serve() }
    if !hasBegun { doors.say("surfaces are not served: \(NamedThread.noneLeft)") }
  }

  /// Shows this from now on; `change` returns whether there is anything new in it.
  func show(_ change: (inout SurfaceScene) -> Bool) { desk.withLock { $0.show(change) } }

  func perform(_ command: SurfaceCommand) throws(CommandError) -> Reply {
    var outcome: Result<Reply, CommandError> = .success(.done)
    decide { desk in
      do throws(CommandError) {
        let (reply, orders) = try desk.perform(command)
        outcome = .success(reply)
        return orders
      } catch {
        outcome = .failure(error)
        return SurfaceOrders()
      }
    }
    signal.signal()
    return try outcome.get()
  }

  /// Clears and releases all devices.
  func close() {
    isClosing.store(true, ordering: .relaxed)
    decide { $0.close() }
  }

  // MARK: JACK

  /// The ports of JACK are there, of our client called `client` on its server.
  func jackCame(as client: String) {
    jackPeers.withLock { $0 = JACKSurfacePeers(of: client) }
    decide { $0.appeared(.jack, client: "JACK", port: "surface") }
    signal.signal()
  }

  /// The ports of JACK are there no longer.
  func jackWent() {
    jackPeers.withLock { $0 = nil }
    decide { $0.vanished(.jack) }
    signal.signal()
  }

  /// A connection of one of our ports in JACK was made or removed.
  func jackConnection(_ source: String, _ destination: String, isConnected: Bool) {
    let change = jackPeers.withLock {
      $0?.note(source, to: destination, isConnected: isConnected)
    }
    guard let change else { return }
    decide { desk in
      switch change {
      case .connected(let toDevice): desk.connected(.jack, toDevice: toDevice)
      case .disconnected(let toDevice): desk.disconnected(.jack, toDevice: toDevice)
      }
    }
    signal.signal()
  }

  /// A cycle of JACK was lost, and perhaps with it what controllers were sent in it: they are sent everything again.
  func jackLostCycle() {
    decide { desk in
      desk.lostMessages(to: .jack)
      return SurfaceOrders()
    }
  }

  private func serve() {
    while !isClosing.load(ordering: .relaxed) {
      let (isUsed, isHeard) = desk.withLock { ($0.isUsed, $0.isHeard) }
      hasDevice.store(isUsed, ordering: .relaxed)
      if isUsed || isHeard { _ = signal.wait(timeout: .now() + Self.period) } else { signal.wait() }
      for event in takeInbox() { decide { $0.take(event) } }
      for (time, message) in jack.take() {
        decide { $0.received(message, from: .jack, at: time) }
      }
      guard !isClosing.load(ordering: .relaxed), let now = doors.withLock({ $0?.now() }) else {
        continue
      }
      decide { $0.messages(at: now) }
    }
  }

  private func takeInbox() -> [SurfacePortEvent] {
    inbox.withLock { inbox in
      defer { inbox.removeAll(keepingCapacity: true) }
      return inbox
    }
  }

  /// Carries out what the desk decides; orders to devices leave in the order in which they were decided.
  private func decide(_ decision: (inout SurfaceDesk) -> SurfaceOrders) {
    let decided = desk.withLock { desk in
      let decided = decision(&desk)
      if !carryOut(decided.orders) { desk.lostMessages(to: .jack) }
      return decided
    }
    guard let doors = doors.withLock({ $0 }) else { return }
    for line in decided.lines where !doors.overtake(line) { doors.post(line) }
    decided.news.forEach(doors.say)
  }

  /// Carries out orders; false where messages to JACK were lost.
  private func carryOut(_ orders: [SurfaceOrders.Order]) -> Bool {
    guard !orders.isEmpty else { return true }
    var isComplete = true
    let sequencer = sequencer.withLock { $0 }
    for order in orders {
      switch order {
      case .connect(.alsa(let peer)): sequencer?.connectSurface(peer)
      case .disconnect(.alsa(let peer)): sequencer?.disconnectSurface(peer)
      case .send(let message, to: .alsa(let peer)): sequencer?.send([message], toSurface: peer)
      case .send(let message, to: .jack): isComplete = jack.send([message]) && isComplete
      // The ports of JACK are connected by the user.
      case .connect(.jack), .disconnect(.jack): break
      }
    }
    return isComplete
  }
}

extension SurfaceDesk {
  /// What an event of ALSA's sequencer asks for; ports of the kernel's own and of another Ghostnote are no
  /// controllers.
  fileprivate mutating func take(_ event: SurfacePortEvent) -> SurfaceOrders {
    switch event {
    case .appeared(let peer):
      guard !peer.isReserved, peer.kind == .ordinary else { return SurfaceOrders() }
      return appeared(.alsa(peer.address), client: peer.clientName, port: peer.portName)
    case .vanished(let address): return vanished(.alsa(address))
    case .connected(let address, let toDevice):
      return connected(.alsa(address), toDevice: toDevice)
    case .disconnected(let address, let toDevice):
      return disconnected(.alsa(address), toDevice: toDevice)
    case .message(let message, let source, let time):
      return received(message, from: .alsa(source), at: time)
    }
  }
}
