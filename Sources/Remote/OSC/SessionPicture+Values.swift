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

  private func addSound(of drum: Drum, to values: inout [OSCAddress: [OSCArgument]]) {
    for (word, knob) in [
      ("level", Knob.level), ("pan", .pan), ("tuning", .tuning), ("decay", .decay),
      ("reverb", .reverb), ("delay", .delay), ("cutoff", .cutoff), ("resonance", .resonance),
    ] {
      guard let address = OSCAddress("/ghostnote/\(word)/\(drum.name)") else { continue }
      values[address] = [.float32(Float(sound(drum, knob)))]
    }
    for mark in ["mute", "solo"] {
      guard let address = OSCAddress("/ghostnote/\(mark)/\(drum.name)") else { continue }
      values[address] = [.float32(lane(drum, is: mark) ? 1 : 0)]
    }
  }
}
