import Commands
import Foundation
import MusicalTime
import Rhythm

/// Hydrogen's addresses of levels, pan and filters.
enum HydrogenMixer {
  /// What the ends of a controller are as cutoffs.
  private static let cutoffs: String = {
    let range = Knob.cutoff.range
    let highest = (range.upperBound / 1_000).written
    return "0 is \(range.lowerBound.written) Hz and 127 is \(highest) kHz"
  }()

  /// In the order of Hydrogen's manual.
  static let rows: [HydrogenAddress] =
    [
      HydrogenAddress("MUTE", does: "`level \(Knob.masterLevel.range.lowerBound.written)`") {
        try mute($0, &$1)
      },
      HydrogenAddress("UNMUTE", does: "`level` as before MUTE") { try unmute($0, &$1) },
      HydrogenAddress("MUTE_TOGGLE", does: "MUTE or UNMUTE") { call, memory in
        try isMuted(call, memory) ? unmute(call, &memory) : mute(call, &memory)
      },
      HydrogenAddress(
        "MASTER_VOLUME_ABSOLUTE", .numbers(1),
        does:
          "`level`, a gain of \(HydrogenAddress.gains.words()); more is shown as \(HydrogenAddress.gains.upperBound)"
      ) {
        call, memory in try level(HydrogenAddress.decibels(call.number), call, &memory)
      },
      HydrogenAddress(
        "MASTER_VOLUME_RELATIVE", .numbers(1),
        does:
          "`level`, a gain 0.05 more (1), up to \(HydrogenAddress.gains.upperBound) or what it is, or less (−1)"
      ) { call, memory in
        let next = HydrogenAddress.stepped(
          HydrogenAddress.gain(memory.value(.masterLevel, call)), by: call.number)
        return try level(HydrogenAddress.decibels(next), call, &memory)
      },
    ] + strips

  private static let strips: [HydrogenAddress] = [
    HydrogenAddress("STRIP_VOLUME_ABSOLUTE/X", .numbers(1), does: "`level DRUM`, a gain") {
      call, memory in try drumLevel(call.number, call, &memory)
    },
    HydrogenAddress("STRIP_VOLUME_RELATIVE/X", .numbers(1), does: "the same, by 0.05") {
      call, memory in
      let now = HydrogenAddress.gain(memory.value(.level(call.drum), call))
      return try drumLevel(HydrogenAddress.stepped(now, by: call.number), call, &memory)
    },
    HydrogenAddress("PAN_ABSOLUTE/X", .numbers(1), does: "`pan DRUM`, 0 is left and 1 right") {
      call, memory in try pan(2 * call.number - 1, call, &memory)
    },
    HydrogenAddress("PAN_ABSOLUTE_SYM/X", .numbers(1), does: "`pan DRUM`, −1 is left") {
      call, memory in try pan(call.number, call, &memory)
    },
    HydrogenAddress("PAN_RELATIVE/X", .numbers(1), does: "`pan DRUM`, a twentieth of the way") {
      call, memory in
      try pan(memory.value(.pan(call.drum), call) + 0.1 * call.number, call, &memory)
    },
    HydrogenAddress(
      "FILTER_CUTOFF_LEVEL_ABSOLUTE/X", .numbers(1),
      does: "`filter DRUM lowpass` and `cutoff DRUM`, \(cutoffs)"
    ) { call, _ in
      let range = Knob.cutoff.range
      let ratio = range.upperBound / range.lowerBound
      let hertz = (range.lowerBound * pow(ratio, min(max(call.number / 127, 0), 1))).rounded()
      return [
        "filter \(call.drum.name) lowpass",
        try HydrogenAddress.line("cutoff", .text(call.drum.name), .number(hertz)),
      ]
    },
    HydrogenAddress("STRIP_MUTE_TOGGLE/X", does: "`mute DRUM on`, or off; it needs a lane") {
      call, memory in
      try toggle("mute", .muted(call.drum), call, &memory)
    },
    HydrogenAddress("STRIP_SOLO_TOGGLE/X", does: "`solo DRUM on`, or off; it needs a lane") {
      call, memory in
      try toggle("solo", .soloed(call.drum), call, &memory)
    },
  ]

  private static func drumLevel(
    _ gain: Double, _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let level = HydrogenAddress.decibels(gain)
    let lines = [try HydrogenAddress.line("level", .text(call.drum.name), .number(level))]
    memory.ask(.level(call.drum), level, call)
    return lines
  }

  private static func pan(
    _ place: Double, _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let range = Knob.pan.range
    let place = (min(max(place, range.lowerBound), range.upperBound) * 1_000).rounded() / 1_000
    let lines = [try HydrogenAddress.line("pan", .text(call.drum.name), .number(place))]
    memory.ask(.pan(call.drum), place, call)
    return lines
  }

  private static func toggle(
    _ path: String, _ setting: HydrogenSetting, _ call: HydrogenAddress.Call,
    _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let isOn = !memory.isOn(setting, call)
    let lines = [try HydrogenAddress.line(path, .text(call.drum.name), .flag(isOn))]
    memory.ask(setting, isOn: isOn, call)
    return lines
  }

  // MARK: Everything

  private static func level(
    _ decibels: Double, _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let lines = [try HydrogenAddress.line("level", .number(decibels))]
    memory.ask(.masterLevel, decibels, call)
    return lines
  }

  /// Whether nothing is heard at that level, in dB.
  static func isMuted(_ level: Double) -> Bool { level <= Knob.masterLevel.range.lowerBound }

  private static func isMuted(_ call: HydrogenAddress.Call, _ memory: HydrogenMemory) -> Bool {
    isMuted(memory.value(.masterLevel, call))
  }

  private static func mute(
    _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    guard !isMuted(call, memory) else { return [] }
    memory.levelBeforeMute = memory.value(.masterLevel, call)
    return try level(Knob.masterLevel.range.lowerBound, call, &memory)
  }

  private static func unmute(
    _ call: HydrogenAddress.Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    guard isMuted(call, memory) else { return [] }
    return try level(memory.levelBeforeMute ?? Knob.masterLevel.standard, call, &memory)
  }
}
