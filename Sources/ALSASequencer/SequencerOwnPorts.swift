internal import ALSAGate
internal import Ports

/// The numbers of our ports.
public struct SequencerOwnPorts: Sendable, Hashable {
  /// `in`: notes, controllers, clock and transport from others.
  public let input: UInt8
  /// `out`: our notes.
  public let notes: UInt8
  /// `clock`: 24-PPQN clock, Start, Continue, Stop, song position.
  public let clock: UInt8
  /// `clock-in`: clock and transport from others, and nothing else.
  public let clockInput: UInt8
  /// Hears the system's announcements; others don't see it.
  let watch: UInt8

  /// The number of a port that there is not; the kernel gives it to none.
  public static let absent: UInt8 = 255

  /// Makes those of the ports that are `wanted`, numbered from 0 in this order.
  init(
    _ wanted: Set<Wiring.OwnPort>, of handle: borrowing SequencerHandle, queue: Int32
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

  /// A client that only hears the clock is somebody's monitor.
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
