internal import CFluidSynth
internal import MusicalTime
internal import Rhythm

/// The master level; ramps to a new value in 20 ms, and is bypassed at 0 dB. Real-time: yes.
struct MasterLevel: BitwiseCopyable {
  private var wanted: Float = 0
  private var target: Float = 1
  private var gain: Float = 1
  private var step: Float = 0
  private var framesLeft = 0
  /// The first block starts at the level without a ramp.
  private var hasBegun = false
  private let slideFrames: Int

  init(sampleRate: SampleRate) { slideFrames = Int(sampleRate.frames(milliseconds: 20)) }

  /// −60 (silence) to +12.
  var decibels: Float {
    @_noLocks get { wanted }
    @_noLocks set {
      guard newValue != wanted else { return }
      wanted = newValue
      target =
        newValue <= DrumSound.silence
        ? 0 : newValue == 0 ? 1 : ghostnote_exp2(newValue * 0.166_096_404)
      if !hasBegun { gain = target }
      step = (target - gain) / Float(slideFrames)
      framesLeft = hasBegun ? slideFrames : 0
    }
  }

  @_noLocks mutating func process(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, pairs: Int, frames: Int
  ) {
    hasBegun = true
    guard framesLeft > 0 || gain != 1 else { return }
    let sliding = min(frames, framesLeft)
    let steady = sliding == framesLeft ? target : gain
    for output in 0..<2 &* pairs {
      let samples = unsafe outputs[output]
      for frame in 0..<sliding {
        unsafe samples[frame] *= target - step * Float(framesLeft &- frame &- 1)
      }
      for frame in sliding..<frames { unsafe samples[frame] *= steady }
    }
    framesLeft &-= sliding
    gain = target - step * Float(framesLeft)
  }
}
