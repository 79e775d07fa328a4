/// A fade of 256 frames to silence. Real-time: yes.
struct Mute: BitwiseCopyable {
  private var framesLeft = 0

  @_noLocks init() {}

  @_noLocks mutating func begin() { if framesLeft == 0 { framesLeft = 256 } }

  /// The gain of the next frame; 1 where nothing is faded.
  var gain: Float { @_noLocks get { framesLeft > 0 ? Float(framesLeft) / 256 : 1 } }

  /// Goes on by a frame; true with the last one.
  @_noLocks mutating func step() -> Bool {
    guard framesLeft > 0 else { return false }
    framesLeft &-= 1
    return framesLeft == 0
  }
}
