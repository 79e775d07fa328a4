import Commands
import Foundation
import Rhythm

extension HydrogenAddress {
  static let mixer: [HydrogenAddress] =
    [
      HydrogenAddress("MUTE", does: "`level -60`") { call, memory in mute(call, &memory) },
      HydrogenAddress("UNMUTE", does: "`level` as before MUTE") { call, memory in
        unmute(call, &memory)
      },
      HydrogenAddress("MUTE_TOGGLE", does: "MUTE or UNMUTE") { call, memory in
        isMuted(call) ? unmute(call, &memory) : mute(call, &memory)
      },
      HydrogenAddress("MASTER_VOLUME_ABSOLUTE", .numbers(1), does: "`level`, a gain of 0 to 1.5") {
        call, _ in [try line("level", .number(decibels(call.number)))]
      },
      HydrogenAddress(
        "MASTER_VOLUME_RELATIVE", .numbers(1), does: "`level`, a gain 0.05 more (1) or less (−1)"
      ) { call, _ in
        let next = stepped(gain(call.session.level), by: call.number)
        return [try line("level", .number(decibels(next)))]
      },
    ] + strips

  private static let strips: [HydrogenAddress] = [
    HydrogenAddress("STRIP_VOLUME_ABSOLUTE/X", .numbers(1), does: "`level DRUM`, a gain") {
      call, _ in [try line("level", .text(call.drum.name), .number(decibels(call.number)))]
    },
    HydrogenAddress("STRIP_VOLUME_RELATIVE/X", .numbers(1), does: "the same, by 0.05") { call, _ in
      let next = stepped(gain(call.session.sound(call.drum, .level)), by: call.number)
      return [try line("level", .text(call.drum.name), .number(decibels(next)))]
    },
    HydrogenAddress("PAN_ABSOLUTE/X", .numbers(1), does: "`pan DRUM`, 0 is left and 1 right") {
      call, _ in try pan(call.drum, 2 * call.number - 1)
    },
    HydrogenAddress("PAN_ABSOLUTE_SYM/X", .numbers(1), does: "`pan DRUM`, −1 is left") { call, _ in
      try pan(call.drum, call.number)
    },
    HydrogenAddress("PAN_RELATIVE/X", .numbers(1), does: "`pan DRUM`, a twentieth of the way") {
      call, _ in try pan(call.drum, call.session.sound(call.drum, .pan) + 0.1 * call.number)
    },
    HydrogenAddress(
      "FILTER_CUTOFF_LEVEL_ABSOLUTE/X", .numbers(1),
      does: "`filter DRUM lowpass` and `cutoff DRUM`, 0 is 20 Hz and 127 is 20 kHz"
    ) { call, _ in
      let hertz = (20 * pow(1_000, min(max(call.number / 127, 0), 1))).rounded()
      return [
        "filter \(call.drum.name) lowpass",
        try line("cutoff", .text(call.drum.name), .number(hertz)),
      ]
    },
    HydrogenAddress("STRIP_MUTE_TOGGLE/X", does: "`mute DRUM on`, or off") { call, _ in
      let isOn = call.session.lane(call.drum, is: "mute")
      return [try line("mute", .text(call.drum.name), .flag(!isOn))]
    },
    HydrogenAddress("STRIP_SOLO_TOGGLE/X", does: "`solo DRUM on`, or off") { call, _ in
      let isOn = call.session.lane(call.drum, is: "solo")
      return [try line("solo", .text(call.drum.name), .flag(!isOn))]
    },
  ]

  private static func pan(_ drum: Drum, _ place: Double) throws(CommandError) -> [String] {
    let place = (min(max(place, -1), 1) * 1_000).rounded() / 1_000
    return [try line("pan", .text(drum.name), .number(place))]
  }

  // MARK: Everything

  static func isMuted(_ session: SessionPicture) -> Bool {
    session.level <= Knob.masterLevel.range.lowerBound
  }

  private static func isMuted(_ call: Call) -> Bool { isMuted(call.session) }

  private static func mute(_ call: Call, _ memory: inout HydrogenMemory) -> [String] {
    guard !isMuted(call) else { return [] }
    memory.levelBeforeMute = call.session.level
    return ["level -60"]
  }

  private static func unmute(_ call: Call, _ memory: inout HydrogenMemory) -> [String] {
    guard isMuted(call) else { return [] }
    let level = memory.levelBeforeMute ?? Knob.masterLevel.standard
    return ["level \(ArgumentValue.number(level).word)"]
  }
}
