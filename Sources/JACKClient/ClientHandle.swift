import CJACK
import Glibc

/// A client of a JACK server, closed when it is destroyed. Real-time: no.
@safe struct ClientHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Connects to a running server (nil: the default one).
  ///
  /// The corresponding C function is `jack_client_open`.
  init(name: String, server: String?) throws(JACKError) {
    LibraryMessages.capture()
    var status = jack_status_t(0)
    var options = JackNoStartServer.rawValue
    if server != nil { options |= JackServerName.rawValue }
    do {
      unsafe pointer = unsafe try jack("jack_client_open") {
        unsafe ghostnote_jack_client_open(
          name, jack_options_t(options), &status, server ?? "")
      }
    } catch {
      let isAbsent = status.rawValue & JackServerFailed.rawValue != 0
      guard !isAbsent, case .refused(let call, _, let reason) = error else {
        throw .noServer(name: server)
      }
      throw .refused(call: call, status: Int(status.rawValue), reason: reason)
    }
  }

  deinit { unsafe jack_client_close(pointer) }

  /// Closes the client on a separate thread and waits at most this long; false if libjack hangs.
  ///
  /// Observed with 1.9.21 if a server exits while a client connects its ports: `jack_client_close`
  /// waits indefinitely for a lock whose holder is gone. Until it returns libjack may call us, for
  /// instance when a hung server continues, so `callbacks` are kept that long.
  consuming func close(within milliseconds: Int, keeping callbacks: ClientCallbacks) -> Bool {
    let closed = TimedSemaphore()
    let address = unsafe UInt(bitPattern: pointer)
    discard self
    let hasBegun = startThread("ghostnote-close") {
      withExtendedLifetime(callbacks) {
        _ = unsafe jack_client_close(OpaquePointer(bitPattern: address))
      }
      closed.raise()
    }
    return hasBegun && closed.wait(milliseconds: milliseconds)
  }

  /// The name that the server assigned.
  var name: String {
    guard let name = unsafe jack_get_client_name(pointer) else { return "" }
    return unsafe String(cString: name)
  }

  /// The SCHED_FIFO priority of the audio thread, 0 for none. The corresponding C function is
  /// `jack_client_real_time_priority`.
  var priority: Int32 { max(0, unsafe jack_client_real_time_priority(pointer)) }

  var sampleRate: Int { Int(unsafe jack_get_sample_rate(pointer)) }
  var period: Int { Int(unsafe jack_get_buffer_size(pointer)) }

  func activate() throws(JACKError) {
    try jack("jack_activate") { unsafe jack_activate(pointer) }
  }

  /// Registers a port.
  func register(
    _ name: String, type: String, flags: JackPortFlags
  ) throws(JACKError) -> OpaquePointer {
    unsafe try jack("jack_port_register") {
      unsafe jack_port_register(pointer, name, type, UInt(flags.rawValue), 0)
    }
  }

  /// Connects two ports; an existing connection is kept.
  func connect(_ source: String, to destination: String) throws(JACKError) {
    try jack("jack_connect") {
      let status = unsafe jack_connect(pointer, source, destination)
      return status == EEXIST ? 0 : status
    }
  }

  /// Disconnects two ports.
  func disconnect(_ source: String, from destination: String) throws(JACKError) {
    try jack("jack_disconnect") { unsafe jack_disconnect(pointer, source, destination) }
  }

  /// The full names of the ports with these ids that still exist.
  func portNames(_ numbers: [UInt32]) -> Set<String> {
    var names: Set<String> = []
    for number in numbers {
      guard let port = unsafe jack_port_by_id(pointer, number),
        let name = unsafe jack_port_name(port)
      else { continue }
      names.insert(unsafe String(cString: name))
    }
    return names
  }

  /// The full names of all ports of the server.
  func portNames() -> Set<String> { unsafe Set(strings(jack_get_ports(pointer, nil, nil, 0))) }

  /// All ports of the server, in its order.
  func ports() -> [JACKPort] {
    let names = unsafe strings(jack_get_ports(pointer, nil, nil, 0))
    return names.compactMap { name in
      guard let port = unsafe jack_port_by_name(pointer, name) else { return nil }
      return unsafe describe(port, named: name)
    }
  }

  private func describe(_ port: OpaquePointer, named name: String) -> JACKPort {
    let flags = unsafe UInt32(truncatingIfNeeded: jack_port_flags(port))
    let type =
      if let type = unsafe jack_port_type(port) { unsafe String(cString: type) } else { "" }
    return unsafe JACKPort(
      name: name, aliases: aliases(of: port), isInput: flags & JackPortIsInput.rawValue != 0,
      isMIDI: type == JACK_DEFAULT_MIDI_TYPE, isPhysical: flags & JackPortIsPhysical.rawValue != 0,
      isTerminal: flags & JackPortIsTerminal.rawValue != 0,
      connections: strings(jack_port_get_all_connections(pointer, port)))
  }

  private func aliases(of port: OpaquePointer) -> [String] {
    let size = Int(jack_port_name_size())
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * size) { room in
      unsafe room.initialize(repeating: 0)
      guard let base = room.baseAddress else { return [] }
      let both = unsafe [base, base + size]
      var pointers: [UnsafeMutablePointer<CChar>?] = unsafe both
      let count = unsafe jack_port_get_aliases(port, &pointers)
      return unsafe both.prefix(max(0, Int(count))).map { unsafe String(cString: $0) }
    }
  }
}

/// Copies and frees a list of strings from libjack.
private func strings(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
  guard let list = unsafe list else { return [] }
  defer { unsafe jack_free(list) }
  var strings: [String] = []
  while let text = unsafe list[strings.count] {
    strings.append(unsafe String(cString: text))
  }
  return strings
}
