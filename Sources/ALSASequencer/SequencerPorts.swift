public import ALSAGate
internal import CALSA
public import Ports

/// What there is in the kernel's sequencer, for whoever wants to look without taking part.
public enum SequencerPorts {
  /// One port of one client.
  public struct Entry: Sendable, Hashable {
    /// The kernel's number for the client.
    public let client: UInt8
    public let clientName: String
    /// Number within the client.
    public let port: UInt8
    public let portName: String
    /// It is a device's, or part of the kernel, rather than a program's.
    public let isKernel: Bool
    /// The kernel's SND_SEQ_PORT_CAP_… bits.
    public let capabilities: UInt32
    /// The kernel's SND_SEQ_PORT_TYPE_… bits.
    public let type: UInt32

    public init(
      client: UInt8, clientName: String, port: UInt8, portName: String, isKernel: Bool,
      capabilities: UInt32, type: UInt32
    ) {
      self.client = client
      self.clientName = clientName
      self.port = port
      self.portName = portName
      self.isKernel = isKernel
      self.capabilities = capabilities
      self.type = type
    }

    /// Others can subscribe to what it sends.
    public var isSource: Bool { has(.source) && !has(.inactive) }

    /// Others can send to it.
    public var isDestination: Bool { has(.destination) && !has(.inactive) }

    /// It asks not to be shown, or nobody can subscribe to it.
    public var isHidden: Bool { has(.notExported) || !(isSource || isDestination) }

    /// System, Midi Through, ports that ask not to be exported, and the one port of a MIDI 2.0 device
    /// that repeats what all its others send: only an exact name takes them.
    public var isReserved: Bool {
      client == 0 || clientName == "Midi Through" || has(.notExported) || has(.wholeEndpoint)
    }

    /// What sort of program it belongs to.
    var kind: Wiring.Peer.Kind {
      guard !isKernel, Wiring.OwnPort.allCases.contains(where: { $0.name == portName }) else {
        return .ordinary
      }
      if type == PortRole.sends.type { return .ghostnote }
      return type == PortRole.monitors.type ? .monitor : .ordinary
    }

    /// The port as wiring sees it.
    public var peer: Wiring.Peer {
      Wiring.Peer(
        address: Wiring.Address(client: client, port: port), clientName: clientName,
        portName: portName, isSource: isSource, isReserved: isReserved, kind: kind)
    }

    private func has(_ bits: Capability) -> Bool {
      Capability(rawValue: capabilities).isSuperset(of: bits)
    }
  }

  /// The kernel's SND_SEQ_PORT_CAP_… bits, from `include/uapi/sound/asequencer.h`; those of Linux 6.5
  /// are not in every alsa-lib's header.
  struct Capability: OptionSet {
    var rawValue: UInt32

    /// READ and SUBS_READ.
    static let source = Capability(rawValue: 1 << 0 | 1 << 5)
    /// WRITE and SUBS_WRITE.
    static let destination = Capability(rawValue: 1 << 1 | 1 << 6)
    /// NO_EXPORT.
    static let notExported = Capability(rawValue: 1 << 7)
    /// INACTIVE: a group of a MIDI 2.0 device that is switched off.
    static let inactive = Capability(rawValue: 1 << 8)
    /// UMP_ENDPOINT: the port of a MIDI 2.0 device where all its groups' events come once more.
    static let wholeEndpoint = Capability(rawValue: 1 << 9)
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
