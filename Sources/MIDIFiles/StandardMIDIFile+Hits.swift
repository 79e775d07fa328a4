public import MIDI
public import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// Exports `bars` bars of `patch` on channel 10: `program` as played, or the steps as written,
  /// with the tempi of the patch or song, plus the hits `drummed` by a drummer, whose beats count
  /// from the beginning.
  public init(
    _ patch: Patch, bars: Int, program: Program? = nil, drummed: [Hit] = []
  ) throws(MIDIExportError) {
    try self.init(
      patch, until: patch.pattern.bar.length * Int64(bars), program: program ?? Program(patch),
      beside: drummed.map { Cue($0) })
  }

  /// The `hits` before `end`, ordered by beat, on channel 10; negative beats become 0.
  public init(_ hits: [Hit], tempo: Tempo, end: Beats) {
    self.init(
      hits.map { Cue($0) }, tempi: [TempoMap.Change(BeatDuration(tempo), at: .zero)], end: end)
  }
}
