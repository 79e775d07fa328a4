internal import CFluidSynth
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

  private let lines: UnsafeMutablePointer<Float>
  private let mask: Int
  private let lengths: SIMD8<Int32>
  /// The gain of each line per pass, and the one that is approached.
  private var feedback = SIMD8<Float>(repeating: 0)
  private var wanted = SIMD8<Float>(repeating: 0)
  private var movesLeft = 0
  /// Seconds to −60 dB.
  private var decay: Float = 0
  private var damped = SIMD8<Float>(repeating: 0)
  private var place = 0
  private var glide: Float = 0
  private var framesLeft = 0
  private var tailFrames = 0
  private let hertz: Float
  private let muteFrames: Int
  private var muteLeft = 0

  init(sampleRate: SampleRate) {
    let rate = Float(sampleRate.hertz)
    hertz = rate
    lengths = SIMD8<Int32>(Self.milliseconds * rate / 1000)
    var capacity = 1
    while capacity <= Int(rate * 0.056) { capacity *= 2 }
    mask = capacity - 1
    unsafe lines = .allocate(capacity: 8 * capacity)
    unsafe lines.initialize(repeating: 0, count: 8 * capacity)
    muteFrames = 256
    setDecay(1.3)
  }

  /// Delays in milliseconds without a common divisor, so that echoes do not coincide.
  private static var milliseconds: SIMD8<Float> {
    @_noLocks get { SIMD8(23.37, 27.91, 31.43, 35.87, 39.61, 44.03, 49.97, 55.73) }
  }

  /// Seconds to fall by 60 dB, 0.2 to 10.
  @_noLocks mutating func setDecay(_ seconds: Float) {
    guard seconds != decay else { return }
    decay = seconds
    let milliseconds = Self.milliseconds
    for line in 0..<8 { wanted[line] = powerOfTen(-3 * milliseconds[line] / (1000 * seconds)) }
    movesLeft = 4_000
    if framesLeft == 0 { (feedback, movesLeft) = (wanted, 0) }
    tailFrames = Int(seconds / 1.3 * 3 * hertz)
  }

  deinit { unsafe lines.deallocate() }

  @_noLocks mutating func feed(_ amount: Float) {
    send = amount
    if amount > 0 { framesLeft = tailFrames }
  }

  /// Ends the reverb within 256 frames.
  @_noLocks mutating func silence() { if framesLeft > 0, muteLeft == 0 { muteLeft = muteFrames } }

  /// Adds reverb to the first pair, from one frame of the block to another, where `bus` begins.
  @_noLocks mutating func process(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, pairs: Int, from start: Int, to end: Int,
    sent bus: SendBuffers? = nil
  ) {
    if let bus,
      unsafe !areSilent(bus.reverb, bus.reverb + SendBuffers.capacity, end &- start)
    {
      framesLeft = tailFrames
    }
    guard framesLeft > 0 else { return }
    let last = send > 0 ? end : min(end, start &+ framesLeft)
    framesLeft = send > 0 ? tailFrames : framesLeft &- (last &- start)
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
      if movesLeft > 0 { moveFeedback() }
      let wet = step(left, right)
      unsafe outputs[0][frame] += wet.x
      unsafe outputs[1][frame] += wet.y
      if muteLeft > 0 { mute() }
    }
  }

  /// Another decay is approached, so that it makes no click.
  @_noLocks private mutating func moveFeedback() {
    movesLeft &-= 1
    feedback = movesLeft == 0 ? wanted : feedback + (wanted - feedback) * 0.002
  }

  /// One frame: read the lines, damp, mix by a Householder reflection, and write back.
  @_noLocks private mutating func step(_ left: Float, _ right: Float) -> SIMD2<Float> {
    var heard = SIMD8<Float>(repeating: 0)
    for line in 0..<8 {
      let from = (place &- Int(lengths[line])) & mask
      heard[line] = unsafe lines[line &* (mask &+ 1) &+ from]
    }
    damped = damped * 0.35 + heard * 0.65
    let kept = damped * feedback
    let shared = kept.sum() * 0.25
    for line in 0..<8 {
      let input = line & 1 == 0 ? left : right
      unsafe lines[line &* (mask &+ 1) &+ place] = kept[line] - shared + input
    }
    place = (place &+ 1) & mask
    let level: Float = muteLeft > 0 ? Float(muteLeft) / Float(muteFrames) * 0.35 : 0.35
    return SIMD2(
      (heard[0] - heard[2] + heard[4] - heard[6]) * level,
      (heard[1] - heard[3] + heard[5] - heard[7]) * level)
  }

  @_noLocks private mutating func mute() {
    muteLeft &-= 1
    guard muteLeft == 0 else { return }
    for index in 0..<8 &* (mask &+ 1) { unsafe lines[index] = 0 }
    damped = SIMD8(repeating: 0)
  }
}

@_noLocks private func powerOfTen(_ x: Float) -> Float { ghostnote_exp2(x * 3.321_928_095) }
