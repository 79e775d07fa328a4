internal import CALSA
internal import Ports

extension SequencerHandle {
  /// All clients, including ours. The corresponding C function is `snd_seq_query_next_client`.
  func clients() -> [(number: UInt8, name: String, isKernel: Bool)] {
    var info: OpaquePointer?
    guard unsafe snd_seq_client_info_malloc(&info) == 0 else { return [] }
    defer { unsafe snd_seq_client_info_free(info) }
    unsafe snd_seq_client_info_set_client(info, -1)
    var found: [(number: UInt8, name: String, isKernel: Bool)] = []
    while unsafe snd_seq_query_next_client(pointer, info) == 0 {
      found.append(
        unsafe (
          UInt8(truncatingIfNeeded: snd_seq_client_info_get_client(info)),
          shown(snd_seq_client_info_get_name(info)),
          snd_seq_client_info_get_type(info) == SND_SEQ_KERNEL_CLIENT
        ))
    }
    return found
  }

  /// All ports of all clients. The corresponding C function is `snd_seq_query_next_port`.
  func entries() -> [SequencerPorts.Entry] {
    clients().flatMap { entries(of: $0.number, name: $0.name, isKernel: $0.isKernel) }
  }

  /// The ports of other clients, for automatic connection.
  func peers() -> [SequencerPatchbay.Peer] {
    entries().filter { $0.client != client }.map(\.peer)
  }

  func peers(of client: UInt8) -> [SequencerPatchbay.Peer] {
    guard let name = name(of: client) else { return [] }
    return entries(of: client, name: name, isKernel: false).map(\.peer)
  }

  /// The port at `address`. The corresponding C function is `snd_seq_get_any_port_info`.
  func peer(at address: SequencerPatchbay.Address) -> SequencerPatchbay.Peer? {
    var info: OpaquePointer?
    guard let name = name(of: address.client),
      unsafe snd_seq_port_info_malloc(&info) == 0
    else { return nil }
    defer { unsafe snd_seq_port_info_free(info) }
    let result = unsafe snd_seq_get_any_port_info(
      pointer, Int32(address.client), Int32(address.port), info)
    guard result == 0, let info = unsafe info else { return nil }
    return unsafe entry(info, clientName: name, isKernel: false).peer
  }

  private func name(of client: UInt8) -> String? {
    var info: OpaquePointer?
    guard unsafe snd_seq_client_info_malloc(&info) == 0 else { return nil }
    defer { unsafe snd_seq_client_info_free(info) }
    guard unsafe snd_seq_get_any_client_info(pointer, Int32(client), info) == 0 else { return nil }
    return unsafe shown(snd_seq_client_info_get_name(info))
  }

  private func entries(
    of client: UInt8, name: String, isKernel: Bool
  ) -> [SequencerPorts.Entry] {
    var info: OpaquePointer?
    guard unsafe snd_seq_port_info_malloc(&info) == 0, let info = unsafe info else { return [] }
    defer { unsafe snd_seq_port_info_free(info) }
    unsafe snd_seq_port_info_set_client(info, Int32(client))
    unsafe snd_seq_port_info_set_port(info, -1)
    var found: [SequencerPorts.Entry] = []
    while unsafe snd_seq_query_next_port(pointer, info) == 0 {
      found.append(unsafe entry(info, clientName: name, isKernel: isKernel))
    }
    return found
  }

  private func entry(
    _ info: OpaquePointer, clientName: String, isKernel: Bool
  ) -> SequencerPorts.Entry {
    unsafe SequencerPorts.Entry(
      client: UInt8(truncatingIfNeeded: snd_seq_port_info_get_client(info)),
      clientName: clientName,
      port: UInt8(truncatingIfNeeded: snd_seq_port_info_get_port(info)),
      portName: shown(snd_seq_port_info_get_name(info)), isKernel: isKernel,
      capabilities: snd_seq_port_info_get_capability(info),
      type: snd_seq_port_info_get_type(info))
  }
}

/// A name without control characters; any program can choose one.
private func shown(_ text: UnsafePointer<CChar>?) -> String {
  guard let text = unsafe text else { return "" }
  return unsafe String(cString: text).shown
}
