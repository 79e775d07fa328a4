public import MIDI
import MusicalTime
public import Rhythm
import Sequencing

extension Groove {
  /// Extracts the groove of a file's notes, from bars of the most frequent length.
  public init(
    name: String, of track: StandardMIDIFile.Track, _ channels: MIDIChannels = .drums,
    map: InputMap = .standard
  ) throws(GrooveError) {
    let lines = BarLines(track)
    var samples: [Beats: [Sample]] = [:]
    for cue in track.cues(channels, map: map) {
      let stretch = lines.stretches[lines.stretch(at: cue.beat)]
      let inStretch = cue.beat - stretch.beat
      let bar = stretch.barLength * inStretch.dividedRoundingDown(by: stretch.barLength)
      samples[stretch.barLength, default: []].append(Sample(inStretch - bar, cue.velocity))
    }
    let usual = samples.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let usual else { throw .silence }
    try self.init(name: name, of: usual.value, barLength: usual.key)
  }
}
