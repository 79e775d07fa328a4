import ControlSocket
import Instrument
import MusicalTime
import Synchronization

/// What an instrument plays, as bytes for who listens: 48 kHz, 16 bits, little-endian, left and right in
/// turn. Thread-safe. Real-time: no.
final class ListenerSound: Sendable {
  /// Frames a second that listeners get.
  static let rate = SampleRate.standard

  private let instrument: Instrument
  private let resampler: Mutex<Resampler?>
  private let own: SampleRate

  init(_ instrument: Instrument, rate: SampleRate) {
    self.instrument = instrument
    own = rate
    resampler = Mutex(nil)
  }

  /// Begins or ends with what is played now.
  func setListening(_ listens: Bool) {
    let own = own
    resampler.withLock { $0 = listens && own != Self.rate ? Resampler(from: own) : nil }
    instrument.carrySound(listens)
  }

  /// What was played since the last call; nil for nothing.
  func next() -> [UInt8]? {
    let frames = instrument.takeSound()
    guard !frames.isEmpty else { return nil }
    guard own != Self.rate else { return Self.bytes(frames.map { ($0.left, $0.right) }) }
    let samples = resampler.withLock { $0?.resample(frames) ?? [] }
    return samples.isEmpty ? nil : Self.bytes(samples)
  }

  private static func bytes(_ frames: [(Int16, Int16)]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * frames.count)
    for (left, right) in frames {
      let (left, right) = (UInt16(bitPattern: left), UInt16(bitPattern: right))
      bytes.append(UInt8(left & 0xFF))
      bytes.append(UInt8(left >> 8))
      bytes.append(UInt8(right & 0xFF))
      bytes.append(UInt8(right >> 8))
    }
    return bytes
  }
}

/// A rate bridge that is fed what it asks for.
private struct Resampler: ~Copyable {
  private var bridge: RateBridge
  private var waiting: [StereoFrame] = []

  init(from own: SampleRate) {
    bridge = RateBridge(from: own, to: ListenerSound.rate, channels: 2)
  }

  mutating func resample(_ frames: [StereoFrame]) -> [(Int16, Int16)] {
    waiting += frames
    var made: [(Int16, Int16)] = []
    while let count = nextCount { made += take(count) }
    return made
  }

  /// How many frames can be made of what waits: a block of 256, or nil.
  private var nextCount: Int? {
    bridge.framesNeeded(for: 256) <= waiting.count ? 256 : nil
  }

  private mutating func take(_ count: Int) -> [(Int16, Int16)] {
    let needed = bridge.framesNeeded(for: count)
    for (index, frame) in waiting.prefix(needed).enumerated() {
      unsafe bridge.block(0)[index] = Float(frame.left) / 32_767
      unsafe bridge.block(1)[index] = Float(frame.right) / 32_767
    }
    waiting.removeFirst(needed)
    var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    unsafe bridge.write(0, to: &left, frames: count)
    unsafe bridge.write(1, to: &right, frames: count)
    bridge.advance(made: needed, frames: count)
    return zip(left, right).map { (StereoFrame.sample($0), StereoFrame.sample($1)) }
  }
}
