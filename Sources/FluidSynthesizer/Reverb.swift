internal import MusicalTime

/// A small room: a feedback delay network of eight lines (Jot 1991) with damped high frequencies.
/// Real-time: yes.
///
/// FluidSynth's own reverb is not used, because it frees memory while rendering. Its input is what drums
/// send to it and, by its own send level, the sum of all pairs; its output is added to the first.
/// Bypassed while it is sent nothing and has rung out.
@safe struct Reverb: ~Copyable {
  /// 0 (off) to 1: the share of the sound sent to the reverb.
  private(set) var send: Float = 0

  private var glide: Float = 0
  private var lines: ReverbLines
  private var decay = ReverbDecay()
  private var damped = SIMD8<Float>(repeating: 0)
  private var framesLeft = 0
  /// Frames since something was sent to it.
  private var framesSince = 0
  private var tailFrames = 0
  private let hertz: Float
  private var mute = Mute()

  init(sampleRate: SampleRate) {
    hertz = Float(sampleRate.hertz)
    lines = ReverbLines(hertz: hertz)
    setDecay(1.3)
  }

  /// Seconds to fall by 60 dB (`Knob.reverbDecay`).
  @_noLocks mutating func setDecay(_ seconds: Float) {
    guard seconds != decay.seconds else { return }
    decay.approach(seconds, atOnce: framesLeft == 0)
    tailFrames = Int(seconds / 1.3 * 3 * hertz)
    // What rings lasts as long as if it had been sent with this decay: nothing audible is cut off, or left in the
    // lines, from where it would come back with the next stroke.
    if framesLeft > 0 { framesLeft = max(framesLeft, tailFrames &- framesSince) }
  }

  @_noLocks mutating func feed(_ amount: Float) {
    send = amount
    if amount > 0 { (framesLeft, framesSince) = (tailFrames, 0) }
  }

  /// Ends the reverb within 256 frames.
  @_noLocks mutating func silence() { if framesLeft > 0 { mute.begin() } }

  /// Adds reverb to the first pair, from one frame of the block to another, where `bus` begins.
  @_noLocks mutating func process(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, pairs: Int, from start: Int, to end: Int,
    sent bus: SendBuffers? = nil
  ) {
    if let bus,
      unsafe !areSilent(bus.reverb, bus.reverb + SendBuffers.capacity, end &- start)
    {
      (framesLeft, framesSince) = (tailFrames, 0)
    }
    guard framesLeft > 0 else { return }
    let last = send > 0 ? end : min(end, start &+ framesLeft)
    framesLeft = send > 0 ? tailFrames : framesLeft &- (last &- start)
    framesSince = send > 0 ? 0 : framesSince &+ (last &- start)
    for frame in start..<last {
      // The send level is smoothed, so that changing it makes no click.
      glide += (send - glide) * 0.002
      if send == 0, glide < 1e-6 { glide = 0 }
      var left: Float = 1e-18
      var right: Float = 1e-18
      for pair in 0..<pairs {
        unsafe left += outputs[2 &* pair][frame]
        unsafe right += outputs[2 &* pair &+ 1][frame]
      }
      (left, right) = (left * glide, right * glide)
      if let bus {
        unsafe left += bus.reverb[frame &- start]
        unsafe right += bus.reverb[SendBuffers.capacity &+ frame &- start]
      }
      let wet = step(left, right)
      unsafe outputs[0][frame] += wet.x
      unsafe outputs[1][frame] += wet.y
      if mute.step() { clear() }
    }
  }

  /// One frame: read the lines, damp, mix by a Householder reflection, and write back.
  @_noLocks private mutating func step(_ left: Float, _ right: Float) -> SIMD2<Float> {
    let heard = lines.read()
    damped = damped * 0.35 + heard * 0.65
    let kept = damped * decay.next()
    lines.write(kept, less: kept.sum() * 0.25, left: left, right: right)
    let level = mute.gain * 0.35
    return SIMD2(
      (heard[0] - heard[2] + heard[4] - heard[6]) * level,
      (heard[1] - heard[3] + heard[5] - heard[7]) * level)
  }

  @_noLocks private mutating func clear() {
    lines.clear()
    damped = SIMD8(repeating: 0)
  }
}
