/// What drums send to the reverb and the delay, left and right of each, 64 frames at a time. Real-time: yes.
@safe struct SendBuffers: BitwiseCopyable {
  /// The frames of each of its buffers.
  static var capacity: Int { @_noLocks get { 64 } }

  /// Left and right, `capacity` frames each.
  let reverb: UnsafeMutablePointer<Float>
  let delay: UnsafeMutablePointer<Float>

  /// Silent; `deallocate` frees it. Real-time: no.
  init() {
    unsafe reverb = .allocate(capacity: 4 * Self.capacity)
    unsafe reverb.initialize(repeating: 0, count: 4 * Self.capacity)
    unsafe delay = reverb + 2 * Self.capacity
  }

  @_noLocks private init(
    reverb: UnsafeMutablePointer<Float>, delay: UnsafeMutablePointer<Float>
  ) {
    unsafe self.reverb = reverb
    unsafe self.delay = delay
  }

  func deallocate() { unsafe reverb.deallocate() }

  /// The same from a later frame on.
  @_noLocks func advanced(by frames: Int) -> SendBuffers {
    unsafe SendBuffers(reverb: reverb + frames, delay: delay + frames)
  }

  @_noLocks func clear() {
    for frame in 0..<4 &* Self.capacity { unsafe reverb[frame] = 0 }
  }

  /// Adds another's first frames with a gain that falls as the square of a line.
  @_noLocks func add(_ other: SendBuffers, frames: Int, framesLeft: Int, slope: Float) {
    for frame in 0..<frames {
      let root = Float(max(0, framesLeft &- frame)) * slope
      for buffer in 0..<4 {
        let place = buffer &* Self.capacity &+ frame
        unsafe reverb[place] += other.reverb[place] * root * root
      }
    }
  }
}

/// Whether two buffers hold nothing but zeros.
@_noLocks func areSilent(
  _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int
) -> Bool {
  var bits: UInt32 = 0
  for frame in 0..<frames {
    unsafe bits |= left[frame].bitPattern | right[frame].bitPattern
  }
  return bits & 0x7fff_ffff == 0
}
