internal import CFluidSynth
internal import MusicalTime
internal import Rhythm

/// Echoes in tempo: a stereo delay line with feedback through a low-pass filter. Real-time: yes.
///
/// A new time is crossfaded to within 20 ms, so that it neither clicks nor changes the pitch. A time beyond
/// four seconds is halved until it is not. Does nothing until something is sent to it, and again once its
/// echoes have fallen by 100 dB.
@safe struct TempoDelay: ~Copyable {
  private let line: UnsafeMutablePointer<SIMD2<Float>>
  private let mask: Int
  private let longest: Double
  private let hertz: Float
  private let fadeFrames: Int

  private var place = 0
  /// Frames written since the line was last empty; before them is silence.
  private var written = 0
  /// The time heard, and the one that is crossfaded to.
  private var (delay, next) = (0, 0)
  private var fadeLeft = 0
  /// The time asked for last, and the frames since it changed.
  private var (asked, askedFor) = (0, 0)
  private var feedback = Glide(0)
  private var tone = Glide(1)
  private var damped = SIMD2<Float>(repeating: 0)
  private var framesLeft = 0
  private var muteLeft = 0

  init(sampleRate: SampleRate) {
    hertz = Float(sampleRate.hertz)
    longest = 4 * Double(sampleRate.hertz)
    fadeFrames = Int(sampleRate.frames(milliseconds: 20))
    var capacity = 1
    while Double(capacity) <= longest { capacity *= 2 }
    mask = capacity - 1
    unsafe line = .allocate(capacity: capacity)
    // Written here, so that the audio thread is not the first to do so.
    unsafe line.initialize(repeating: SIMD2(repeating: 0), count: capacity)
  }

  deinit { unsafe line.deallocate() }

  var isSounding: Bool { @_noLocks get { framesLeft > 0 } }

  /// Takes the settings and the tempo of the next block.
  @_noLocks mutating func set(_ effects: KitEffects, framesPerBeat: Double) {
    let isSilent = framesLeft == 0
    var frames =
      Double(effects.delayTime.beats.units) / Double(Beats.unitsPerBeat) * framesPerBeat
    while frames > longest { frames *= 0.5 }
    let wanted = max(1, Int(frames + 0.5))
    if wanted != asked { (asked, askedFor) = (wanted, 0) }
    if isSilent { (delay, next, fadeLeft) = (wanted, wanted, 0) }
    feedback.approach(effects.delayFeedback, atOnce: isSilent)
    // The share of the input that a one-pole low-pass takes: 1 − e^(−2π f / rate).
    let share =
      effects.delayTone >= 20_000
      ? 1 : 1 - ghostnote_exp2(-9.064_720_3 * effects.delayTone / hertz)
    tone.approach(share, atOnce: isSilent)
  }

  /// Ends the echoes within 256 frames.
  @_noLocks mutating func silence() { if framesLeft > 0, muteLeft == 0 { muteLeft = 256 } }

  /// Takes what was sent and adds the echoes to the first pair, from frame `start` on.
  @_noLocks mutating func process(
    _ bus: SendBuffers, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    frames: Int
  ) {
    let right = unsafe bus.delay + SendBuffers.capacity
    if unsafe !areSilent(bus.delay, right, frames) { framesLeft = tailFrames }
    guard framesLeft > 0 else { return }
    framesLeft &-= min(frames, framesLeft)
    beginFade(after: frames)
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
      return passes &* max(delay, max(next, asked)) &+ 2 &* fadeFrames
    }
  }

  /// Crossfades to the time asked for: at once where it differs by more than a followed clock's tempo
  /// wanders, else when it has stayed the same for a tenth of a second.
  @_noLocks private mutating func beginFade(after frames: Int) {
    askedFor = min(askedFor &+ frames, 1 << 40)
    guard fadeLeft == 0, asked != delay else { return }
    let isFar = abs(asked &- delay) > 1 &+ delay / 2000
    guard isFar || askedFor > 5 &* fadeFrames else { return }
    (next, fadeLeft) = (asked, fadeFrames)
  }

  @_noLocks private mutating func step(_ input: SIMD2<Float>) -> SIMD2<Float> {
    var heard = tap(delay)
    if fadeLeft > 0 {
      fadeLeft &-= 1
      let share = 1 - Float(fadeLeft) / Float(fadeFrames)
      heard = heard * (1 - share) + tap(next) * share
      if fadeLeft == 0 { delay = next }
    }
    // The constant, at −360 dB, keeps the filter from ending in slow denormal numbers.
    damped = damped + (heard + 1e-18 - damped) * tone.next()
    if muteLeft > 0 { heard = heard * (Float(muteLeft) / 256) }
    unsafe line[place] = input + damped * feedback.next()
    place = (place &+ 1) & mask
    written = min(written &+ 1, mask)
    if muteLeft > 0 { mute() }
    return heard
  }

  /// What was written `frames` ago.
  @_noLocks private func tap(_ frames: Int) -> SIMD2<Float> {
    guard frames <= written else { return SIMD2(repeating: 0) }
    return unsafe line[(place &- frames) & mask]
  }

  @_noLocks private mutating func mute() {
    muteLeft &-= 1
    if muteLeft == 0 { empty() }
  }

  @_noLocks private mutating func empty() {
    framesLeft = 0
    written = 0
    damped = SIMD2(repeating: 0)
    (delay, next, fadeLeft) = (asked, asked, 0)
  }
}
