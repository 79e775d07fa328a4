public import MusicalTime
public import Rhythm

/// The memory of a compiled program, as the audio thread sees it. Real-time: yes.
///
/// A pure function from a window of beats to hits: nothing here changes, so seeking and looping
/// cannot change what a bar plays, and a search costs the same in bar 1 as in bar 10 000.
@safe public struct ProgramImage: BitwiseCopyable {
  let hits: UnsafePointer<Hit>
  let hitCount: Int
  /// Length of one loop.
  public let length: Beats
  /// Length of the pattern, of which one loop of the program may hold several, each played anew.
  public let patternLength: Beats
  /// Whether the program begins again after `length`; if not, the transport stops there.
  public let loops: Bool
  /// What struck drums silence, by drum index.
  var chokes: InlineArray<26, DrumSet>
  /// Velocity curves, 128 bytes a drum.
  var curves: InlineArray<3328, UInt8>
  /// What live notes and controllers mean.
  public var input: InputTable

  /// A place among the hits of an endless row of loops.
  public struct Place: BitwiseCopyable, Sendable {
    /// Which time round, from 0.
    public var loop: Int64
    /// Index among the hits of one loop.
    public var index: Int

    /// The first hit of all.
    @_noLocks public init() {
      loop = 0
      index = 0
    }

    @_noLocks init(loop: Int64, index: Int) {
      self.loop = loop
      self.index = index
    }
  }

  /// The first hit at or after `beat`; meaningful only where `hasHits`.
  @_noLocks public func place(atOrAfter beat: Beats) -> Place {
    let loop = loops ? beat.dividedRoundingDown(by: length) : 0
    let inLoop = beat - length * loop
    var low = 0
    var high = hitCount
    while low < high {
      let middle = (low &+ high) / 2
      if unsafe hits[middle].beat < inLoop { low = middle &+ 1 } else { high = middle }
    }
    return low == hitCount && loops
      ? Place(loop: loop &+ 1, index: 0) : Place(loop: loop, index: low)
  }

  /// The place after `place`.
  @_noLocks public func place(after place: Place) -> Place {
    let index = place.index &+ 1
    return index == hitCount && loops
      ? Place(loop: place.loop &+ 1, index: 0) : Place(loop: place.loop, index: index)
  }

  /// The hit at `place` with its beat counted from the start of the song, or nil past the end.
  @_noLocks public func hit(at place: Place) -> Hit? {
    guard place.index < hitCount else { return nil }
    var hit = unsafe hits[place.index]
    hit.beat = hit.beat + length * place.loop
    return hit
  }

  /// The drums that a stroke of `drum` silences.
  @_noLocks public func choked(by drum: Drum) -> DrumSet { chokes[Int(drum.index)] }

  /// What the velocity curve of `drum` makes of `velocity`.
  @_noLocks public func shaped(_ velocity: Velocity, of drum: Drum) -> Velocity {
    Velocity(clamping: Int(curves[Int(drum.index) &* 128 &+ Int(velocity.value)]))
  }
}
