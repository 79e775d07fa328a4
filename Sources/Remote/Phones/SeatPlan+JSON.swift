import ControlSocket
import Rhythm

extension SeatPlan {
  /// What everybody is shown, with the delay of all who play tight, and the seat of the phone that makes them wait.
  func node(_ delay: EnsembleDelay) -> JSONNode {
    let slowest = delay.slowest.flatMap { seat(of: $0) }
    return .object([
      "seats": .array(seats.enumerated().map { Self.node($0.offset, $0.element) }),
      "waiting": .array(waiting.filter { $0.lost == nil }.map { .string($0.name) }),
      "delay": .integer(delay.milliseconds),
      "slowest": slowest.map { .integer($0 + 1) } ?? .null,
    ])
  }

  private static func node(_ index: Int, _ seat: Seat) -> JSONNode {
    var members: [String: JSONNode] = [
      "number": .integer(index + 1), "drum": .string(seat.drum.name), "state": .string("free"),
    ]
    if let player = seat.player {
      members["name"] = .string(player.name)
      members["colour"] = .integer(player.colour)
      members["state"] = .string(player.lost == nil ? "here" : "lost")
    }
    return .object(members)
  }

  /// What one phone is shown of itself.
  func node(of token: String, _ delay: EnsembleDelay) -> JSONNode {
    let seat = seat(of: token)
    return .object([
      "token": .string(token), "seat": seat.map { .integer($0 + 1) } ?? .null,
      "place": place(of: token).map { .integer($0) } ?? .null,
      "drum": seat.map { .string(seats[$0].drum.name) } ?? .null,
      "colour": seat.flatMap { seats[$0].player?.colour }.map { .integer($0) } ?? .null,
      "delay": delay.milliseconds(of: token).map { .integer($0) } ?? .null,
      "late": .bool(delay.isLate(token)),
    ])
  }
}

extension SeatPlan.Refusal {
  /// What the person is shown.
  var message: String {
    switch self {
    case .taken(let drum, let name): "\(drum.name): \(name) plays it"
    case .waitingRoomFull: "the waiting room is full; try again later"
    case .notSeated: "a seat must be given first"
    }
  }
}
