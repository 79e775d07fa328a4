import ALSAGate
import CALSA
import Ports
import Testing

/// Another client of the sequencer, which uses alsa-lib directly: the judge in these tests.
@safe final class Peer {
  /// A received event, with the kernel's timestamp.
  struct Heard: Equatable, CustomStringConvertible {
    var type: UInt8
    var channel: UInt8 = 0
    var note: UInt8 = 0
    var velocity: UInt8 = 0
    /// Song position in sixteenths, and similar values.
    var value: Int32 = 0
    var stamp = QueueClock.QueueTime(nanoseconds: 0)

    var isOn: Bool { type == UInt8(SND_SEQ_EVENT_NOTEON.rawValue) && velocity > 0 }
    var isOff: Bool {
      type == UInt8(SND_SEQ_EVENT_NOTEOFF.rawValue)
        || type == UInt8(SND_SEQ_EVENT_NOTEON.rawValue) && velocity == 0
    }
    var isClock: Bool { type == UInt8(SND_SEQ_EVENT_CLOCK.rawValue) }
    var isStop: Bool { type == UInt8(SND_SEQ_EVENT_STOP.rawValue) }
    var description: String { "\(type) \(note) \(velocity) @\(stamp.nanoseconds / 1_000) µs" }
  }

  let pointer: OpaquePointer
  let address: SequencerPatchbay.Address
  var number: UInt8 { address.client }

  init(_ name: String, port: String = "port") throws {
    var opened: OpaquePointer?
    try alsa("snd_seq_open") {
      unsafe snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
    }
    let pointer = try unsafe #require(opened)
    unsafe self.pointer = pointer
    unsafe snd_seq_set_client_name(pointer, name)
    unsafe snd_seq_set_client_pool_input(pointer, 2_000)
    unsafe snd_seq_set_client_pool_output(pointer, 2_000)
    let both =
      SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE
      | SND_SEQ_PORT_CAP_SUBS_WRITE
    let port = try alsa("snd_seq_create_simple_port") {
      unsafe snd_seq_create_simple_port(
        pointer, port, UInt32(both), UInt32(SND_SEQ_PORT_TYPE_APPLICATION))
    }
    address = unsafe SequencerPatchbay.Address(
      client: UInt8(snd_seq_client_id(pointer)), port: UInt8(port))
  }

  deinit { unsafe snd_seq_close(pointer) }

  func rename(_ name: String) { unsafe snd_seq_set_client_name(pointer, name) }

  /// Subscribes to `source`, with timestamps of `queue`.
  func listen(to source: SequencerPatchbay.Address, stampedBy queue: Int32) throws {
    var request: OpaquePointer?
    unsafe snd_seq_port_subscribe_malloc(&request)
    defer { unsafe snd_seq_port_subscribe_free(request) }
    var sender = snd_seq_addr_t(client: source.client, port: source.port)
    var receiver = snd_seq_addr_t(client: address.client, port: address.port)
    unsafe snd_seq_port_subscribe_set_sender(request, &sender)
    unsafe snd_seq_port_subscribe_set_dest(request, &receiver)
    unsafe snd_seq_port_subscribe_set_queue(request, queue)
    unsafe snd_seq_port_subscribe_set_time_update(request, 1)
    unsafe snd_seq_port_subscribe_set_time_real(request, 1)
    try alsa("snd_seq_subscribe_port") { unsafe snd_seq_subscribe_port(pointer, request) }
  }

  /// An event for all subscribers, to be delivered at once.
  func event(_ type: snd_seq_event_type) -> snd_seq_event_t {
    var event = unsafe snd_seq_event_t()
    unsafe event.type = snd_seq_event_type_t(type.rawValue)
    unsafe event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    unsafe event.source.port = address.port
    unsafe event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
    return unsafe event
  }

  /// Hands an event to the sequencer.
  func send(_ event: snd_seq_event_t) throws {
    var event = unsafe event
    try alsa("snd_seq_event_output_direct") {
      unsafe snd_seq_event_output_direct(pointer, &event)
    }
  }

  /// Sends a note-on to all subscribers, immediately.
  func play(note: UInt8, velocity: UInt8 = 100, channel: UInt8 = 9) throws {
    var event = unsafe event(SND_SEQ_EVENT_NOTEON)
    unsafe event.data.note.channel = channel
    unsafe event.data.note.note = note
    unsafe event.data.note.velocity = velocity
    try unsafe send(event)
  }

  /// Sends a message without data to all subscribers, immediately.
  func send(_ type: snd_seq_event_type, value: Int32 = 0) throws {
    var event = unsafe event(type)
    unsafe event.data.control.value = value
    try unsafe send(event)
  }

  /// Sends a controller's value to all subscribers, immediately.
  func move(controller: UInt32, to value: Int32) throws {
    var event = unsafe event(SND_SEQ_EVENT_CONTROLLER)
    unsafe event.data.control.channel = 2
    unsafe event.data.control.param = controller
    unsafe event.data.control.value = value
    try unsafe send(event)
  }

  /// The events received by now.
  func heard() -> [Heard] {
    var heard: [Heard] = []
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    while unsafe snd_seq_event_input(pointer, &event) >= 0, let event = unsafe event {
      let type = unsafe event.pointee.type
      // Its own subscriptions are announced to it too.
      if type == UInt8(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue)
        || type == UInt8(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue)
      {
        continue
      }
      heard.append(unsafe Heard(event.pointee))
    }
    return heard
  }

  /// The events received until `isEnough`, or for four seconds.
  func heard(until isEnough: ([Heard]) -> Bool) -> [Heard] {
    var all: [Heard] = []
    _ = eventually {
      all += heard()
      return isEnough(all)
    }
    return all
  }
}

extension Peer.Heard {
  init(_ event: snd_seq_event_t) {
    type = unsafe event.type
    if type == UInt8(SND_SEQ_EVENT_NOTEON.rawValue) || type == UInt8(SND_SEQ_EVENT_NOTEOFF.rawValue)
    {
      channel = unsafe event.data.note.channel
      note = unsafe event.data.note.note
      velocity = unsafe event.data.note.velocity
    }
    if type == UInt8(SND_SEQ_EVENT_SONGPOS.rawValue) { value = unsafe event.data.control.value }
    let time = unsafe event.time.time
    stamp = QueueClock.QueueTime(
      nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
