import MIDI
import MusicalTime
import Rhythm

/// A note-on before it is mapped to a drum.
struct CorpusHit: Hashable {
  var note: UInt8
  var velocity: Velocity
  var beat: Beats
}

extension StandardMIDIFile.Track {
  /// The drum hits: notes on channel 10, or on all channels if channel 10 has none, because a
  /// single pad may send on any channel.
  var strokes: [CorpusHit] {
    var drums: [CorpusHit] = []
    var others: [CorpusHit] = []
    for event in events {
      guard let message = event.message, message.kind == 0x90,
        let velocity = Velocity(exactly: Int(message.data2))
      else { continue }
      let stroke = CorpusHit(note: message.data1, velocity: velocity, beat: event.beat)
      if message.channel == 9 {
        drums.append(stroke)
      } else if drums.isEmpty {
        others.append(stroke)
      }
    }
    return drums.isEmpty ? others : drums
  }
}
