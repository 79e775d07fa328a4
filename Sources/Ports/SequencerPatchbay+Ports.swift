extension SequencerPatchbay {
  /// A port's current address.
  public struct Address: Sendable, Hashable {
    /// The kernel's number of the client, which changes when it returns.
    public var client: UInt8
    /// Number within the client.
    public var port: UInt8

    /// A client and port number.
    public init(client: UInt8, port: UInt8) {
      self.client = client
      self.port = port
    }
  }

  /// A port of another client.
  public struct Peer: Sendable, Hashable {
    /// The current address; names are more stable.
    public var address: Address
    /// The name by which a device is recognised.
    public var clientName: String
    /// With `clientName`, the name that patterns match.
    public var portName: String
    /// Whether it can be subscribed to.
    public var isSource: Bool
    /// Whether it is System, Midi Through or a port with NO_EXPORT: only an exact name matches it.
    public var isReserved: Bool
    /// The kind of its client.
    public var kind: Kind

    /// The kind of program that owns a port.
    public enum Kind: Sendable, Hashable {
      case ordinary
      /// A Ghostnote with any name: two that match each other by a wildcard would create an endless
      /// loop.
      case ghostnote
      /// A temporary listener, such as `ghostnote clock monitor`.
      case monitor
    }

    /// A port with these properties.
    public init(
      address: Address, clientName: String, portName: String, isSource: Bool, isReserved: Bool,
      kind: Kind = .ordinary
    ) {
      self.address = address
      self.clientName = clientName
      self.portName = portName
      self.isSource = isSource
      self.isReserved = isReserved
      self.kind = kind
    }

    /// "client:port", as matched by patterns.
    public var name: String { "\(clientName):\(portName)" }
  }

  /// One of our own ports.
  public enum OwnPort: Sendable, Hashable, CaseIterable {
    /// `in`.
    case input
    /// `out`.
    case notes
    /// `clock`.
    case clock
    /// `clock-in`.
    case clockInput

    /// Whether it receives; otherwise it sends.
    public var isInput: Bool { self == .input || self == .clockInput }
  }

  /// A subscription between one of our ports and another client's.
  public struct Connection: Sendable, Hashable {
    /// Our port.
    public var own: OwnPort
    /// The other port.
    public var peer: Address

    /// A connection of `own` and `peer`.
    public init(own: OwnPort, peer: Address) {
      self.own = own
      self.peer = peer
    }
  }
}
