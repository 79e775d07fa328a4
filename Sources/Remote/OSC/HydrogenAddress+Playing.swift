import Commands
import Foundation
import Rhythm

extension HydrogenAddress {
  static let transport: [HydrogenAddress] = [
    HydrogenAddress("PLAY", does: "`continue`: goes on from where it is") { _, _ in ["continue"] },
    HydrogenAddress("STOP", does: "`stop`, and back to the beginning") { _, _ in rewound },
    HydrogenAddress("PAUSE", does: "`stop`") { _, _ in ["stop"] },
    HydrogenAddress("PLAY_STOP_TOGGLE", does: "PLAY or STOP") { call, _ in
      call.session.isRolling ? rewound : ["continue"]
    },
    HydrogenAddress("PLAY_PAUSE_TOGGLE", does: "PLAY or PAUSE") { call, _ in
      [call.session.isRolling ? "stop" : "continue"]
    },
    HydrogenAddress("NEXT_BAR", does: "`locate` the next bar") { call, _ in
      try moved(by: 1, call)
    },
    HydrogenAddress("PREVIOUS_BAR", does: "`locate` the bar before") { call, _ in
      try moved(by: -1, call)
    },
    HydrogenAddress(
      "RELOCATE",
      not: "a song's sections are not places of their own; `/ghostnote/locate` takes a beat"),
    HydrogenAddress("BPM", .numbers(1), does: "`tempo`") { call, _ in try tempo(call.number) },
    HydrogenAddress("BPM_INCR", .numbers(1), does: "`tempo`, so much faster") { call, _ in
      try tempo(call.session.tempo + call.number)
    },
    HydrogenAddress("BPM_DECR", .numbers(1), does: "`tempo`, so much slower") { call, _ in
      try tempo(call.session.tempo - call.number)
    },
    HydrogenAddress("TAP_TEMPO", does: "`tap`") { _, _ in ["tap"] },
    HydrogenAddress("BEATCOUNTER", does: "`tap`") { _, _ in ["tap"] },
  ]

  static let recording: [HydrogenAddress] = [
    HydrogenAddress("RECORD_READY", does: "`record on`, or off") { call, _ in
      [call.session.isRecording ? "record off" : "record on"]
    },
    HydrogenAddress("RECORD_STROBE", does: "`record on` and PLAY") { _, _ in
      ["record on", "continue"]
    },
    HydrogenAddress("RECORD_STROBE_TOGGLE", does: "RECORD_STROBE, or `record off`") { call, _ in
      call.session.isRecording ? ["record off"] : ["record on", "continue"]
    },
    HydrogenAddress("RECORD_EXIT", does: "`record off`") { _, _ in ["record off"] },
    HydrogenAddress("COUNT_IN", does: "`play` after a bar of clicks") { call, _ in countIn(call) },
    HydrogenAddress("COUNT_IN_STOP_TOGGLE", does: "COUNT_IN or STOP") { call, _ in
      call.session.isRolling ? rewound : countIn(call)
    },
    HydrogenAddress("COUNT_IN_PAUSE_TOGGLE", does: "COUNT_IN or PAUSE") { call, _ in
      call.session.isRolling ? ["stop"] : countIn(call)
    },
    HydrogenAddress("TOGGLE_METRONOME", does: "`metronome on`, or off") { call, _ in
      [call.session.isMetronomeOn ? "metronome off" : "metronome on"]
    },
  ]

  private static let rewound = ["stop", "locate 1"]

  private static func countIn(_ call: Call) -> [String] {
    call.session.countInBars > 0 ? ["play"] : ["countin 1", "play"]
  }

  private static func tempo(_ bpm: Double) throws(CommandError) -> [String] {
    [try line("tempo", .number((bpm * 1_000).rounded() / 1_000))]
  }

  private static func moved(by bars: Double, _ call: Call) throws(CommandError) -> [String] {
    let (length, origin) = (call.session.barLength, call.session.origin)
    let beat = (call.session.beat(at: call.time) ?? 0) - origin
    let bar = max((beat / length + 1e-6).rounded(.down) + bars, 0)
    return [try line("locate", .number(origin + bar * length + 1))]
  }

  static let notes: [HydrogenAddress] = [
    HydrogenAddress("NOTE_ON", .numbers(2), does: "`hit`, velocity 0 to 1; notes 35 to 60") {
      call, _ in
      guard call.numbers[1] > 0 else { return [] }
      guard let note = UInt8(exactly: call.number.rounded()), let drum = Drum(note: note) else {
        throw CommandError("NOTE_ON: expected a note of 35 to 60, found \(call.number)")
      }
      let velocity = min(max((127 * call.numbers[1]).rounded(), 1), 127)
      return [try line("hit", .text(drum.name), .number(velocity))]
    },
    HydrogenAddress(
      "NOTE_OFF", .numbers(1), does: "nothing: a drum's sound ends by itself"
    ) { _, _ in [] },
    HydrogenAddress(
      "SELECT_INSTRUMENT", .numbers(1), does: "what CLEAR_SELECTED_INSTRUMENT clears, from 0"
    ) { call, memory in
      _ = try drum(whole(call.number))
      memory.instrument = whole(call.number)
      return []
    },
    HydrogenAddress(
      "INSTRUMENT_PITCH", .numbers(2), does: "`tuning`, in semitones; instruments from 0"
    ) { call, _ in
      let cents = min(max(100 * call.numbers[1], -2_400), 2_400)
      return [try line("tuning", .text(try drum(whole(call.number)).name), .number(cents))]
    },
    HydrogenAddress("CLEAR_INSTRUMENT", .numbers(1), does: "`clear DRUM`, from 0") { call, _ in
      ["clear \(try drum(whole(call.number)).name)"]
    },
    HydrogenAddress("CLEAR_SELECTED_INSTRUMENT", does: "`clear DRUM`") { _, memory in
      ["clear \(try drum(memory.instrument).name)"]
    },
    HydrogenAddress("CLEAR_PATTERN", does: "`clear`") { _, _ in ["clear"] },
  ]
}
