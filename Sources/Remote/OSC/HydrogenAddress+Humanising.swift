import Commands
import Rhythm

extension HydrogenAddress {
  static let humanising: [HydrogenAddress] = [
    HydrogenAddress("HUMANIZATION_SWING_ABSOLUTE", .numbers(1), does: "`groove swing16`, 1 is 75 %")
    {
      call, _ in try swing(call.number)
    },
    HydrogenAddress("HUMANIZATION_SWING_RELATIVE", .numbers(1), does: "the same, by so much") {
      call, _ in try swing((call.session.swing16 - 50) / mostSwing + call.number)
    },
    HydrogenAddress(
      "HUMANIZATION_TIMING_ABSOLUTE", .numbers(1), does: "`lane DRUM loose` of all lanes, its time"
    ) { call, memory in loosened(call, &memory) { $0.timing = call.number } },
    HydrogenAddress("HUMANIZATION_TIMING_RELATIVE", .numbers(1), does: "the same, by so much") {
      call, memory in loosened(call, &memory) { $0.timing += call.number }
    },
    HydrogenAddress(
      "HUMANIZATION_VELOCITY_ABSOLUTE", .numbers(1),
      does: "`lane DRUM loose` of all lanes, its velocity"
    ) { call, memory in loosened(call, &memory) { $0.velocity = call.number } },
    HydrogenAddress("HUMANIZATION_VELOCITY_RELATIVE", .numbers(1), does: "the same, by so much") {
      call, memory in loosened(call, &memory) { $0.velocity += call.number }
    },
  ]

  /// What Hydrogen's swing of 1 adds to 50 %: an off-beat 16th is late by half a 16th, as in its songs.
  private static let mostSwing = 25.0

  private static func swing(_ amount: Double) throws(CommandError) -> [String] {
    let share = 50 + mostSwing * min(max(amount, 0), 1)
    guard share > 50.01 else { return ["groove off"] }
    return [try line("groove", "swing16", .number((share * 1_000).rounded() / 1_000))]
  }

  /// Hydrogen's amounts of a lane, 0 to 1.
  private struct Humanising {
    var timing: Double
    var velocity: Double

    init(_ looseness: Looseness) {
      let most = Looseness(hydrogenTiming: 1, velocity: 1)
      timing = looseness.milliseconds / most.milliseconds
      velocity = Double(looseness.velocity) / Double(most.velocity)
    }
  }

  /// What Hydrogen has once for a song is changed for each lane of the pattern, from what the lane has.
  private static func loosened(
    _ call: Call, _ memory: inout HydrogenMemory, _ change: (inout Humanising) -> Void
  ) -> [String] {
    // A layout sends several at once, and the session has not said yet what became of the first.
    let recent = memory.loosened.flatMap { call.time - $0.time < 1_000_000_000 ? $0.lanes : nil }
    var lanes: [String: Looseness] = [:]
    let lines = call.session.lanesLooseness.map { voice, looseness in
      var amounts = Humanising(recent?[voice] ?? looseness)
      change(&amounts)
      let next = Looseness(hydrogenTiming: amounts.timing, velocity: amounts.velocity)
      lanes[voice] = next
      return "lane \(voice) loose \(ArgumentValue.number(next.milliseconds).word) \(next.velocity)"
    }
    memory.loosened = HydrogenMemory.LoosenedLanes(lanes: lanes, time: call.time)
    return lines
  }
}
