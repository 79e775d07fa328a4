public import MusicalTime

/// One period of a sound card on its thread. Real-time: yes.
///
/// Only valid during the call of the handler.
@safe public struct PCMCycle: BitwiseCopyable {
  /// Frames to fill.
  public let frames: Int
  /// The time at which the cycle began.
  public let began: HostTime
  /// The time at which the cycle's first frame is heard (the card's delay added), smoothed.
  public let heard: HostTime
  /// Frames that the card left out before the cycle's first, by an xrun.
  public let skipped: Int64

  private let samples: UnsafeMutablePointer<Float>

  @_noLocks init(
    frames: Int, began: HostTime, heard: HostTime, skipped: Int64,
    samples: UnsafeMutablePointer<Float>
  ) {
    self.frames = frames
    self.began = began
    self.heard = heard
    self.skipped = skipped
    unsafe self.samples = unsafe samples
  }

  /// The cycle at the pointer passed to a `PCMHandler`. Real-time: yes.
  @_noLocks public static func at(_ pointer: UnsafeRawPointer) -> PCMCycle {
    unsafe pointer.load(as: PCMCycle.self)
  }

  /// The number of outputs: left and right. Real-time: yes.
  public var audioCount: Int { @_noLocks get { 2 } }

  /// The `frames` samples of output `index`, 0 or 1. The handler must write all of them: they are
  /// not cleared. Real-time: yes.
  @_noLocks public func audio(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe samples + index &* frames
  }
}

/// Fills one cycle: called on the card's thread with the context and a `PCMCycle`, to be read with
/// `PCMCycle.at(_:)`.
///
/// It must be a free function that follows the rules of the audio thread. (A C function pointer
/// cannot have a Swift structure as argument, hence the raw pointer.)
/// name a Swift structure, hence the raw pointer.)
public typealias PCMHandler =
  @convention(c) @Sendable (
    _ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer
  ) -> Void
