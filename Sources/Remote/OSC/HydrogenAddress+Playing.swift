import Commands
import Foundation
import MusicalTime
import Rhythm

extension HydrogenAddress {
  static let transport: [HydrogenAddress] = [
    HydrogenAddress("PLAY", does: "`continue`: goes on from where it is") { play($0, &$1) },
    HydrogenAddress("STOP", does: "`stop`, and back to the beginning") { rewind($0, &$1) },
    HydrogenAddress("PAUSE", does: "`stop`") { pause($0, &$1) },
    HydrogenAddress("PLAY_STOP_TOGGLE", does: "PLAY or STOP") { call, memory in
      memory.isOn(.playing, call) ? rewind(call, &memory) : play(call, &memory)
    },
    HydrogenAddress("PLAY_PAUSE_TOGGLE", does: "PLAY or PAUSE") { call, memory in
      memory.isOn(.playing, call) ? pause(call, &memory) : play(call, &memory)
    },
    HydrogenAddress("NEXT_BAR", does: "`locate` the next bar") { call, memory in
      let beat = memory.value(.beat, call)
      return try locate(call.session.barLine(after: beat), call, &memory)
    },
    HydrogenAddress("PREVIOUS_BAR", does: "`locate` the bar before") { call, memory in
      let beat = memory.value(.beat, call)
      return try locate(call.session.barLine(before: beat), call, &memory)
    },
    HydrogenAddress(
      "RELOCATE",
      not: "a song's sections are not places of their own; `/ghostnote/locate` takes a beat"),
    HydrogenAddress("BPM", .numbers(1), does: "`tempo`") { call, memory in
      try tempo(call.number, call, &memory)
    },
    HydrogenAddress("BPM_INCR", .numbers(1), does: "`tempo`, so much faster") { call, memory in
      try tempo(memory.value(.tempo, call) + call.number, call, &memory)
    },
    HydrogenAddress("BPM_DECR", .numbers(1), does: "`tempo`, so much slower") { call, memory in
      try tempo(memory.value(.tempo, call) - call.number, call, &memory)
    },
    HydrogenAddress("TAP_TEMPO", does: "`tap`") { _, _ in ["tap"] },
    HydrogenAddress("BEATCOUNTER", does: "`tap`") { _, _ in ["tap"] },
  ]

  static let recording: [HydrogenAddress] = [
    HydrogenAddress("RECORD_READY", does: "`record on`, or off") { call, memory in
      record(!memory.isOn(.recording, call), call, &memory)
    },
    HydrogenAddress("RECORD_STROBE", does: "`record on` and PLAY") { call, memory in
      record(true, call, &memory) + play(call, &memory)
    },
    HydrogenAddress("RECORD_STROBE_TOGGLE", does: "RECORD_STROBE, or `record off`") {
      call, memory in
      memory.isOn(.recording, call)
        ? record(false, call, &memory) : record(true, call, &memory) + play(call, &memory)
    },
    HydrogenAddress("RECORD_EXIT", does: "`record off`") { record(false, $0, &$1) },
    HydrogenAddress("COUNT_IN", does: "`play` after a bar of clicks") { countIn($0, &$1) },
    HydrogenAddress("COUNT_IN_STOP_TOGGLE", does: "COUNT_IN or STOP") { call, memory in
      memory.isOn(.playing, call) ? rewind(call, &memory) : countIn(call, &memory)
    },
    HydrogenAddress("COUNT_IN_PAUSE_TOGGLE", does: "COUNT_IN or PAUSE") { call, memory in
      memory.isOn(.playing, call) ? pause(call, &memory) : countIn(call, &memory)
    },
    HydrogenAddress("TOGGLE_METRONOME", does: "`metronome on`, or off") { call, memory in
      let isOn = memory.isOn(.metronome, call)
      memory.ask(.metronome, isOn: !isOn, call)
      return [isOn ? "metronome off" : "metronome on"]
    },
  ]

  static func play(_ call: Call, _ memory: inout HydrogenMemory) -> [String] {
    memory.ask(.playing, isOn: true, call)
    return ["continue"]
  }

  private static func pause(_ call: Call, _ memory: inout HydrogenMemory) -> [String] {
    memory.ask(.playing, isOn: false, call)
    return ["stop"]
  }

  private static func rewind(_ call: Call, _ memory: inout HydrogenMemory) -> [String] {
    memory.ask(.beat, 0, call)
    return pause(call, &memory) + ["locate 1"]
  }

  private static func record(
    _ isOn: Bool, _ call: Call, _ memory: inout HydrogenMemory
  ) -> [String] {
    memory.ask(.recording, isOn: isOn, call)
    return [isOn ? "record on" : "record off"]
  }

  private static func countIn(_ call: Call, _ memory: inout HydrogenMemory) -> [String] {
    memory.ask(.playing, isOn: true, call)
    return call.session.countInBars > 0 ? ["play"] : ["countin 1", "play"]
  }

  private static func tempo(
    _ bpm: Double, _ call: Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let bpm = (bpm * 1_000).rounded() / 1_000
    let lines = [try line("tempo", .number(bpm))]
    memory.ask(.tempo, bpm, call)
    return lines
  }

  private static func locate(
    _ beat: Double, _ call: Call, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let beat = max(beat, 0)
    let lines = [try line("locate", .number(beat + 1))]
    memory.ask(.beat, beat, call)
    return lines
  }

  static let notes: [HydrogenAddress] = [
    HydrogenAddress(
      "NOTE_ON", .numbers(2),
      does: "`hit`, velocity \(Amount.range.words()); notes \(Drum.notes.words())"
    ) {
      call, _ in
      guard call.numbers[1] > 0 else { return [] }
      guard let note = UInt8(exactly: call.number.rounded()), let drum = Drum(note: note) else {
        let problem = Drum.notes.expected("a note", found: call.number.written)
        throw CommandError("NOTE_ON: \(problem)")
      }
      let velocity = Velocity(share: call.numbers[1])
      return [try line("hit", .text(drum.name), .number(Double(velocity.value)))]
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
      let range = Knob.tuning.range
      let cents = min(max(100 * call.numbers[1], range.lowerBound), range.upperBound)
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
