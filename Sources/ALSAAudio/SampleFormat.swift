internal import CALSA

/// How a device takes a sample. Conversion is real-time: yes.
enum SampleFormat: BitwiseCopyable, CaseIterable {
  case float
  case int32
  case int16

  var code: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT
    case .int32: SND_PCM_FORMAT_S32
    case .int16: SND_PCM_FORMAT_S16
    }
  }

  @_noLocks private static func clamped(_ sample: Float) -> Float {
    // Also turns what is not a number into silence.
    sample > -1 ? (sample < 1 ? sample : 1) : (sample <= -1 ? -1 : 0)
  }

  /// Puts `frames` of left and then right samples at `planar` into `interleaved`, pair by pair.
  @_noLocks func interleave(
    _ planar: UnsafePointer<Float>, frames: Int, into interleaved: UnsafeMutableRawPointer
  ) {
    for channel in 0..<2 {
      let source = unsafe planar + channel &* frames
      for frame in 0..<frames {
        let sample = SampleFormat.clamped(unsafe source[frame])
        let place = frame &* 2 &+ channel
        switch self {
        case .float:
          unsafe interleaved.storeBytes(of: sample, toByteOffset: place &* 4, as: Float.self)
        case .int32:
          let value = Int32(Double(sample) * 2_147_483_647)
          unsafe interleaved.storeBytes(of: value, toByteOffset: place &* 4, as: Int32.self)
        case .int16:
          let value = Int16(sample * 32_767)
          unsafe interleaved.storeBytes(of: value, toByteOffset: place &* 2, as: Int16.self)
        }
      }
    }
  }
}
