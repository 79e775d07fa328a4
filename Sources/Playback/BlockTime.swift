public import MusicalTime
public import Sequencing

/// When a block of frames is made and heard, as its driver knows it. Real-time: yes.
public struct BlockTime: BitwiseCopyable, Sendable {
  /// Frames in the block.
  public var frames: Int
  /// When making the block began, jitter filtered out; dates live input.
  public var began: HostTime
  /// When the block's first frame is heard; dates what leaves beside the audio.
  public var heard: HostTime
  /// What JACK transport says of the block, where JACK drives.
  public var transport: TransportReport?
  /// Frames by which a message on the block-synchronous clock port must leave later than the sound
  /// it belongs to, to arrive with it; negative where it takes longer.
  public var clockDelay: Int32

  @_noLocks public init(
    frames: Int, began: HostTime, heard: HostTime, transport: TransportReport? = nil,
    clockDelay: Int32 = 0
  ) {
    self.frames = frames
    self.began = began
    self.heard = heard
    self.transport = transport
    self.clockDelay = clockDelay
  }
}
