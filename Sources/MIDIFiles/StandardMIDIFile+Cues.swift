public import MIDI
public import MusicalTime
public import Sequencing

extension StandardMIDIFile {
  /// Exports sorted cues, drums on channel 10, notes on their own channels; negative beats become
  /// 0, cues at or after `end` are left out.
  ///
  /// One track (format 0), or a track for tempo and meter and one per voice (format 1). The
  /// division is the coarsest multiple of 960 ticks per beat that represents every cue exactly, or
  /// 960 if none does.
  public init(
    _ cues: [Cue], tempi: [TempoMap.Change], meters: [MeterMap.Change] = [], end: Beats,
    format: Format = .single
  ) {
    let export = CueExport(cues, tempi: tempi, meters: meters, end: end)
    self.init(
      format: format, division: export.division,
      tracks: format == .single ? [export.song] : export.tracks)
  }
}

extension StandardMIDIFile.Track {
  /// General MIDI's drum channel, counted from 0.
  static let drumChannel: UInt8 = 9
  /// The length of a note that is not held.
  static let gate = Beats(1, over: 6)
}
