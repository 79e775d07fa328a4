internal import ALSAGate
internal import Ports

/// The numbers of our ports.
public struct SequencerOwnPorts: Sendable, Hashable {
  /// `in`: receives notes, controllers, clock and transport.
  public let input: UInt8
  /// `out`: sends our notes.
  public let notes: UInt8
  /// `clock`: sends 24-PPQN clock, Start, Continue, Stop and song position.
  public let clock: UInt8
  /// `clock-in`: receives only clock and transport.
  public let clockInput: UInt8
  /// `surface`: controllers with lights, in both directions.
  public let surface: UInt8
  /// Receives the system's announcements; hidden from other programs.
  let watch: UInt8

  /// A port number that does not exist; the kernel never assigns it.
  public static let absent: UInt8 = 255

  /// The name of `surface` in the sequencer.
  static let surfaceName = "surface"

  /// Creates the `wanted` ports, numbered from 0 in this order.
  init(
    _ wanted: Set<Wiring.OwnPort>, hasSurface: Bool, of handle: borrowing SequencerHandle,
    queue: Int32
  ) throws(ALSAError) {
    var numbers: [Wiring.OwnPort: UInt8] = [:]
    for port in Wiring.OwnPort.allCases where wanted.contains(port) {
      numbers[port] = try handle.createPort(
        port.name, Self.role(of: port, among: wanted), stampedBy: queue)
    }
    input = numbers[.input] ?? Self.absent
    notes = numbers[.notes] ?? Self.absent
    clock = numbers[.clock] ?? Self.absent
    clockInput = numbers[.clockInput] ?? Self.absent
    surface =
      hasSurface
      ? try handle.createPort(Self.surfaceName, .lights, stampedBy: queue) : Self.absent
    watch = try handle.createPort("watch", .watches, stampedBy: queue)
  }

  func number(of port: Wiring.OwnPort) -> UInt8 {
    switch port {
    case .input: input
    case .notes: notes
    case .clock: clock
    case .clockInput: clockInput
    }
  }

  func port(numbered number: UInt8) -> Wiring.OwnPort? {
    Wiring.OwnPort.allCases.first { self.number(of: $0) == number }
  }

  /// A client that only has the clock input is a monitor.
  private static func role(of port: Wiring.OwnPort, among wanted: Set<Wiring.OwnPort>) -> PortRole {
    if wanted == [.clockInput] { return .monitors }
    return port.isInput ? .receives : .sends
  }
}

extension Wiring.OwnPort {
  /// The port's name in the sequencer.
  var name: String {
    switch self {
    case .input: "in"
    case .notes: "out"
    case .clock: "clock"
    case .clockInput: "clock-in"
    }
  }
}
