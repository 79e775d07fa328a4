import CJACK
import Commands
import GhostnoteTesting
import Glibc
import Synchronization
import Testing

/// A plain JACK client that sends bytes at given frames and records what it receives, in frames of
/// the server's count.
@safe final class WirePeer {
  let name: String
  /// Must outlive its clients: libjack cannot handle two clients in a process whose server exits.
  private let server: JACKServer
  private let client: OpaquePointer
  fileprivate let state: UnsafeMutablePointer<PeerState>

  init(_ name: String, alias: String? = nil, server: JACKServer) throws {
    self.server = server
    var status = jack_status_t(0)
    let options = jack_options_t(JackNoStartServer.rawValue | JackServerName.rawValue)
    let opened = unsafe ghostnote_jack_client_open(name, options, &status, server.name)
    let client = unsafe try #require(opened)
    self.name = name
    unsafe self.client = unsafe client
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: PeerState(client: client))
    unsafe state.pointee.midiIn = jack_port_register(
      client, "in", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsInput.rawValue), 0)
    unsafe state.pointee.midiOut = jack_port_register(
      client, "out", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    if let alias { unsafe jack_port_set_alias(state.pointee.midiOut, alias) }
    unsafe state.pointee.audioIn = jack_port_register(
      client, "audio", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
    unsafe jack_set_process_callback(client, runPeer, state)
    unsafe jack_activate(client)
  }

  deinit {
    unsafe jack_client_close(client)
    unsafe state.pointee.script.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Whether the server's transport rolls.
  var isTransportRolling: Bool {
    unsafe jack_transport_query(client, nil) == JackTransportRolling
  }

  func connect(_ source: String, _ destination: String) -> Bool {
    let status = unsafe jack_connect(client, source, destination)
    return status == 0 || status == EEXIST
  }

  /// Sends `events`, in frames from a cycle in the near future, and returns that cycle's frame.
  func send(_ events: [(at: Int, bytes: [UInt8])]) -> Int {
    begin(events)
    return finish()
  }

  /// Starts to send `events`, in frames from `frame`, which must be still to come; without it, from a
  /// cycle in the near future.
  func begin(_ events: [(at: Int, bytes: [UInt8])], atFrame frame: Int? = nil) {
    for (index, event) in events.prefix(PeerState.capacity).enumerated() {
      unsafe state.pointee.script[index] = ScriptedEvent(at: event.at, bytes: event.bytes)
    }
    // The callback does not look at it while there is nothing to send.
    if frame != nil { unsafe state.pointee.next = 0 }
    unsafe state.pointee.start.store(frame ?? -1, ordering: .relaxed)
    unsafe state.pointee.scriptCount.store(events.count, ordering: .releasing)
  }

  /// Waits until the last of the started events is sent, and returns their reference frame.
  func finish() -> Int {
    let isSent = eventually { unsafe state.pointee.scriptCount.load(ordering: .acquiring) == 0 }
    #expect(isSent)
    return unsafe state.pointee.start.load(ordering: .relaxed)
  }

  /// The frames and bytes of the messages received so far.
  var heard: [(frame: Int, bytes: [UInt8])] {
    let count = unsafe state.pointee.heardCount.load(ordering: .acquiring)
    return (0..<count).map { unsafe state.pointee.heard[$0].unpacked }
  }

  /// Cycles that the server ran without it, whose messages were lost.
  var lostCycles: Int { unsafe state.pointee.lostCycles.load(ordering: .relaxed) }

  /// Whether the server still runs it.
  func isRun() -> Bool {
    let before = unsafe state.pointee.cycles.load(ordering: .relaxed)
    return eventually(within: 2) {
      unsafe state.pointee.cycles.load(ordering: .relaxed) > before + 100
    }
  }

  /// The frames and values of the samples that were not silent.
  var samples: [(frame: Int, height: Float)] {
    let count = unsafe state.pointee.samplesCount.load(ordering: .acquiring)
    return (0..<count).map { unsafe state.pointee.samples[$0] }
  }
}

/// The result of the first of five attempts in which none of `peers` lost a cycle, for what is sent in a lost cycle is lost.
/// An attempt without a result counts as one with a lost cycle, of another client. Records an issue where there is none.
func undisturbed<Result>(_ peers: [WirePeer], _ attempt: () -> Result?) -> Result? {
  for _ in 1...5 {
    let lost = peers.map(\.lostCycles)
    if let result = attempt(), peers.map(\.lostCycles) == lost { return result }
  }
  Issue.record("cycles were lost in each of five runs")
  return nil
}

/// Up to eight bytes and their frame, without allocation.
private struct ScriptedEvent: BitwiseCopyable {
  var at: Int
  var word: UInt64
  var count: Int

  init(at: Int, bytes: [UInt8]) {
    self.at = at
    count = min(8, bytes.count)
    word = bytes.prefix(8).enumerated().reduce(0) { $0 | UInt64($1.element) << (8 * $1.offset) }
  }

  @_noLocks init(at: Int, word: UInt64, count: Int) {
    self.at = at
    self.word = word
    self.count = count
  }

  var unpacked: (frame: Int, bytes: [UInt8]) {
    (at, (0..<min(8, count)).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) })
  }
}

