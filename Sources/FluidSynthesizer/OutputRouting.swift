internal import Rhythm

/// Where the drums come out: all in one pair, or each in the pair that its settings choose.
/// Real-time: yes.
@safe struct OutputRouting: ~Copyable {
  /// 1 for stereo, 26 for one pair per drum.
  let pairs: Int
  /// The left and right output of each drum in the current render call.
  private let routed: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

  /// Real-time: no.
  init(pairs: Int) {
    self.pairs = pairs
    unsafe routed = .allocate(capacity: 52)
    unsafe routed.initialize(repeating: nil, count: 52)
  }

  deinit { unsafe routed.deallocate() }

  /// The output pair of a drum by its index.
  @_noLocks func pair(ofDrum index: Int, _ settings: borrowing SoundSettings) -> Int {
    guard pairs > 1 else { return 0 }
    let chosen = Int(settings[Drum(clampingIndex: index)].output)
    return chosen == 0 ? index : chosen &- 1
  }

  /// The left and right buffer of every drum, from frame `start` on.
  @_noLocks func buffers(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    _ settings: borrowing SoundSettings
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>?> {
    for index in 0..<drumCount {
      let pair = pair(ofDrum: index, settings)
      unsafe routed[2 &* index] = outputs[2 &* pair] + start
      unsafe routed[2 &* index &+ 1] = outputs[2 &* pair &+ 1] + start
    }
    return unsafe routed
  }
}
