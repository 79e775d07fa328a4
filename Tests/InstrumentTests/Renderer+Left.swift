import FluidSynthesizer
import Playback

extension Renderer {
  /// The left output of one block.
  mutating func left(_ events: [SoundEvent] = [], frames: Int) -> [Float] {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    unsafe samples.initialize(repeating: 0, count: 2 * frames)
    unsafe pointers.initialize(to: samples)
    unsafe (pointers + 1).initialize(to: samples + frames)
    defer {
      unsafe samples.deallocate()
      unsafe pointers.deallocate()
    }
    unsafe events.withUnsafeBufferPointer {
      unsafe render(events: $0, frames: frames, outputs: pointers)
    }
    return unsafe Array(UnsafeBufferPointer(start: samples, count: frames))
  }
}
