import RealTime
import Synchronization

/// What an instrument plays, for others than its driver: written by the audio thread while a reader
/// wants it; without one it reads two flags a block. Real-time: `write`.
@safe struct AudioTap: ~Copyable {
  /// Frames that may wait to be read: a third of a second at 48 kHz.
  static let capacity = 16_384

  /// Whether sound is written.
  let carriesSound = Atomic<Bool>(false)
  /// Whether levels are measured.
  let measuresLevels = Atomic<Bool>(false)
  private var sound: RingWriter<StereoFrame>
  private var published: LatestWriter<OutputLevels>
  private var levels = OutputLevels()
  private var framesMeasured = 0
  private let outputCount: Int
  /// Frames of a thirtieth of a second.
  private let framesPerLevel: Int

  init(
    sound: consuming RingWriter<StereoFrame>, levels: consuming LatestWriter<OutputLevels>,
    outputCount: Int, framesPerLevel: Int
  ) {
    self.sound = sound
    published = levels
    self.outputCount = outputCount
    self.framesPerLevel = framesPerLevel
  }

  /// Takes a block that was made, where anybody wants it.
  @_noLocks mutating func write(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int
  ) {
    let carries = carriesSound.load(ordering: .relaxed)
    let measures = measuresLevels.load(ordering: .relaxed)
    guard carries || measures else { return }
    if outputCount > 2, measures { unsafe measurePairs(outputs, frames) }
    var frame = 0
    while frame < frames {
      let (left, right) = unsafe sum(outputs, frame)
      // A full ring loses what is played now: the reader is late.
      if carries { sound.push(StereoFrame(left: left, right: right)) }
      if measures {
        levels.left.add(left)
        levels.right.add(right)
      }
      frame &+= 1
    }
    if measures { publish(after: frames) }
  }

  @_noLocks private func sum(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ frame: Int
  ) -> (Float, Float) {
    var left = unsafe outputs[0][frame]
    var right = unsafe outputs[1][frame]
    var output = 2
    while output &+ 1 < outputCount {
      unsafe left += outputs[output][frame]
      unsafe right += outputs[output &+ 1][frame]
      output &+= 2
    }
    return (left, right)
  }

  @_noLocks private mutating func measurePairs(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int
  ) {
    var output = 0
    while output < outputCount, output < OutputLevels.mostOutputs {
      var level = levels.outputs[output]
      var frame = 0
      while frame < frames {
        unsafe level.add(outputs[output][frame])
        frame &+= 1
      }
      levels.outputs[output] = level
      output &+= 1
    }
  }

  @_noLocks private mutating func publish(after frames: Int) {
    framesMeasured &+= frames
    guard framesMeasured >= framesPerLevel else { return }
    let share = 1 / Float(framesMeasured)
    levels.left.meanSquare *= share
    levels.right.meanSquare *= share
    var output = 0
    while output < outputCount, output < OutputLevels.mostOutputs {
      levels.outputs[output].meanSquare *= share
      output &+= 1
    }
    levels.number &+= 1
    published.publish(levels)
    let number = levels.number
    levels = OutputLevels()
    levels.number = number
    framesMeasured = 0
  }
}
