/// Output buffers for one block, for drivers without buffers of their own.
@safe struct BlockBuffers: ~Copyable {
  private let memory: UnsafeMutablePointer<Float>
  private let count: Int
  let frames: Int

  init(count: Int, frames: Int) {
    self.count = count
    self.frames = frames
    unsafe memory = .allocate(capacity: count * frames)
    unsafe memory.initialize(repeating: 0, count: count * frames)
  }

  deinit { unsafe memory.deallocate() }

  /// Sets these buffers as the instrument's outputs.
  func connect(to audio: InstrumentAudio) {
    for index in 0..<count { unsafe audio.setOutput(index, to: memory + index * frames) }
  }

  /// The first `frames` samples of one output.
  func output(_ index: Int, frames: Int) -> UnsafeBufferPointer<Float> {
    unsafe UnsafeBufferPointer(start: memory + index * self.frames, count: frames)
  }

  /// The first `frames` samples of every output; only valid while the buffers exist.
  func channels(frames: Int) -> [UnsafeBufferPointer<Float>] {
    unsafe (0..<count).map { unsafe output($0, frames: frames) }
  }

  /// The largest absolute sample of the block.
  func peak(frames: Int) -> Float {
    var peak: Float = 0
    for index in 0..<count {
      let samples = unsafe output(index, frames: frames)
      var frame = 0
      while frame < frames {
        peak = unsafe max(peak, abs(samples[frame]))
        frame += 1
      }
    }
    return peak
  }
}
