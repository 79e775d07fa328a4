internal import ALSAGate
internal import CALSA
internal import MIDI
internal import MusicalTime
internal import Ports

extension SequencerPump {
  /// Carries out what waits for the port `surface`; what the kernel has no room for waits on.
  func serveSurface() {
    guard let surface else { return }
    let orders = surface.outbox.take()
    let own = SequencerPatchbay.Address(client: handle.client, port: ports.surface)
    for (index, order) in orders.enumerated() {
      switch order {
      case .connect(let peer): connectSurface(peer, own)
      case .disconnect(let peer):
        try? handle.unsubscribe(peer, from: own)
        try? handle.unsubscribe(own, from: peer)
      case .send(let bytes, let peer):
        guard send(bytes, to: peer) != -EAGAIN else {
          surface.outbox.putBack(orders[index...])
          return
        }
      }
    }
  }

  /// Connects both ways; a port may have only one of them.
  private func connectSurface(_ peer: SequencerPatchbay.Address, _ own: SequencerPatchbay.Address) {
    do { try handle.subscribe(peer, to: own) } catch { refused(peer, error, toDevice: false) }
    do { try handle.subscribe(own, to: peer) } catch { refused(peer, error, toDevice: true) }
  }

  private func refused(_ peer: SequencerPatchbay.Address, _ error: ALSAError, toDevice: Bool) {
    let other = connections.peerName(peer)
    let own = connections.surfaceName
    reports.append(
      .refused(
        source: toDevice ? own : other, destination: toDevice ? other : own, reason: error.reason))
  }

  /// Sends a message to one port at once; returns the kernel's result.
  ///
  /// The corresponding C function is `snd_seq_event_output_direct`.
  private func send(_ bytes: [UInt8], to peer: SequencerPatchbay.Address) -> Int32 {
    var bytes = bytes
    let count = bytes.count
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard var event = unsafe Self.event(buffer, count, from: ports.surface) else { return 0 }
      unsafe event.dest.client = peer.client
      unsafe event.dest.port = peer.port
      return unsafe snd_seq_event_output_direct(handle.pointer, &event)
    }
  }

  private static func event(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, _ count: Int, from port: UInt8
  ) -> snd_seq_event_t? {
    guard let status = unsafe bytes.first else { return nil }
    guard status == 0xF0 else {
      let data = unsafe (count > 1 ? bytes[1] : 0, count > 2 ? bytes[2] : 0)
      return unsafe snd_seq_event_t(
        ShortMessage(status: status, data1: data.0, data2: data.1), from: port)
    }
    var event = unsafe snd_seq_event_t()
    unsafe event.source.port = port
    unsafe event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    unsafe event.type = snd_seq_event_type_t(SND_SEQ_EVENT_SYSEX.rawValue)
    unsafe event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
    unsafe event.data.ext.len = UInt32(count)
    unsafe event.data.ext.ptr = UnsafeMutableRawPointer(bytes.baseAddress)
    return unsafe event
  }

  /// Reports a change of a connection with `surface`; false where it is of another port.
  func reportsSurface(
    _ source: SequencerPatchbay.Address, _ destination: SequencerPatchbay.Address, isConnected: Bool
  ) -> Bool {
    let own = SequencerPatchbay.Address(client: handle.client, port: ports.surface)
    guard let surface, source == own || destination == own else { return false }
    let toDevice = source == own
    let peer = toDevice ? destination : source
    // What our own ports send is not taken.
    if peer.client != handle.client {
      surface.report(
        isConnected
          ? .connected(peer, toDevice: toDevice) : .disconnected(peer, toDevice: toDevice))
    }
    let name = connections.surfaceName
    let other = peer == own ? name : connections.portName(peer)
    let (from, to) = toDevice ? (name, other) : (other, name)
    reports.append(
      isConnected
        ? .connected(source: from, destination: to) : .disconnected(source: from, destination: to))
    return true
  }

  /// Passes on what a controller sends to `surface`, and nothing else.
  func receiveSurface(_ event: snd_seq_event_t) {
    guard let surface, unsafe event.source.client != handle.client,
      case .message(let message) = unsafe event.incoming
    else { return }
    let source = unsafe SequencerPatchbay.Address(event.source)
    surface.report(.message(message, from: source, at: unsafe clock.time(of: event)))
  }
}
