public import MIDI
public import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as `program` plays it, or its steps as they are, on channel 10, and what
  /// a drummer `drummed` beside them, its beats counted from the beginning.
  public init(_ patch: Patch, bars: Int, program: Program? = nil, drummed: [Hit] = []) {
    let end = patch.pattern.barLength * Int64(bars)
    let program = program ?? Program(patch)
    let cues = program.cues(from: .zero, to: end, at: patch.tempo, lands: true)
    let all = drummed.isEmpty ? cues : (cues + drummed.map { Cue($0) }).sorted()
    self.init(all, tempi: [TempoMap.Change(BeatDuration(patch.tempo), at: .zero)], end: end)
  }

  /// `hits` before `end`, ordered by beat, on channel 10; what is before the beginning is put there.
  public init(_ hits: [Hit], tempo: Tempo, end: Beats) {
    self.init(
      hits.map { Cue($0) }, tempi: [TempoMap.Change(BeatDuration(tempo), at: .zero)], end: end)
  }
}
