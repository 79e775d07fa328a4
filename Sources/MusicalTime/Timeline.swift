/// A two-way mapping between beats and frames at one tempo: beat `beatOrigin` is at `frameOrigin`.
///
/// Whole-number arithmetic throughout: `frame(at: beat(at: f)) == f` for every frame, and a window
/// of frames covers exactly the beats whose frames lie in it, so no hit is lost or doubled between
/// blocks. Real-time: yes.
public struct Timeline: BitwiseCopyable, Sendable, Hashable {
  /// The current tempo.
  public let tempo: Tempo
  /// The sample rate of `frameOrigin`.
  public let sampleRate: SampleRate
  /// The beat that falls on `frameOrigin`.
  public let beatOrigin: Beats
  /// The frame on which `beatOrigin` falls.
  public let frameOrigin: Frame

  /// Whether `beatOrigin` falls in the middle of `frameOrigin`, so that each beat falls on the frame
  /// nearest to its time; else on its beginning, so that each falls on the frame that it comes in.
  public let isCentred: Bool

  /// A mapping at `tempo` on which `beatOrigin` falls on `frameOrigin`.
  @_noLocks public init(
    tempo: Tempo, sampleRate: SampleRate, beatOrigin: Beats, frameOrigin: Frame,
    isCentred: Bool = false
  ) {
    self.tempo = tempo
    self.sampleRate = sampleRate
    self.beatOrigin = beatOrigin
    self.frameOrigin = frameOrigin
    self.isCentred = isCentred
  }

  /// Beat units times `unitsScale` equal frames times `framesScale`.
  private var unitsScale: Int128 { Int128(tempo.microbpm) * 2_882_880 }
  private var framesScale: Int128 { Int128(sampleRate.hertz) * 60_000_000 }

  /// The beat heard as `frame` begins, rounded down to a unit.
  @_noLocks public func beat(at frame: Frame) -> Beats {
    let halves = 2 * Int128(frameOrigin.distance(to: frame)) - (isCentred ? 1 : 0)
    return beat(afterHalves: halves)
  }

  /// The beat that a mapping of the same kind would have as its origin at `frame`: in the frame's
  /// middle where it is centred, else at its beginning.
  @_noLocks public func origin(at frame: Frame) -> Beats {
    beat(afterHalves: 2 * Int128(frameOrigin.distance(to: frame)))
  }

  @_noLocks private func beat(afterHalves halves: Int128) -> Beats {
    let units = floorDivide(halves * unitsScale, by: 2 * framesScale)
    return Beats(units: beatOrigin.units &+ Int64(truncatingIfNeeded: units))
  }

  /// The frame during which `beat` falls: the last one whose own beat is not after it.
  @_noLocks public func frame(at beat: Beats) -> Frame {
    let elapsed = Int128(beat.units &- beatOrigin.units)
    let halves = 2 * ((elapsed + 1) * framesScale - 1) + (isCentred ? unitsScale : 0)
    let frames = floorDivide(halves, by: 2 * unitsScale)
    return frameOrigin.advanced(by: Int64(truncatingIfNeeded: frames))
  }

  /// The mapping from `frame` on at another tempo; every earlier beat keeps its frame.
  ///
  /// On a centred line the half frame before `frame` has another length in beats at the new tempo:
  /// a caller that counts windows continues from the beat where the last window ended.
  @_noLocks public func bent(to tempo: Tempo, at frame: Frame) -> Timeline {
    Timeline(
      tempo: tempo, sampleRate: sampleRate, beatOrigin: origin(at: frame), frameOrigin: frame,
      isCentred: isCentred)
  }
}

/// The quotient rounded towards minus infinity; `divisor` must be positive.
@_noLocks private func floorDivide(_ dividend: Int128, by divisor: Int128) -> Int128 {
  let quotient = dividend / divisor
  return quotient * divisor > dividend ? quotient - 1 : quotient
}
