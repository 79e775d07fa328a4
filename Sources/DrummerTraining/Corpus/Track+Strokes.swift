import MIDI
import MusicalTime
import Rhythm

/// A note-on, before anybody says which drum it is.
struct Stroke: Hashable {
  var note: UInt8
  var velocity: Velocity
  var beat: Beats
}

extension StandardMIDIFile.Track {
  /// The strokes of the drums: those on channel 10 where there are any, else those of all channels,
  /// since a pad recorded by itself may send on any.
  var strokes: [Stroke] {
    var drums: [Stroke] = []
    var others: [Stroke] = []
    for event in events {
      guard let message = event.message, message.kind == 0x90,
        let velocity = Velocity(exactly: Int(message.data2))
      else { continue }
      let stroke = Stroke(note: message.data1, velocity: velocity, beat: event.beat)
      if message.channel == 9 {
        drums.append(stroke)
      } else if drums.isEmpty {
        others.append(stroke)
      }
    }
    return drums.isEmpty ? others : drums
  }
}
