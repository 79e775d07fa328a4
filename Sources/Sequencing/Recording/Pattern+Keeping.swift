public import MusicalTime
public import Rhythm

extension Pattern {
  /// This pattern with lanes and grid replaced so that they play `hits` at their beats, in a loop
  /// of `length` played with `groove`; name, clips, accent, groove and loop are kept.
  ///
  /// Hits outside the loop wrap around. Of two hits of one drum on one beat the louder is kept.
  public func keeping(
    _ hits: [Hit], length: Beats, playedWith groove: GrooveUse
  ) throws(PatternError) -> Pattern {
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
    let played = try Pattern(name: name, playing: cues, length: length)
    var kept = try with(grid: played.grid, lanes: played.lanes)
    kept.meter = nil
    return kept
  }
}
