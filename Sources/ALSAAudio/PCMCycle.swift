public import MusicalTime

/// One period of a sound card as its thread sees it. Real-time: yes.
///
/// Valid only during the call of the handler that it was given to.
@safe public struct PCMCycle: BitwiseCopyable {
  /// Frames to fill.
  public let frames: Int
  /// When the cycle began.
  public let began: HostTime
  /// When the cycle's first frame is heard: what lies before it in the card, smoothed.
  public let heard: HostTime

  private let samples: UnsafeMutablePointer<Float>

  @_noLocks init(
    frames: Int, began: HostTime, heard: HostTime, samples: UnsafeMutablePointer<Float>
  ) {
    self.frames = frames
    self.began = began
    self.heard = heard
    unsafe self.samples = unsafe samples
  }

  /// The cycle behind the pointer that a `PCMHandler` is called with. Real-time: yes.
  @_noLocks public static func at(_ pointer: UnsafeRawPointer) -> PCMCycle {
    unsafe pointer.load(as: PCMCycle.self)
  }

  /// The number of outputs: left and right. Real-time: yes.
  public var audioCount: Int { @_noLocks get { 2 } }

  /// The `frames` samples of output `index`, 0 or 1, to be written whole: nothing clears them.
  /// Real-time: yes.
  @_noLocks public func audio(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe samples + index &* frames
  }
}

/// Fills one cycle: called on the card's thread with the context and a `PCMCycle`, which it reads
/// with `PCMCycle.at(_:)`.
///
/// It must be a free function that keeps the law of the audio thread. (A C function pointer cannot
/// name a Swift structure, hence the raw pointer.)
public typealias PCMHandler =
  @convention(c) @Sendable (
    _ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer
  ) -> Void
