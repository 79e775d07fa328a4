public import MIDI
public import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// `bars` bars of `patch` as `program` plays it, or its steps as they are, on channel 10, at its
  /// tempi or its song's, and what a drummer `drummed` beside them, its beats counted from the
  /// beginning.
  public init(
    _ patch: Patch, bars: Int, program: Program? = nil, drummed: [Hit] = []
  ) throws(MIDIExportError) {
    try self.init(
      patch, until: patch.pattern.bar.length * Int64(bars), program: program ?? Program(patch),
      beside: drummed.map { Cue($0) })
  }

  /// `hits` before `end`, ordered by beat, on channel 10; what is before the beginning is put there.
  public init(_ hits: [Hit], tempo: Tempo, end: Beats) {
    self.init(
      hits.map { Cue($0) }, tempi: [TempoMap.Change(BeatDuration(tempo), at: .zero)], end: end)
  }
}
