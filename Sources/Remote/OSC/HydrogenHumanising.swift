import Commands
import Rhythm

/// Hydrogen's addresses of swing and looseness.
enum HydrogenHumanising {
  /// In the order of Hydrogen's manual.
  static let rows: [HydrogenAddress] = [
    HydrogenAddress("HUMANIZATION_SWING_ABSOLUTE", .numbers(1), does: "`groove swing16`, 1 is 75 %")
    {
      call, memory in try swing(call.number, call, &memory)
    },
    HydrogenAddress("HUMANIZATION_SWING_RELATIVE", .numbers(1), does: "the same, by so much") {
      call, memory in
      try swing((memory.value(.swing16, call) - 50) / mostSwing + call.number, call, &memory)
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

  private static func swing(
    _ amount: Double, _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let share = ((50 + mostSwing * min(max(amount, 0), 1)) * 1_000).rounded() / 1_000
    let isOff = share <= 50.01
    let lines =
      isOff ? ["groove off"] : [try HydrogenAddress.line("groove", "swing16", .number(share))]
    memory.ask(.swing16, isOff ? 50 : share, call)
    return lines
  }

  /// Hydrogen's amounts of a lane, 0 to 1.
  private struct Humanising {
    var timing: Double
    var velocity: Double

    init(milliseconds: Double, velocity: Double) {
      let most = Looseness(hydrogenTiming: 1, velocity: 1)
      timing = milliseconds / most.milliseconds
      self.velocity = velocity / Double(most.velocity)
    }
  }

  /// What Hydrogen has once for a song is changed for each lane of the pattern, from what the lane has.
  private static func loosened(
    _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory,
    _ change: (inout Humanising) -> Void
  ) -> [String] {
    call.session.lanesLooseness.map { voice, _ in
      var amounts = Humanising(
        milliseconds: memory.value(.looseTime(voice), call),
        velocity: memory.value(.looseVelocity(voice), call))
      change(&amounts)
      let next = Looseness(hydrogenTiming: amounts.timing, velocity: amounts.velocity)
      memory.ask(.looseTime(voice), next.milliseconds, call)
      memory.ask(.looseVelocity(voice), Double(next.velocity), call)
      return "lane \(voice) loose \(ArgumentValue.number(next.milliseconds).word) \(next.velocity)"
    }
  }
}
