/// A two-way mapping between beats and frames at one tempo: beat `beatOrigin` is at `frameOrigin`.
///
/// Whole-number arithmetic throughout: `frame(at: beat(at: f)) == f` for every frame, and a window
/// of frames covers exactly the beats whose frames lie in it, so no hit is lost or doubled between
/// blocks. Real-time: yes.
public struct Timeline: BitwiseCopyable, Sendable, Hashable {
  /// The tempo in force.
  public let tempo: Tempo
  /// The frames a second that `frameOrigin` counts in.
  public let sampleRate: SampleRate
  /// The beat that falls on `frameOrigin`.
  public let beatOrigin: Beats
  /// The frame on which `beatOrigin` falls.
  public let frameOrigin: Frame

  @_noLocks public init(
    tempo: Tempo, sampleRate: SampleRate, beatOrigin: Beats, frameOrigin: Frame
  ) {
    self.tempo = tempo
    self.sampleRate = sampleRate
    self.beatOrigin = beatOrigin
    self.frameOrigin = frameOrigin
  }

  /// Beat units times this make a whole number of frames times `framesScale`.
  private var unitsScale: Int128 { Int128(tempo.microbpm) * 2_882_880 }
  private var framesScale: Int128 { Int128(sampleRate.hertz) * 60_000_000 }

  /// The beat heard as `frame` begins, rounded down to a unit.
  @_noLocks public func beat(at frame: Frame) -> Beats {
    let elapsed = Int128(frameOrigin.distance(to: frame))
    let units = floorDivide(elapsed * unitsScale, by: framesScale)
    return Beats(units: beatOrigin.units &+ Int64(truncatingIfNeeded: units))
  }

  /// The frame during which `beat` falls: the last one whose own beat is not after it.
  @_noLocks public func frame(at beat: Beats) -> Frame {
    let elapsed = Int128(beat.units &- beatOrigin.units)
    let frames = floorDivide((elapsed + 1) * framesScale - 1, by: unitsScale)
    return frameOrigin.advanced(by: Int64(truncatingIfNeeded: frames))
  }

  /// Bends the line at `frame`, leaving every earlier beat where it was heard.
  @_noLocks public func bent(to tempo: Tempo, at frame: Frame) -> Timeline {
    Timeline(
      tempo: tempo, sampleRate: sampleRate, beatOrigin: beat(at: frame), frameOrigin: frame)
  }
}

/// The quotient rounded towards minus infinity; `divisor` must be positive.
@_noLocks private func floorDivide(_ dividend: Int128, by divisor: Int128) -> Int128 {
  let quotient = dividend / divisor
  return quotient * divisor > dividend ? quotient - 1 : quotient
}
