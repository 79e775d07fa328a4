public import ALSAGate
internal import CALSA
public import Ports

/// Lists the contents of the kernel's sequencer without creating ports.
public enum SequencerPorts {
  /// A port of a client.
  public struct Entry: Sendable, Hashable {
    /// The client's number.
    public let client: UInt8
    /// The client's name.
    public let clientName: String
    /// The number within the client.
    public let port: UInt8
    /// The port's name.
    public let portName: String
    /// Whether it belongs to a device or the kernel rather than to a program.
    public let isKernel: Bool
    /// The kernel's SND_SEQ_PORT_CAP_… bits.
    public let capabilities: UInt32
    /// The kernel's SND_SEQ_PORT_TYPE_… bits.
    public let type: UInt32

    /// A port with these properties.
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

    /// Whether others can subscribe to its output.
    public var isSource: Bool { has(.source) && !has(.inactive) }

    /// Whether others can send to it.
    public var isDestination: Bool { has(.destination) && !has(.inactive) }

    /// Whether it should not be shown, or cannot be subscribed to.
    public var isHidden: Bool { has(.notExported) || !(isSource || isDestination) }

    /// System, Midi Through, ports with NO_EXPORT, and the MIDI 2.0 endpoint port that repeats the
    /// events of all others: only an exact name matches them.
    public var isReserved: Bool {
      client == 0 || clientName == "Midi Through" || has(.notExported) || has(.wholeEndpoint)
    }

    /// The kind of its client.
    var kind: Wiring.Peer.Kind {
      if !isKernel, portName == SequencerOwnPorts.surfaceName, type == PortRole.lights.type {
        return .ghostnote
      }
      guard !isKernel, Wiring.OwnPort.allCases.contains(where: { $0.name == portName }) else {
        return .ordinary
      }
      if type == PortRole.sends.type { return .ghostnote }
      return type == PortRole.monitors.type ? .monitor : .ordinary
    }

    /// The port as used for automatic connection.
    public var peer: Wiring.Peer {
      Wiring.Peer(
        address: Wiring.Address(client: client, port: port), clientName: clientName,
        portName: portName, isSource: isSource, isReserved: isReserved, kind: kind)
    }

    private func has(_ bits: Capability) -> Bool {
      Capability(rawValue: capabilities).isSuperset(of: bits)
    }
  }

  /// The kernel's SND_SEQ_PORT_CAP_… bits, from `include/uapi/sound/asequencer.h`; those of Linux
  /// 6.5 are missing from older alsa-lib headers.
  struct Capability: OptionSet {
    var rawValue: UInt32

    /// READ and SUBS_READ.
    static let source = Capability(rawValue: 1 << 0 | 1 << 5)
    /// WRITE and SUBS_WRITE.
    static let destination = Capability(rawValue: 1 << 1 | 1 << 6)
    /// NO_EXPORT.
    static let notExported = Capability(rawValue: 1 << 7)
    /// INACTIVE: a disabled group of a MIDI 2.0 device.
    static let inactive = Capability(rawValue: 1 << 8)
    /// UMP_ENDPOINT: the port of a MIDI 2.0 device that repeats the events of all groups.
    static let wholeEndpoint = Capability(rawValue: 1 << 9)
  }

  /// All ports, ordered by number.
  public static func list() throws(ALSAError) -> [Entry] {
    let handle = try SequencerHandle.open(name: "ghostnote-ports")
    return handle.entries().filter { $0.client != handle.client }
  }

  /// The numbers of the clients with this name, for instance of a second daemon.
  public static func clients(named name: String) throws(ALSAError) -> [UInt8] {
    let handle = try SequencerHandle.open(name: "ghostnote-ports")
    return handle.clients().filter { $0.name == name && $0.number != handle.client }.map(\.number)
  }
}
