public import MusicalTime

/// When a block of frames is made and heard, as its driver knows it. Real-time: yes.
public struct BlockTime: BitwiseCopyable, Sendable {
  /// Frames in the block.
  public var frames: Int
  /// When making the block began, jitter filtered out; dates live input.
  public var began: HostTime
  /// When the block's first frame is heard; dates what leaves beside the audio.
  public var heard: HostTime

  @_noLocks public init(frames: Int, began: HostTime, heard: HostTime) {
    self.frames = frames
    self.began = began
    self.heard = heard
  }
}
