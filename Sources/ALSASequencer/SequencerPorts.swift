public import ALSAGate
internal import CALSA
public import Sequencing

/// What there is in the kernel's sequencer, for whoever wants to look without taking part.
public enum SequencerPorts {
  /// One port of one client.
  public struct Entry: Sendable, Hashable {
    /// The kernel's number for the client.
    public var client: UInt8
    public var clientName: String
    /// Number within the client.
    public var port: UInt8
    public var portName: String
    /// Others can subscribe to what it sends.
    public var isSource: Bool
    /// Others can send to it.
    public var isDestination: Bool
    /// It is a device's, or part of the kernel, rather than a program's.
    public var isKernel: Bool
    /// System, Midi Through and ports that ask not to be exported: only an exact name takes them.
    public var isReserved: Bool
    /// The kernel's SND_SEQ_PORT_CAP_… bits.
    public var capabilities: UInt32
    /// The kernel's SND_SEQ_PORT_TYPE_… bits.
    public var type: UInt32

    /// The port as wiring sees it.
    public var peer: Wiring.Peer {
      Wiring.Peer(
        address: Wiring.Address(client: client, port: port), clientName: clientName,
        portName: portName, isSource: isSource, isReserved: isReserved)
    }
  }

  /// Every port there is, in the order of its number.
  public static func list() throws(ALSAError) -> [Entry] {
    let handle = try SequencerHandle.open(name: "ghostnote-ports")
    return handle.entries().filter { $0.client != handle.client }
  }

  /// The numbers of the clients called `name`: a second daemon's, perhaps.
  public static func clients(named name: String) throws(ALSAError) -> [UInt8] {
    let handle = try SequencerHandle.open(name: "ghostnote-ports")
    return handle.clients().filter { $0.name == name && $0.number != handle.client }.map(\.number)
  }
}
