internal import ALSAGate
internal import CALSA
internal import Ports

/// The direction and visibility of one of our ports.
enum PortRole {
  case receives
  case sends
  /// Receives temporarily, for a monitor; instruments do not restore connections to it.
  case monitors
  /// Receives what controllers send, and sends what lights them.
  case lights
  /// Receives the system's announcements; other programs cannot connect to it.
  case watches

  var capabilities: UInt32 {
    switch self {
    case .receives, .monitors: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    case .sends: UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    case .lights:
      UInt32(
        SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE | SND_SEQ_PORT_CAP_READ
          | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_DUPLEX)
    case .watches: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT)
    }
  }

  var type: UInt32 {
    switch self {
    case .watches: UInt32(SND_SEQ_PORT_TYPE_APPLICATION)
    case .monitors, .lights:
      UInt32(
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_APPLICATION)
    case .receives, .sends:
      UInt32(
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_MIDI_GM
          | SND_SEQ_PORT_TYPE_SYNTHESIZER | SND_SEQ_PORT_TYPE_SOFTWARE
          | SND_SEQ_PORT_TYPE_APPLICATION)
    }
  }

  /// Whether the kernel timestamps received events.
  var isStamped: Bool {
    switch self {
    case .receives, .monitors, .lights: true
    case .sends, .watches: false
    }
  }
}

extension SequencerHandle {
  /// Creates a port; received events are timestamped by the kernel in real time of `queue`.
  ///
  /// Timestamping is set on the port, not the subscription, so that it applies to subscriptions
  /// made by others. The corresponding C function is `snd_seq_create_port`.
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

  /// Connects `source` to `destination`; an existing connection is kept.
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

  /// Disconnects `source` from `destination`.
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

  /// Subscribes to announcements of all clients, ports and subscriptions.
  func subscribeToAnnouncements(port: UInt8) throws(ALSAError) {
    try subscribe(.announcements, to: Wiring.Address(client: client, port: port))
  }
}

extension Wiring.Address {
  /// System:Announce, which announces all clients, ports and subscriptions.
  static let announcements = Wiring.Address(
    client: UInt8(SND_SEQ_CLIENT_SYSTEM), port: UInt8(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
}
