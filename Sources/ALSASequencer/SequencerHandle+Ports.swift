internal import ALSAGate
internal import CALSA
internal import Ports

/// Which way events pass through a port of ours, and whether others may see it.
enum PortRole {
  case receives
  case sends
  /// Receives for somebody who listens for a while; the instruments it hears forget it.
  case monitors
  /// Hears the system's announcements; nobody else can connect to it.
  case watches

  var capabilities: UInt32 {
    switch self {
    case .receives, .monitors: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    case .sends: UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    case .watches: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT)
    }
  }

  var type: UInt32 {
    switch self {
    case .watches: UInt32(SND_SEQ_PORT_TYPE_APPLICATION)
    case .monitors:
      UInt32(
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_APPLICATION)
    case .receives, .sends:
      UInt32(
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_MIDI_GM
          | SND_SEQ_PORT_TYPE_SYNTHESIZER | SND_SEQ_PORT_TYPE_SOFTWARE
          | SND_SEQ_PORT_TYPE_APPLICATION)
    }
  }

  /// The kernel dates what arrives.
  var isStamped: Bool {
    switch self {
    case .receives, .monitors: true
    case .sends, .watches: false
    }
  }
}

extension SequencerHandle {
  /// Makes a port; what arrives there is stamped by the kernel with the real time of `queue`.
  ///
  /// The stamp is the port's, not the subscription's, so that it is there whoever subscribed. The
  /// corresponding C function is `snd_seq_create_port`.
  func createPort(_ name: String, _ role: PortRole, stampedBy queue: Int32) throws(ALSAError)
    -> UInt8
  {
    var info: OpaquePointer?
    try alsa("snd_seq_port_info_malloc") { unsafe snd_seq_port_info_malloc(&info) }
    defer { unsafe snd_seq_port_info_free(info) }
    unsafe snd_seq_port_info_set_name(info, name)
    unsafe snd_seq_port_info_set_capability(info, role.capabilities)
    unsafe snd_seq_port_info_set_type(info, role.type)
    unsafe snd_seq_port_info_set_midi_channels(info, 16)
    if role.isStamped {
      unsafe snd_seq_port_info_set_timestamping(info, 1)
      unsafe snd_seq_port_info_set_timestamp_real(info, 1)
      unsafe snd_seq_port_info_set_timestamp_queue(info, queue)
    }
    try alsa("snd_seq_create_port", name) { unsafe snd_seq_create_port(pointer, info) }
    return UInt8(truncatingIfNeeded: unsafe snd_seq_port_info_get_port(info))
  }

  /// Connects `source` to `destination`; connected already is as good.
  ///
  /// The corresponding C function is `snd_seq_subscribe_port`.
  func subscribe(_ source: Wiring.Address, to destination: Wiring.Address) throws(ALSAError) {
    try unsafe withSubscription(source, destination) { request throws(ALSAError) in
      try alsa("snd_seq_subscribe_port") {
        let result = unsafe snd_seq_subscribe_port(pointer, request)
        return result == -EBUSY ? 0 : result
      }
    }
  }

  /// Cuts what connects `source` to `destination`.
  ///
  /// The corresponding C function is `snd_seq_unsubscribe_port`.
  func unsubscribe(
    _ source: Wiring.Address, from destination: Wiring.Address
  ) throws(ALSAError) {
    try unsafe withSubscription(source, destination) { request throws(ALSAError) in
      try alsa("snd_seq_unsubscribe_port") {
        unsafe snd_seq_unsubscribe_port(pointer, request)
      }
    }
  }

  private func withSubscription(
    _ source: Wiring.Address, _ destination: Wiring.Address,
    _ body: (OpaquePointer?) throws(ALSAError) -> Void
  ) throws(ALSAError) {
    var request: OpaquePointer?
    try alsa("snd_seq_port_subscribe_malloc") {
      unsafe snd_seq_port_subscribe_malloc(&request)
    }
    defer { unsafe snd_seq_port_subscribe_free(request) }
    var sender = snd_seq_addr_t(client: source.client, port: source.port)
    var receiver = snd_seq_addr_t(client: destination.client, port: destination.port)
    unsafe snd_seq_port_subscribe_set_sender(request, &sender)
    unsafe snd_seq_port_subscribe_set_dest(request, &receiver)
    try unsafe body(request)
  }

  /// Hears of every client, port and subscription that comes and goes.
  func subscribeToAnnouncements(port: UInt8) throws(ALSAError) {
    try subscribe(.announcements, to: Wiring.Address(client: client, port: port))
  }
}

extension Wiring.Address {
  /// System:Announce, which tells of every client, port and subscription.
  static let announcements = Wiring.Address(
    client: UInt8(SND_SEQ_CLIENT_SYSTEM), port: UInt8(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
}
