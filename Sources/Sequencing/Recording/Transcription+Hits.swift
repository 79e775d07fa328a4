public import MusicalTime
public import Rhythm

extension Transcription {
  /// Writes down `hits` so that they are at their beats in a loop of `length` played with `groove`.
  ///
  /// Hits outside the loop wrap around. Of two hits of one drum on one beat the louder is kept.
  public init(
    of hits: [Hit], length: Beats, playedWith groove: GrooveUse
  ) throws(PatternError) {
    let hearing = LaneHearing(Voice(.kick), in: RecordingTarget(.empty, groove: groove))
    var hardest: [Hit] = []
    for hit in hits {
      let written = Beats(units: hearing.units(nearest: hit.beat))
      let inLoop = written - length * written.dividedRoundingDown(by: length)
      let velocity = hearing.velocity(heardAs: hit.velocity, amplitude: 1, at: written)
      hardest.append(Hit(drum: hit.drum, velocity: velocity, beat: inLoop))
    }
    hardest.sort()
    var cues: [Cue] = []
    for hit in hardest {
      if let last = cues.last, last.beat == hit.beat, last.voice == Voice(hit.drum) {
        cues.removeLast()
      }
      cues.append(Cue(hit))
    }
    try self.init(of: cues, length: length)
  }
}
