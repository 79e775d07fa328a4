public import MIDI
import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile.Track {
  /// The notes of some channels in order; drum notes are mapped by `map`. A note lasts until its
  /// note-off, or has length 0 without one.
  public func cues(_ channels: MIDIChannels, map: InputMap = .standard) -> [Cue] {
    var cues: [Cue] = []
    // The cue that each of the 16 channels' 128 notes started last.
    var open = [Int?](repeating: nil, count: 2_048)
    let hasDrums = events.contains { $0.message?.velocityStruck != nil && $0.message?.channel == 9 }
    for event in events {
      guard let message = event.message, message.kind == 0x90 || message.kind == 0x80 else {
        continue
      }
      let key = Int(message.channel) * 128 + Int(message.data1)
      if let begun = open[key] {
        // A second note-on also ends the first.
        cues[begun].duration = event.beat - cues[begun].beat
        open[key] = nil
      }
      guard let velocity = message.velocityStruck,
        let voice = channels.voice(of: message, map: map, hasDrums: hasDrums)
      else { continue }
      open[key] = cues.count
      cues.append(Cue(voice: voice, velocity: velocity, beat: event.beat))
    }
    return cues
  }

  /// The notes that `map` assigns to another drum, by note.
  func remapped(_ channels: MIDIChannels, map: InputMap) -> [ImportedSong.Remapping] {
    let hasDrums = events.contains { $0.message?.velocityStruck != nil && $0.message?.channel == 9 }
    var counts: [UInt8: (drum: Drum, count: Int)] = [:]
    for case let message? in events.map(\.message) where message.velocityStruck != nil {
      guard let drum = channels.voice(of: message, map: map, hasDrums: hasDrums)?.drum,
        drum.note != message.data1
      else { continue }
      counts[message.data1, default: (drum, 0)].count += 1
    }
    return counts.sorted { $0.key < $1.key }.map {
      ImportedSong.Remapping(note: $0.key, drum: $0.value.drum, count: $0.value.count)
    }
  }
}

extension MIDIChannels {
  fileprivate func voice(of message: ShortMessage, map: InputMap, hasDrums: Bool) -> Voice? {
    let isOfDrumChannel = message.channel == StandardMIDIFile.Track.drumChannel
    let isDrum: Bool
    switch self {
    case .drums:
      guard isOfDrumChannel || !hasDrums else { return nil }
      isDrum = true
    case .all: isDrum = isOfDrumChannel
    case .channel(let channel):
      guard message.channel == channel else { return nil }
      isDrum = true
    }
    if isDrum, let drum = map.drum(forNote: message.data1) { return Voice(drum) }
    return Voice(note: Int(message.data1), channel: Int(message.channel))
  }
}

extension ShortMessage {
  /// The velocity of a note-on; nil for other messages.
  fileprivate var velocityStruck: Velocity? {
    kind == 0x90 ? Velocity(exactly: Int(data2)) : nil
  }
}
