import GhostnoteTesting
import RealTime
import Synchronization
import Testing

@testable import Instrument

/// Sound and levels for others than the driver.
@Suite struct AudioTapTests {
  /// A tap with what it writes to, fed with blocks of samples, one list an output.
  private final class Listener {
    var tap: AudioTap
    private var sound: RingReader<StereoFrame>
    private var published: LatestReader<OutputLevels>

    init(outputs: Int = 2, framesPerLevel: Int = 4) {
      let ring = Ring<StereoFrame>(minimumCapacity: AudioTap.capacity)
      let latest = LatestValue(OutputLevels())
      sound = ring.reader
      published = latest.reader
      tap = AudioTap(
        sound: ring.writer, levels: latest.writer, outputCount: outputs,
        framesPerLevel: framesPerLevel)
    }

    func play(_ samples: [[Float]]) {
      let frames = samples[0].count
      // All outputs in one piece, and where each begins.
      var memory = Array(samples.joined())
      unsafe memory.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let outputs = unsafe samples.indices.map { unsafe start + $0 * frames }
        unsafe tap.write(outputs, frames: frames)
      }
    }

    func levels() -> OutputLevels { published.latest() }

    func heard() -> [[Int16]] {
      var frames: [[Int16]] = []
      while let frame = sound.pop() { frames.append([frame.left, frame.right]) }
      return frames
    }
  }

  @Test func `nothing is written for a tap that does not listen`() {
    let listener = Listener()
    listener.play([[1, 1, 1, 1], [1, 1, 1, 1]])
    #expect(listener.heard().isEmpty && listener.levels().number == 0)
  }

  @Test func `what is played is heard in 16 bits, all pairs together`() {
    let listener = Listener(outputs: 4)
    listener.tap.carriesSound.store(true, ordering: .relaxed)
    listener.play([[0.25, 0], [0, -0.5], [0.25, 0], [0.5, -0.75]])
    #expect(listener.heard() == [[16_384, 16_384], [0, -32_767]])
    #expect(listener.levels().number == 0)
  }

  @Test func `who is late misses what is played, and then hears on`() {
    let listener = Listener()
    listener.tap.carriesSound.store(true, ordering: .relaxed)
    let block = [Float](repeating: 0.5, count: AudioTap.capacity)
    listener.play([block, block])
    listener.play([[1], [1]])
    let heard = listener.heard()
    #expect(heard.count == AudioTap.capacity && heard.allSatisfy { $0 == [16_384, 16_384] })
    listener.play([[1], [-1]])
    #expect(listener.heard() == [[32_767, -32_767]])
  }

  @Test func `levels are of a whole while, however blocks divide it`() {
    let listener = Listener(framesPerLevel: 4)
    listener.tap.measuresLevels.store(true, ordering: .relaxed)
    listener.play([[0.5, -1], [0, 0]])
    #expect(listener.levels().number == 0)
    listener.play([[0, 0], [0.25, 0.25]])
    let first = listener.levels()
    #expect(first.number == 1 && first.left.peak == 1 && first.right.peak == 0.25)
    #expect(first.left.meanSquare == 1.25 / 4 && first.right.rms == Float(0.125 / 4).squareRoot())
    listener.play([[0, 0, 0, 0.5], [0, 0, 0, 0]])
    let second = listener.levels()
    #expect(second.number == 2 && second.left.peak == 0.5 && second.right.peak == 0)
    #expect(second.left.meanSquare == 0.25 / 4 && listener.heard().isEmpty)
  }

  @Test func `each output has a level where there are several pairs`() {
    let listener = Listener(outputs: 4, framesPerLevel: 2)
    listener.tap.measuresLevels.store(true, ordering: .relaxed)
    listener.play([[0.5, 0], [0, 0], [-0.25, 0.25], [1, 1]])
    let levels = listener.levels()
    #expect((0..<5).map { levels.outputs[$0].peak } == [0.5, 0, 0.25, 1, 0])
    #expect((0..<4).map { levels.outputs[$0].meanSquare } == [0.125, 0, 0.0625, 1])
    // The sum of the pairs, not the largest of them.
    #expect(levels.left.peak == 0.25 && levels.right.peak == 1)
    let pair = Listener(outputs: 2, framesPerLevel: 2)
    pair.tap.measuresLevels.store(true, ordering: .relaxed)
    pair.play([[0.5, 0], [0, 0]])
    #expect(pair.levels().outputs[0].peak == 0)
  }

  @Test(
    arguments: [
      (0, 0), (1, 32_767), (-1, -32_767), (2, 32_767), (-.infinity, -32_767), (.infinity, 32_767),
      (.nan, 0), (0.5, 16_384), (-0.5, -16_384), (1.4 / 32_767, 1), (-1.6 / 32_767, -2),
    ] as [(Float, Int16)])
  func `a sample is the nearest of 16 bits, within full scale`(value: Float, sample: Int16) {
    #expect(StereoFrame.sample(value) == sample)
  }
}
