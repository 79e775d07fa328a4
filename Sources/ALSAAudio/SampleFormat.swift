internal import CALSA

/// The sample formats of devices. Conversion is real-time: yes.
enum SampleFormat: BitwiseCopyable, CaseIterable {
  case float
  case int32
  /// Three bytes, little-endian: the only format of many USB interfaces.
  case int24
  case int16

  var code: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT
    case .int32: SND_PCM_FORMAT_S32
    case .int24: SND_PCM_FORMAT_S24_3LE
    case .int16: SND_PCM_FORMAT_S16
    }
  }

  /// Bytes per sample.
  var size: Int {
    @_noLocks get {
      switch self {
      case .float, .int32: 4
      case .int24: 3
      case .int16: 2
      }
    }
  }

  @_noLocks private static func clamped(_ sample: Float) -> Float {
    // Also turns NaN into silence.
    sample > -1 ? (sample < 1 ? sample : 1) : (sample <= -1 ? -1 : 0)
  }

  /// The nearest integer up to `peak`; `rounded()` is not marked `@_noLocks`.
  @_noLocks private static func whole(_ sample: Float, peak: Double) -> Int32 {
    let value = Double(sample) * peak
    return Int32(value < 0 ? value - 0.5 : value + 0.5)
  }

  /// Interleaves `frames` left and right samples at `planar` into `interleaved`.
  @_noLocks func interleave(
    _ planar: UnsafePointer<Float>, frames: Int, into interleaved: UnsafeMutableRawPointer
  ) {
    for channel in 0..<2 {
      let source = unsafe planar + channel &* frames
      for frame in 0..<frames {
        let place = unsafe interleaved + (frame &* 2 &+ channel) &* size
        unsafe store(SampleFormat.clamped(source[frame]), at: place)
      }
    }
  }

  @_noLocks private func store(_ sample: Float, at place: UnsafeMutableRawPointer) {
    switch self {
    case .float: unsafe place.storeBytes(of: sample, as: Float.self)
    case .int32:
      // Half a step below the peak, so that rounding up cannot overflow.
      let value = SampleFormat.whole(sample, peak: 2_147_483_646)
      unsafe place.storeBytes(of: value, as: Int32.self)
    case .int24:
      let value = SampleFormat.whole(sample, peak: 8_388_607)
      unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
      unsafe place.storeBytes(
        of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
      unsafe place.storeBytes(
        of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
    case .int16:
      let value = Int16(truncatingIfNeeded: SampleFormat.whole(sample, peak: 32_767))
      unsafe place.storeBytes(of: value, as: Int16.self)
    }
  }
}
