internal import CFluidSynth

/// How long the reverb rings, as the gain of each of its lines. Real-time: yes.
struct ReverbDecay: BitwiseCopyable {
  /// Seconds to −60 dB.
  private(set) var seconds: Float = 0
  /// The gain of each line per pass, and the one that is approached.
  private var gains = SIMD8<Float>(repeating: 0)
  private var wanted = SIMD8<Float>(repeating: 0)
  private var movesLeft = 0

  @_noLocks init() {}

  /// Approaches another decay, so that it makes no click; or takes it at once.
  @_noLocks mutating func approach(_ seconds: Float, atOnce: Bool) {
    self.seconds = seconds
    let milliseconds = ReverbLines.milliseconds
    for line in 0..<8 { wanted[line] = powerOfTen(-3 * milliseconds[line] / (1000 * seconds)) }
    movesLeft = 4_000
    if atOnce { (gains, movesLeft) = (wanted, 0) }
  }

  /// The gains of the next frame.
  @_noLocks mutating func next() -> SIMD8<Float> {
    guard movesLeft > 0 else { return gains }
    movesLeft &-= 1
    gains = movesLeft == 0 ? wanted : gains + (wanted - gains) * 0.002
    return gains
  }
}

@_noLocks private func powerOfTen(_ x: Float) -> Float { ghostnote_exp2(x * 3.321_928_095) }
