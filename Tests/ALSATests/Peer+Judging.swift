import ALSAGate
import CALSA
import Commands
import GhostnoteTesting
import Ports
import Testing

extension Peer {
  /// A judge connected to `ports` of `daemon`, whose queue timestamps what it receives.
  convenience init(judging daemon: Daemon, _ ports: String..., name: String = "Judge") throws {
    try self.init(name)
    let queue = try startQueue()
    for port in ports {
      try listen(to: daemon.address(of: port), stampedBy: queue)
      try #require(daemon.session.says("connected \(daemon.name):\(port) to \(name):port"))
    }
  }

  /// A queue with the finest available timer.
  func startQueue() throws -> Int32 {
    let queue = try alsa("snd_seq_alloc_queue") { unsafe snd_seq_alloc_queue(pointer) }
    var timer: OpaquePointer?
    unsafe snd_seq_queue_timer_malloc(&timer)
    defer { unsafe snd_seq_queue_timer_free(timer) }
    unsafe snd_seq_get_queue_timer(pointer, queue, timer)
    unsafe snd_seq_queue_timer_set_resolution(timer, 6_250)
    try alsa("snd_seq_set_queue_timer") { unsafe snd_seq_set_queue_timer(pointer, queue, timer) }
    try alsa("snd_seq_control_queue") {
      unsafe snd_seq_control_queue(pointer, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil)
    }
    unsafe snd_seq_drain_output(pointer)
    return queue
  }

  /// Appends received events to `all` until `isEnough`, for at most half a minute.
  func listen(into all: inout [Heard], until isEnough: ([Heard]) -> Bool) -> Bool {
    eventually(within: 30) {
      all += heard()
      return isEnough(all)
    }
  }
}

extension Peer.Heard {
  /// `on 42`, `off 42`, `clock`, `start`, `stop`, `continue`, `spp 16`, or the event's number.
  var name: String {
    if isOn { return "on \(note)" }
    if isOff { return "off \(note)" }
    return switch snd_seq_event_type(UInt32(type)) {
    case SND_SEQ_EVENT_CLOCK: "clock"
    case SND_SEQ_EVENT_START: "start"
    case SND_SEQ_EVENT_CONTINUE: "continue"
    case SND_SEQ_EVENT_STOP: "stop"
    case SND_SEQ_EVENT_SONGPOS: "spp \(value)"
    default: "type \(type)"
    }
  }
}

extension [Peer.Heard] {
  /// The transport messages, without ticks.
  var transport: [String] {
    filter { !$0.isClock && !$0.isOn && !$0.isOff }.map(\.name)
  }

  /// The times of the clock ticks, in nanoseconds.
  var ticks: [Int64] { filter(\.isClock).map(\.stamp.nanoseconds) }

  /// For each note, note-ons minus note-offs; without balanced notes, and negative after an extra
  /// note-off.
  var hanging: [UInt8: Int] {
    var depth: [UInt8: Int] = [:]
    for event in self where event.isOn || event.isOff {
      let before = depth[event.note, default: 0]
      guard before >= 0 else { continue }
      depth[event.note] = before + (event.isOn ? 1 : -1)
    }
    return depth.filter { $0.value != 0 }
  }

  /// The notes whose last event is a note-on: if a live and a pattern note share a drum, one
  /// note-off ends both.
  var sounding: [UInt8] {
    var notes: Set<UInt8> = []
    for event in self where event.isOn || event.isOff {
      if event.isOn { notes.insert(event.note) } else { notes.remove(event.note) }
    }
    return notes.sorted()
  }
}
