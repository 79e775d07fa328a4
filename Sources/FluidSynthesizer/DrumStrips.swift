internal import CFluidSynth
internal import MusicalTime
internal import Rhythm

/// The filter and the sends of each drum. Real-time: yes.
@safe struct DrumStrips: BitwiseCopyable {
  private let strips: UnsafeMutablePointer<DrumStrip>
  /// 64 frames of left and right of each of FluidSynth's pairs.
  private let frames: UnsafeMutablePointer<Float>
  let pairs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let hertz: Float

  /// `deallocate` frees it. Real-time: no.
  init(sampleRate: SampleRate) {
    hertz = Float(sampleRate.hertz)
    unsafe strips = .allocate(capacity: Drum.count)
    unsafe strips.initialize(repeating: DrumStrip(), count: Drum.count)
    let outputs = 2 * OutputGroups.apart.count
    unsafe frames = .allocate(capacity: outputs * SendBuffers.capacity)
    unsafe frames.initialize(repeating: 0, count: outputs * SendBuffers.capacity)
    unsafe pairs = .allocate(capacity: outputs)
    for output in 0..<outputs {
      unsafe (pairs + output).initialize(to: frames + output * SendBuffers.capacity)
    }
  }

  func deallocate() {
    unsafe strips.deallocate()
    unsafe frames.deallocate()
    unsafe pairs.deallocate()
  }

  @_noLocks func set(_ drum: Int, _ sound: DrumSound) {
    unsafe strips[drum].set(sound, hertz: hertz)
  }

  @_noLocks func clear() {
    for frame in 0..<2 &* OutputGroups.apart.count &* SendBuffers.capacity {
      unsafe frames[frame] = 0
    }
  }

  /// Left and right of one of FluidSynth's pairs.
  @_noLocks func sides(
    _ pair: Int
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    let left = unsafe frames + 2 &* pair &* SendBuffers.capacity
    return unsafe (left, left + SendBuffers.capacity)
  }

  @_noLocks func isSounding(_ pair: Int, _ frames: Int) -> Bool {
    let (left, right) = unsafe sides(pair)
    return unsafe !areSilent(left, right, frames)
  }

  /// Filters a drum in place and adds what it sends to `bus`; false where nothing sounds.
  @_noLocks func process(_ drum: Int, frames: Int, sendingTo bus: SendBuffers?) -> Bool {
    let (left, right) = unsafe sides(drum)
    return unsafe strips[drum].process(left, right, frames, bus)
  }
}

/// A value that is approached without a step: by 63 % in 500 frames. Real-time: yes.
struct Glide: BitwiseCopyable {
  private(set) var value: Float
  private(set) var target: Float

  @_noLocks init(_ value: Float) {
    self.value = value
    target = value
  }

  var isMoving: Bool { @_noLocks get { value != target } }

  /// Takes a new value: gradually, or at once before anything was heard.
  @_noLocks mutating func approach(_ new: Float, atOnce: Bool) {
    target = new
    if atOnce { value = new }
  }

  /// Takes the value that is approached.
  @_noLocks mutating func arrive() { value = target }

  /// The value of the next frame.
  @_noLocks mutating func next() -> Float {
    guard value != target else { return value }
    let left = target - value
    // The last step is inaudible (−88 dB). Nearer than 3e-5 of the target a step would round to nothing, and
    // the target would never be reached.
    value = abs(left) <= 4e-5 * max(abs(target), 0.1) ? target : value + left * 0.002
    return value
  }
}

/// The filter and the sends of one drum. Real-time: yes.
struct DrumStrip: BitwiseCopyable {
  private var filter = DrumFilter()
  private var reverb = Glide(0)
  private var delay = Glide(0)
  /// While nothing sounds, settings apply at once.
  private var isIdle = true

  @_noLocks init() {}

  @_noLocks mutating func set(_ sound: DrumSound, hertz: Float) {
    filter.set(sound, hertz: hertz, atOnce: isIdle)
    reverb.approach(sound.reverb, atOnce: isIdle)
    delay.approach(sound.delay, atOnce: isIdle)
  }

  /// Filters in place and adds to the sends; false where nothing sounds.
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frames: Int,
    _ bus: SendBuffers?
  ) -> Bool {
    isIdle = unsafe filter.isAtRest && areSilent(left, right, frames)
    guard !isIdle else {
      filter.arrive()
      reverb.arrive()
      delay.arrive()
      return false
    }
    unsafe filter.process(left, right, frames)
    if let bus {
      unsafe Self.send(left, right, frames, &reverb, bus.reverb)
      unsafe Self.send(left, right, frames, &delay, bus.delay)
    }
    return true
  }

  @_noLocks private static func send(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frames: Int,
    _ share: inout Glide, _ bus: UnsafeMutablePointer<Float>
  ) {
    guard share.value > 0 || share.isMoving else { return }
    for frame in 0..<frames {
      let gain = share.next()
      unsafe bus[frame] += left[frame] * gain
      unsafe bus[SendBuffers.capacity &+ frame] += right[frame] * gain
    }
  }
}

extension KitVoices {
  /// Renders every drum by itself, lets it through its strip, and adds it to its output. In stereo the
  /// outputs are overwritten.
  @_noLocks func writeApart(
    _ frames: Int, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ start: Int,
    _ strips: DrumStrips, _ bus: SendBuffers?
  ) {
    var done = 0
    while done < frames {
      let count = min(SendBuffers.capacity, frames &- done)
      strips.clear()
      let pairs = Int32(truncatingIfNeeded: 2 &* OutputGroups.apart.count)
      _ = unsafe fluid_synth_process(
        handle.synth, Int32(truncatingIfNeeded: count), 0, nil, pairs, strips.pairs)
      if routing.pairs == 1 {
        for frame in start &+ done..<start &+ done &+ count {
          unsafe (outputs[0][frame], outputs[1][frame]) = (0, 0)
        }
      }
      for drum in 0..<drumCount
      where strips.process(drum, frames: count, sendingTo: bus?.advanced(by: done)) {
        unsafe add(
          strips, drum, routing.pair(ofDrum: drum, settings), count, outputs, start &+ done)
      }
      // Clicks, and other keys after the last drum, are as they are.
      for group in drumCount..<OutputGroups.apart.count where strips.isSounding(group, count) {
        let pair = routing.pair(ofDrum: min(group &- drumCount, drumCount &- 1), settings)
        unsafe add(strips, group, pair, count, outputs, start &+ done)
      }
      done &+= count
    }
  }

  @_noLocks private func add(
    _ strips: DrumStrips, _ group: Int, _ pair: Int, _ frames: Int,
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ start: Int
  ) {
    let (left, right) = unsafe strips.sides(group)
    let (toLeft, toRight) = unsafe (outputs[2 &* pair] + start, outputs[2 &* pair &+ 1] + start)
    for frame in 0..<frames {
      unsafe toLeft[frame] += left[frame]
      unsafe toRight[frame] += right[frame]
    }
  }
}
