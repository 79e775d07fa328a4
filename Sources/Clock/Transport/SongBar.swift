public import MusicalTime

/// The bar in which a song is at a beat. Real-time: yes.
public struct SongBar: BitwiseCopyable, Sendable, Hashable {
  /// Where the song is.
  public var beat: Beats
  /// The beat on which the bar begins.
  public var start: Beats
  /// The number of the bar, from 1.
  public var number: Int64

  /// The bar with that number from `start` on, in which the song is at `beat`.
  @_noLocks public init(beat: Beats, start: Beats, number: Int64) {
    self.beat = beat
    self.start = start
    self.number = number
  }
}
