internal import CFluidSynth
internal import Rhythm

/// A low-pass or high-pass filter of second order: a state-variable filter in its topology-preserving form
/// (Zavalishin, The Art of VA Filter Design, section 4.4), whose cutoff can move without clicks. Real-time:
/// yes.
struct DrumFilter: BitwiseCopyable {
  /// tan(π · cutoff / sample rate).
  private var slope = Glide(0.1)
  /// 1 / Q.
  private var damping = Glide(1.414_213_6)
  /// Shares of the unfiltered sound, the low-pass and the high-pass in the output.
  private var dry = Glide(1)
  private var low = Glide(0)
  private var high = Glide(0)
  private var (cutoff, resonance): (Float, Float) = (0, -1)
  /// The integrators: left and right.
  private var first = SIMD2<Float>(repeating: 0)
  private var second = SIMD2<Float>(repeating: 0)

  @_noLocks init() {}

  /// Whether it holds no sound that would go on without input.
  var isAtRest: Bool {
    @_noLocks get { first.x == 0 && first.y == 0 && second.x == 0 && second.y == 0 }
  }

  private var isMoving: Bool {
    @_noLocks get {
      slope.isMoving || damping.isMoving || dry.isMoving || low.isMoving || high.isMoving
    }
  }

  @_noLocks mutating func set(_ sound: DrumSound, hertz: Float, atOnce: Bool) {
    var (isOff, isLow, isHigh): (Float, Float, Float) = (0, 0, 0)
    switch sound.filter {
    case .off: isOff = 1
    case .lowpass: isLow = 1
    case .highpass: isHigh = 1
    }
    // What is heard first of a filter that was off is not the way of its cutoff from elsewhere.
    let wasOff = dry.value == 1 && isAtRest
    if sound.cutoff != cutoff || sound.resonance != resonance {
      (cutoff, resonance) = (sound.cutoff, sound.resonance)
      let angle = Float.pi * min(cutoff, 0.45 * hertz) / hertz
      slope.approach(ghostnote_tan(angle), atOnce: atOnce || wasOff)
      // √2 · 10^(−dB / 20)
      damping.approach(
        1.414_213_6 * ghostnote_exp2(resonance * -0.166_096_404), atOnce: atOnce || wasOff)
    }
    dry.approach(isOff, atOnce: atOnce)
    low.approach(isLow, atOnce: atOnce)
    high.approach(isHigh, atOnce: atOnce)
  }

  /// Ends what moves, of a drum that is silent.
  @_noLocks mutating func arrive() {
    slope.arrive()
    damping.arrive()
    dry.arrive()
    low.arrive()
    high.arrive()
  }

  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    guard dry.value != 1 || dry.isMoving else { return }
    var (a1, a2, a3) = factors
    for frame in 0..<frames {
      if isMoving {
        move()
        (a1, a2, a3) = factors
      }
      let input = unsafe SIMD2<Float>(left[frame], right[frame])
      let rest = input - second
      let band = first * a1 + rest * a2
      let lowpass = second + first * a2 + rest * a3
      first = band * 2 - first
      second = lowpass * 2 - second
      let highpass = input - band * damping.value - lowpass
      let heard = input * dry.value + lowpass * low.value + highpass * high.value
      unsafe (left[frame], right[frame]) = (heard.x, heard.y)
    }
    settle()
  }

  @_noLocks private mutating func move() {
    _ = slope.next()
    _ = damping.next()
    _ = dry.next()
    _ = low.next()
    _ = high.next()
  }

  private var factors: (Float, Float, Float) {
    @_noLocks get {
      let a1 = 1 / (1 + slope.value * (slope.value + damping.value))
      let a2 = slope.value * a1
      return (a1, a2, slope.value * a2)
    }
  }

  /// Ends what is far below hearing (−300 dB), before it becomes slow denormal numbers, and all when off.
  @_noLocks private mutating func settle() {
    let most = max(max(abs(first.x), abs(first.y)), max(abs(second.x), abs(second.y)))
    guard most < 1e-15 || (dry.value == 1 && !dry.isMoving) else { return }
    first = SIMD2(repeating: 0)
    second = SIMD2(repeating: 0)
  }
}
