import OSC
import Rhythm

extension SessionPicture {
  /// What Hydrogen sends of its own accord, by address.
  var hydrogenValues: [OSCAddress: [OSCArgument]] {
    guard isKnown else { return [:] }
    let isMuted = HydrogenMixer.isMuted(level)
    var values: [OSCAddress: [OSCArgument]] = [
      "/Hydrogen/MASTER_VOLUME_ABSOLUTE": [.float32(Float(HydrogenAddress.shownGain(level)))],
      "/Hydrogen/TOGGLE_METRONOME": [.float32(isMetronomeOn ? 1 : 0)],
      "/Hydrogen/MUTE_TOGGLE": [.float32(isMuted ? 1 : 0)],
    ]
    for drum in Drum.all.dropFirst() {
      let strip = Int(drum.note) - 35
      let pan = sound(drum, .pan)
      for (name, value) in [
        ("STRIP_VOLUME_ABSOLUTE", HydrogenAddress.shownGain(sound(drum, .level))),
        ("PAN_ABSOLUTE", (pan + 1) / 2), ("PAN_ABSOLUTE_SYM", pan),
        ("STRIP_MUTE_TOGGLE", lane(drum, is: "mute") ? 1 : 0),
        ("STRIP_SOLO_TOGGLE", lane(drum, is: "solo") ? 1 : 0),
      ] {
        guard let address = OSCAddress("/Hydrogen/\(name)/\(strip)") else { continue }
        values[address] = [.float32(Float(value))]
      }
    }
    return values
  }
}
