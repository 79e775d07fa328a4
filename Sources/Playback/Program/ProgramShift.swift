public import MusicalTime

/// How much later a program's beginning falls than that of the program before, for the song to go on where it is.
/// Real-time: yes.
public struct ProgramShift: BitwiseCopyable, Sendable {
  /// How much later.
  public var beats: Beats
  /// `EngineStatus.landings` of where the song is: after a jump the beginning is not moved, since it has another place.
  public var landings: Int64

  /// Where the program before begins.
  public static var zero: ProgramShift { @_noLocks get { ProgramShift(.zero, after: 0) } }

  /// Later by `beats`, found with the song where it is after that number of `landings`.
  @_noLocks public init(_ beats: Beats, after landings: Int64) {
    self.beats = beats
    self.landings = landings
  }
}
