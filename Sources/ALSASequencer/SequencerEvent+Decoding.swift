internal import CALSA
internal import MIDI
internal import Ports

/// A decoded event from the kernel.
enum Incoming {
  case message(ShortMessage)
  case sysEx
  /// Active sensing, queue control, and other non-musical events.
  case ignored
}

/// System announcements about clients, ports and subscriptions.
enum Announcement {
  case clientAppeared(UInt8)
  case clientVanished(UInt8)
  case portAppeared(SequencerPatchbay.Address)
  case portVanished(SequencerPatchbay.Address)
  case subscribed(source: SequencerPatchbay.Address, destination: SequencerPatchbay.Address)
  case unsubscribed(source: SequencerPatchbay.Address, destination: SequencerPatchbay.Address)
}

extension snd_seq_event_t {
  /// The event as a MIDI message.
  var incoming: Incoming {
    switch unsafe snd_seq_event_type(UInt32(type)) {
    case SND_SEQ_EVENT_NOTEON: unsafe .message(note(status: 0x90))
    case SND_SEQ_EVENT_NOTEOFF: unsafe .message(note(status: 0x80))
    case SND_SEQ_EVENT_KEYPRESS: unsafe .message(note(status: 0xA0))
    case SND_SEQ_EVENT_CONTROLLER: unsafe .message(controller)
    case SND_SEQ_EVENT_PGMCHANGE: unsafe .message(channelValue(status: 0xC0))
    case SND_SEQ_EVENT_CHANPRESS: unsafe .message(channelValue(status: 0xD0))
    case SND_SEQ_EVENT_PITCHBEND: unsafe .message(pitchBend)
    case SND_SEQ_EVENT_SONGPOS: unsafe .message(.songPosition(Int(data.control.value)))
    case SND_SEQ_EVENT_CLOCK: .message(.timingClock)
    case SND_SEQ_EVENT_START: .message(.start)
    case SND_SEQ_EVENT_CONTINUE: .message(.continue)
    case SND_SEQ_EVENT_STOP: .message(.stop)
    case SND_SEQ_EVENT_SYSEX: .sysEx
    default: .ignored
    }
  }

  /// The event as an announcement from System:Announce.
  var announcement: Announcement? {
    let subject = unsafe SequencerPatchbay.Address(data.addr)
    switch unsafe snd_seq_event_type(UInt32(type)) {
    case SND_SEQ_EVENT_CLIENT_START, SND_SEQ_EVENT_CLIENT_CHANGE:
      return .clientAppeared(subject.client)
    case SND_SEQ_EVENT_CLIENT_EXIT: return .clientVanished(subject.client)
    case SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_CHANGE: return .portAppeared(subject)
    case SND_SEQ_EVENT_PORT_EXIT: return .portVanished(subject)
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
      return unsafe .subscribed(
        source: source(of: data.connect), destination: destination(of: data.connect))
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
      return unsafe .unsubscribed(
        source: source(of: data.connect), destination: destination(of: data.connect))
    default: return nil
    }
  }

  /// The kernel's timestamp, if it is in real time of `queue`.
  func stamp(of queue: Int32) -> QueueClock.QueueTime? {
    let isReal = unsafe flags & UInt8(SND_SEQ_TIME_STAMP_MASK) == UInt8(SND_SEQ_TIME_STAMP_REAL)
    return unsafe isReal && Int32(self.queue) == queue ? QueueClock.QueueTime(time.time) : nil
  }

  private func note(status: UInt8) -> ShortMessage {
    let note = unsafe data.note
    return ShortMessage(
      status: status | note.channel & 0x0F, data1: note.note, data2: note.velocity)
  }

  private var controller: ShortMessage {
    let control = unsafe data.control
    return .controlChange(
      channel: control.channel, controller: UInt8(truncatingIfNeeded: control.param),
      value: UInt8(truncatingIfNeeded: control.value))
  }

  private func channelValue(status: UInt8) -> ShortMessage {
    let control = unsafe data.control
    return ShortMessage(
      status: status | control.channel & 0x0F, data1: UInt8(truncatingIfNeeded: control.value))
  }

  private var pitchBend: ShortMessage {
    let control = unsafe data.control
    let value = Int(control.value) + 8_192
    return ShortMessage(
      status: 0xE0 | control.channel & 0x0F, data1: UInt8(truncatingIfNeeded: value),
      data2: UInt8(truncatingIfNeeded: value >> 7))
  }

  private func source(of connect: snd_seq_connect_t) -> SequencerPatchbay.Address {
    SequencerPatchbay.Address(connect.sender)
  }

  private func destination(of connect: snd_seq_connect_t) -> SequencerPatchbay.Address {
    SequencerPatchbay.Address(connect.dest)
  }
}

extension SequencerPatchbay.Address {
  init(_ address: snd_seq_addr_t) { self.init(client: address.client, port: address.port) }
}

extension Incoming {
  /// Creates an event from raw bytes, padded with zeros; for fuzzing.
  init(eventBytes bytes: [UInt8]) {
    var event = unsafe snd_seq_event_t()
    unsafe withUnsafeMutableBytes(of: &event) { record in
      for (place, byte) in zip(record.indices, bytes) { unsafe record[place] = byte }
    }
    _ = unsafe event.announcement
    self = unsafe event.incoming
  }
}
