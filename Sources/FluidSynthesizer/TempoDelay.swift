internal import CFluidSynth
internal import MusicalTime
internal import Rhythm

/// Echoes in tempo: a stereo delay line with feedback through a low-pass filter. Real-time: yes.
///
/// A new time is crossfaded to within 20 ms, so that it neither clicks nor changes the pitch. A time beyond
/// four seconds is halved until it is not. Does nothing until something is sent to it, and again once its
/// echoes have fallen by 100 dB.
@safe struct TempoDelay: ~Copyable {
  private var line: EchoLine
  private var time: EchoTime
  private let longest: Double
  private let hertz: Float
  private let fadeFrames: Int
  private var feedback = Glide(0)
  private var tone = Glide(1)
  private var damped = SIMD2<Float>(repeating: 0)
  private var framesLeft = 0
  /// Frames since something was sent to it.
  private var framesSince = 0
  private var mute = Mute()

  init(sampleRate: SampleRate) {
    hertz = Float(sampleRate.hertz)
    longest = 4 * Double(sampleRate.hertz)
    fadeFrames = Int(sampleRate.frames(milliseconds: 20))
    line = EchoLine(longest: longest)
    time = EchoTime(fadeFrames: fadeFrames)
  }

  var isSounding: Bool { @_noLocks get { framesLeft > 0 } }

  /// Takes the settings and the tempo of the next block.
  @_noLocks mutating func set(_ effects: KitEffects, framesPerBeat: Double) {
    let isSilent = framesLeft == 0
    var frames =
      Double(effects.delayTime.beats.units) / Double(Beats.unitsPerBeat) * framesPerBeat
    while frames > longest { frames *= 0.5 }
    time.ask(for: max(1, Int(frames + 0.5)))
    if isSilent { time.arrive() }
    feedback.approach(effects.delayFeedback, atOnce: isSilent)
    // The share of the input that a one-pole low-pass takes: 1 − e^(−2π f / rate).
    let share =
      effects.delayTone >= KitEffects.openTone
      ? 1 : 1 - ghostnote_exp2(-9.064_720_3 * effects.delayTone / hertz)
    tone.approach(share, atOnce: isSilent)
    // With a longer time or more feedback, echoes last as long as if the sound had been sent with those settings. The
    // frames since then are subtracted: else a followed clock, which wanders, would never let the delay end.
    if !isSilent { framesLeft = max(framesLeft, tailFrames &- framesSince) }
  }

  /// Ends the echoes within 256 frames.
  @_noLocks mutating func silence() { if framesLeft > 0 { mute.begin() } }

  /// Takes what was sent and adds the echoes to the first pair, from frame `start` on.
  @_noLocks mutating func process(
    _ bus: SendBuffers, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    frames: Int
  ) {
    let right = unsafe bus.delay + SendBuffers.capacity
    if unsafe !areSilent(bus.delay, right, frames) {
      (framesLeft, framesSince) = (tailFrames, 0)
    }
    guard framesLeft > 0 else { return }
    framesLeft &-= min(frames, framesLeft)
    framesSince &+= frames
    time.beginFade(after: frames)
    for frame in 0..<frames {
      let heard = unsafe step(SIMD2(bus.delay[frame], right[frame]))
      unsafe outputs[0][start &+ frame] += heard.x
      unsafe outputs[1][start &+ frame] += heard.y
    }
    if framesLeft == 0 { empty() }
  }

  /// The frames until a sound that enters now has fallen by 100 dB.
  private var tailFrames: Int {
    @_noLocks get {
      let kept = max(feedback.value, feedback.target)
      // −100 dB is 2^−16.6.
      let passes = kept < 0.001 ? 1 : min(300, 2 + Int(-16.6 / ghostnote_log2(kept)))
      return passes &* time.longest &+ 2 &* fadeFrames
    }
  }

  @_noLocks private mutating func step(_ input: SIMD2<Float>) -> SIMD2<Float> {
    let heard = time.echo(of: line)
    // The constant, at −360 dB, keeps the filter from ending in slow denormal numbers.
    damped = damped + (heard + 1e-18 - damped) * tone.next()
    let gain = mute.gain
    line.write(input + damped * feedback.next())
    if mute.step() { empty() }
    return heard * gain
  }

  @_noLocks private mutating func empty() {
    framesLeft = 0
    line.empty()
    damped = SIMD2(repeating: 0)
    time.arrive()
  }
}
