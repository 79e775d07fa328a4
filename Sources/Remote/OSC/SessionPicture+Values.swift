import ControlSocket
import OSC
import Rhythm

extension SessionPicture {
  /// What faders and buttons show, by the address that sets it; switches are 1 or 0. Empty before
  /// the state is known.
  var values: [OSCAddress: [OSCArgument]] {
    guard isKnown else { return [:] }
    var values: [OSCAddress: [OSCArgument]] = [
      "/ghostnote/playing": [.float32(isRolling ? 1 : 0)],
      "/ghostnote/tempo": [.float32(Float(tempo))],
      "/ghostnote/level": [.float32(Float(level))],
      "/ghostnote/load": [.string(patch)],
      "/ghostnote/pattern": [.string(pattern)],
      "/ghostnote/metronome": [.float32(isMetronomeOn ? 1 : 0)],
      "/ghostnote/record": [.float32(isRecording ? 1 : 0)],
      "/ghostnote/countin": [.int32(Int32(clamping: countInBars))],
    ]
    addDrummer(to: &values)
    addEffects(to: &values)
    for drum in Drum.all { addSound(of: drum, to: &values) }
    return values
  }

  private func addDrummer(to values: inout [OSCAddress: [OSCArgument]]) {
    let drummer = status?["drummer"]
    values["/ghostnote/drummer"] = [.float32(drummer?["isOn"] == .bool(true) ? 1 : 0)]
    for (address, key) in [
      ("/ghostnote/drummer/density" as OSCAddress, "density"),
      ("/ghostnote/drummer/loudness", "loudness"), ("/ghostnote/drummer/wildness", "wildness"),
      ("/ghostnote/drummer/listen", "listening"),
    ] {
      guard let value = drummer?[key]?.number else { continue }
      values[address] = [.float32(Float(value))]
    }
  }

  private func addEffects(to values: inout [OSCAddress: [OSCArgument]]) {
    let effects = document?["kit"]?["effects"]
    for (address, knob) in [
      ("/ghostnote/reverb/decay" as OSCAddress, Knob.reverbDecay),
      ("/ghostnote/delay/feedback", .delayFeedback), ("/ghostnote/delay/tone", .delayTone),
    ] {
      values[address] = [.float32(Float(effects?[knob.key]?.number ?? knob.standard))]
    }
    let time = effects?["delayTime"]?.string ?? "\(DelayTime.standard)"
    values["/ghostnote/delay/time"] = [.string(time)]
  }

  /// The knobs of a drum that are faders, commands of the same name; an output is a number of its own.
  private static let drumKnobs = DrumSound.knobs.map(\.knob).filter { !$0.isWhole }

  private func addSound(of drum: Drum, to values: inout [OSCAddress: [OSCArgument]]) {
    func add(_ word: String, _ value: OSCArgument) {
      guard let address = OSCAddress("/ghostnote/\(word)/\(drum.name)") else { return }
      values[address] = [value]
    }
    for knob in Self.drumKnobs { add(knob.key, .float32(Float(sound(drum, knob)))) }
    let filter = document?["kit"]?["drums"]?[drum.name]?["filter"]?.string
    add("filter", .string(filter ?? DrumFilterKind.off.name))
    for mark in ["mute", "solo"] { add(mark, .float32(lane(drum, is: mark) ? 1 : 0)) }
  }
}
