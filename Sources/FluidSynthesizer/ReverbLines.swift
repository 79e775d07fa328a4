/// The eight delay lines of the reverb. Real-time: yes.
@safe struct ReverbLines: ~Copyable {
  private let samples: UnsafeMutablePointer<Float>
  private let mask: Int
  private let lengths: SIMD8<Int32>
  private var place = 0

  /// Silent. Real-time: no.
  init(hertz: Float) {
    lengths = SIMD8<Int32>(Self.milliseconds * hertz / 1000)
    var capacity = 1
    while capacity <= Int(hertz * 0.056) { capacity *= 2 }
    mask = capacity - 1
    unsafe samples = .allocate(capacity: 8 * capacity)
    unsafe samples.initialize(repeating: 0, count: 8 * capacity)
  }

  deinit { unsafe samples.deallocate() }

  /// Delays in milliseconds without a common divisor, so that echoes do not coincide.
  static var milliseconds: SIMD8<Float> {
    @_noLocks get { SIMD8(23.37, 27.91, 31.43, 35.87, 39.61, 44.03, 49.97, 55.73) }
  }

  /// What comes out of each line.
  @_noLocks func read() -> SIMD8<Float> {
    var heard = SIMD8<Float>(repeating: 0)
    for line in 0..<8 {
      let from = (place &- Int(lengths[line])) & mask
      heard[line] = unsafe samples[line &* (mask &+ 1) &+ from]
    }
    return heard
  }

  /// Feeds each line with what was kept, less what is shared, and with the input: the left one on even
  /// lines.
  @_noLocks mutating func write(_ kept: SIMD8<Float>, less shared: Float, left: Float, right: Float)
  {
    for line in 0..<8 {
      let input = line & 1 == 0 ? left : right
      unsafe samples[line &* (mask &+ 1) &+ place] = kept[line] - shared + input
    }
    place = (place &+ 1) & mask
  }

  @_noLocks func clear() {
    for index in 0..<8 &* (mask &+ 1) { unsafe samples[index] = 0 }
  }
}
