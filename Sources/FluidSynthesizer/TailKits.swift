internal import Playback
internal import Rhythm

/// A replaced kit that rings out.
@safe struct TailKit: BitwiseCopyable {
  var voices: UnsafeMutablePointer<KitVoices>
  var number: Int
  var framesLeft: Int

  @_noLocks init(voices: UnsafeMutablePointer<KitVoices>, number: Int, framesLeft: Int) {
    unsafe self.voices = voices
    self.number = number
    self.framesLeft = framesLeft
  }
}

/// Up to three replaced kits, each faded out in three seconds; its gain is the square of the share of
/// frames that is left. Real-time: yes.
@safe struct TailKits: ~Copyable {
  private let outputPairs: Int
  private let tailFrames: Int
  private let tails: UnsafeMutablePointer<TailKit>
  private(set) var count = 0
  /// 64 frames of each output.
  private let scratch: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let scratchFrames: UnsafeMutablePointer<Float>
  /// What a tail sends to the effects in 64 frames.
  private let bus = SendBuffers()

  /// Real-time: no.
  init(outputPairs: Int, tailFrames: Int) {
    self.outputPairs = outputPairs
    self.tailFrames = tailFrames
    unsafe tails = .allocate(capacity: 3)
    unsafe UnsafeMutableRawPointer(tails).initializeMemory(
      as: UInt8.self, repeating: 0, count: 3 * MemoryLayout<TailKit>.stride)
    unsafe scratchFrames = .allocate(capacity: 128 * outputPairs)
    unsafe scratchFrames.initialize(repeating: 0, count: 128 * outputPairs)
    unsafe scratch = .allocate(capacity: 2 * outputPairs)
    for output in 0..<2 * outputPairs {
      unsafe (scratch + output).initialize(to: scratchFrames + 64 * output)
    }
  }

  deinit {
    unsafe tails.deallocate()
    unsafe scratch.deallocate()
    unsafe scratchFrames.deallocate()
    bus.deallocate()
  }

  /// The voices of a tail; the oldest is first.
  @_noLocks subscript(index: Int) -> UnsafeMutablePointer<KitVoices> {
    unsafe tails[index].voices
  }

  /// The number of the kit of a tail; 0 after the last one.
  @_noLocks func number(_ index: Int) -> Int { index < count ? unsafe tails[index].number : 0 }

  /// Lets a kit ring out; false where three do already, of which the oldest is faded out.
  @_noLocks mutating func add(_ voices: UnsafeMutablePointer<KitVoices>, number: Int) -> Bool {
    guard count < 3 else {
      unsafe tails[0].voices.pointee.choke(.all)
      return false
    }
    unsafe tails[count] = TailKit(voices: voices, number: number, framesLeft: tailFrames)
    count &+= 1
    return true
  }

  /// Releases the kits that have rung out; the control thread frees them when it reads the report.
  @_noLocks mutating func dropSilent() {
    var index = 0
    while index < count {
      if unsafe tails[index].framesLeft > 0, unsafe tails[index].voices.pointee.activeVoices > 0 {
        index &+= 1
        continue
      }
      count &-= 1
      for later in index..<count { unsafe tails[later] = tails[later &+ 1] }
    }
  }

  /// Adds every tail to the outputs, and what it sends to `sends`.
  @_noLocks func add(
    to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int, to end: Int,
    sendingTo sends: SendBuffers? = nil
  ) {
    for index in 0..<count {
      var place = start
      while place < end {
        let frames = min(64, end &- place)
        unsafe add(index, outputs, from: place, frames, sends)
        place &+= frames
      }
    }
  }

  /// Adds 64 frames of a tail at most.
  @_noLocks private func add(
    _ index: Int, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    _ frames: Int, _ sends: SendBuffers?
  ) {
    let slope = 1 / Float(tailFrames)
    for frame in 0..<128 &* outputPairs { unsafe scratchFrames[frame] = 0 }
    if sends != nil { bus.clear() }
    unsafe tails[index].voices.pointee.render(
      frames: frames, outputs: UnsafePointer(scratch), from: 0,
      sendingTo: sends == nil ? nil : bus)
    let left = unsafe tails[index].framesLeft
    for output in 0..<2 &* outputPairs {
      let from = unsafe scratch[output]
      let to = unsafe outputs[output] + start
      for frame in 0..<frames {
        let gain = Float(max(0, left &- frame)) * slope
        unsafe to[frame] += from[frame] * gain * gain
      }
    }
    sends?.add(bus, frames: frames, framesLeft: left, slope: slope)
    unsafe tails[index].framesLeft = max(0, left &- frames)
  }
}
