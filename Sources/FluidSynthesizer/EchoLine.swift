/// A stereo delay line: silence, and after it what was written. Real-time: yes.
@safe struct EchoLine: ~Copyable {
  private let frames: UnsafeMutablePointer<SIMD2<Float>>
  private let mask: Int
  private var place = 0
  /// Frames written since the line was last empty; before them is silence.
  private var written = 0

  /// Room for more than `longest` frames. Real-time: no.
  init(longest: Double) {
    var capacity = 1
    while Double(capacity) <= longest { capacity *= 2 }
    mask = capacity - 1
    unsafe frames = .allocate(capacity: capacity)
    // Written here, so that the audio thread is not the first to do so.
    unsafe frames.initialize(repeating: SIMD2(repeating: 0), count: capacity)
  }

  deinit { unsafe frames.deallocate() }

  /// What was written `delay` frames ago.
  @_noLocks func tap(_ delay: Int) -> SIMD2<Float> {
    guard delay <= written else { return SIMD2(repeating: 0) }
    return unsafe frames[(place &- delay) & mask]
  }

  @_noLocks mutating func write(_ frame: SIMD2<Float>) {
    unsafe frames[place] = frame
    place = (place &+ 1) & mask
    written = min(written &+ 1, mask)
  }

  @_noLocks mutating func empty() { written = 0 }
}