@safe private struct PeerState: ~Copyable {
  static let capacity = 1 << 16

  let client: OpaquePointer
  var midiIn: OpaquePointer?
  var midiOut: OpaquePointer?
  var audioIn: OpaquePointer?
  let script = UnsafeMutablePointer<ScriptedEvent>.allocate(capacity: capacity)
  let heard = UnsafeMutablePointer<ScriptedEvent>.allocate(capacity: capacity)
  let samples = UnsafeMutablePointer<(frame: Int, height: Float)>.allocate(capacity: capacity)
  let scriptCount = Atomic<Int>(0)
  let start = Atomic<Int>(-1)
  let heardCount = Atomic<Int>(0)
  let samplesCount = Atomic<Int>(0)
  let lostCycles = Atomic<Int>(0)
  let cycles = Atomic<Int>(0)
  var next = 0
  private var due: Int?

  init(client: OpaquePointer) { unsafe self.client = unsafe client }

  /// Checks whether cycles were missed before the one that begins at `now`.
  @_noLocks mutating func count(_ frames: UInt32, now: Int) {
    cycles.add(1, ordering: .relaxed)
    if let due, now != due { lostCycles.add(1, ordering: .relaxed) }
    due = now + Int(frames)
  }

  @_noLocks mutating func send(_ frames: UInt32, now: Int) {
    guard let buffer = unsafe jack_port_get_buffer(midiOut, frames) else { return }
    unsafe jack_midi_clear_buffer(buffer)
    let count = scriptCount.load(ordering: .acquiring)
    guard count > 0 else { return }
    if start.load(ordering: .relaxed) < 0 {
      start.store(now, ordering: .relaxed)
      next = 0
    }
    let base = start.load(ordering: .relaxed)
    while next < count, unsafe base + script[next].at < now + Int(frames) {
      let event = unsafe script[next]
      let offset = UInt32(truncatingIfNeeded: base + event.at - now)
      if let bytes = unsafe jack_midi_event_reserve(buffer, offset, event.count) {
        for index in 0..<event.count {
          unsafe bytes[index] = UInt8(truncatingIfNeeded: event.word >> UInt64(8 * index))
        }
      }
      next += 1
    }
    if next == count { scriptCount.store(0, ordering: .releasing) }
  }

  @_noLocks mutating func listen(_ frames: UInt32, now: Int) {
    guard let buffer = unsafe jack_port_get_buffer(midiIn, frames) else { return }
    let events = unsafe jack_midi_get_event_count(buffer)
    for index in 0..<events {
      var event = unsafe jack_midi_event_t()
      let count = heardCount.load(ordering: .relaxed)
      guard unsafe jack_midi_event_get(&event, buffer, index) == 0, count < PeerState.capacity,
        let bytes = unsafe event.buffer
      else { return }
      var word: UInt64 = 0
      for place in 0..<min(8, unsafe event.size) {
        unsafe word |= UInt64(bytes[place]) << UInt64(8 * place)
      }
      unsafe heard[count] = ScriptedEvent(at: now + Int(event.time), word: word, count: event.size)
      heardCount.store(count + 1, ordering: .releasing)
    }
  }

  @_noLocks mutating func measure(_ frames: UInt32, now: Int) {
    guard let buffer = unsafe jack_port_get_buffer(audioIn, frames) else { return }
    let audio = unsafe buffer.assumingMemoryBound(to: Float.self)
    for index in 0..<Int(frames) where unsafe audio[index] != 0 {
      let count = samplesCount.load(ordering: .relaxed)
      guard count < PeerState.capacity else { return }
      unsafe samples[count] = (now + index, audio[index])
      samplesCount.store(count + 1, ordering: .releasing)
    }
  }
}

@_noLocks private func runPeer(_ frames: UInt32, _ argument: UnsafeMutableRawPointer?) -> CInt {
  guard let argument = unsafe argument else { return 0 }
  let state = unsafe argument.assumingMemoryBound(to: PeerState.self)
  let now = unsafe Int(jack_last_frame_time(state.pointee.client))
  unsafe state.pointee.count(frames, now: now)
  unsafe state.pointee.send(frames, now: now)
  unsafe state.pointee.listen(frames, now: now)
  unsafe state.pointee.measure(frames, now: now)
  return 0
}
