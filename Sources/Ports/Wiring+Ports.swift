extension Wiring {
  /// A port by number, for as long as it is there.
  public struct Address: Sendable, Hashable {
    /// The kernel's number for the client, which changes each time it returns.
    public var client: UInt8
    /// Number within the client.
    public var port: UInt8

    public init(client: UInt8, port: UInt8) {
      self.client = client
      self.port = port
    }
  }

  /// Somebody else's port.
  public struct Peer: Sendable, Hashable {
    /// Where it is for now; the names outlast it.
    public var address: Address
    /// By which a device is known again.
    public var clientName: String
    /// With `clientName`, what patterns match.
    public var portName: String
    /// It sends to whoever subscribes.
    public var isSource: Bool
    /// System, Midi Through and ports that ask not to be exported: only an exact name takes them.
    public var isReserved: Bool
    public var kind: Kind

    /// What sort of program a port belongs to.
    public enum Kind: Sendable, Hashable {
      case ordinary
      /// A Ghostnote, by whatever name: two that took each other by a wildcard would feed each other
      /// for ever.
      case ghostnote
      /// A listener that somebody has for a while, such as `ghostnote clock monitor`.
      case monitor
    }

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

    /// "client:port", as patterns see it.
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

    /// Others send to it; to the rest it sends.
    public var isInput: Bool { self == .input || self == .clockInput }
  }

  /// A subscription between one of our ports and another.
  public struct Connection: Sendable, Hashable {
    public var own: OwnPort
    public var peer: Address

    public init(own: OwnPort, peer: Address) {
      self.own = own
      self.peer = peer
    }
  }
}
