internal import CALSA
internal import MIDI
internal import Ports

extension snd_seq_event_t {
  /// `message` for the subscribers of our port `port`, or nil if it is not a valid message.
  init?(_ message: ShortMessage, from port: UInt8) {
    unsafe self.init()
    unsafe source.port = port
    unsafe dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
    unsafe dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
    unsafe queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    guard let type = unsafe snd_seq_event_t.type(of: message) else { return nil }
    unsafe self.type = snd_seq_event_type_t(type.rawValue)
    switch message.kind {
    case 0x80, 0x90, 0xA0:
      unsafe data.note.channel = message.channel
      unsafe data.note.note = message.data1
      unsafe data.note.velocity = message.data2
    case 0xB0:
      unsafe data.control.channel = message.channel
      unsafe data.control.param = UInt32(message.data1)
      unsafe data.control.value = Int32(message.data2)
    case 0xC0, 0xD0:
      unsafe data.control.channel = message.channel
      unsafe data.control.value = Int32(message.data1)
    case 0xE0:
      unsafe data.control.channel = message.channel
      unsafe data.control.value = Int32(message.data1) + Int32(message.data2) << 7 - 8_192
    case 0xF1, 0xF3: unsafe data.control.value = Int32(message.data1)
    case 0xF2: unsafe data.control.value = Int32(message.songPosition)
    default: break
    }
  }

  /// Schedules the event on `queue` at `time`.
  mutating func schedule(on queue: Int32, at time: QueueClock.QueueTime) {
    unsafe self.queue = UInt8(truncatingIfNeeded: queue)
    unsafe flags = UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
    unsafe self.time.time = snd_seq_real_time_t(time)
  }

  private static func type(of message: ShortMessage) -> snd_seq_event_type? {
    switch message.kind {
    case 0x80: SND_SEQ_EVENT_NOTEOFF
    case 0x90: message.data2 == 0 ? SND_SEQ_EVENT_NOTEOFF : SND_SEQ_EVENT_NOTEON
    case 0xA0: SND_SEQ_EVENT_KEYPRESS
    case 0xB0: SND_SEQ_EVENT_CONTROLLER
    case 0xC0: SND_SEQ_EVENT_PGMCHANGE
    case 0xD0: SND_SEQ_EVENT_CHANPRESS
    case 0xE0: SND_SEQ_EVENT_PITCHBEND
    case 0xF1: SND_SEQ_EVENT_QFRAME
    case 0xF2: SND_SEQ_EVENT_SONGPOS
    case 0xF3: SND_SEQ_EVENT_SONGSEL
    case 0xF6: SND_SEQ_EVENT_TUNE_REQUEST
    case 0xF8: SND_SEQ_EVENT_CLOCK
    case 0xFA: SND_SEQ_EVENT_START
    case 0xFB: SND_SEQ_EVENT_CONTINUE
    case 0xFC: SND_SEQ_EVENT_STOP
    case 0xFE: SND_SEQ_EVENT_SENSING
    case 0xFF: SND_SEQ_EVENT_RESET
    default: nil
    }
  }
}
