public import Clock
public import MusicalTime

/// When a block of frames is made and heard, as its driver knows it. Real-time: yes.
public struct BlockTime: BitwiseCopyable, Sendable {
  /// Frames in the block.
  public var frames: Int
  /// When making the block began, jitter filtered out; dates live input.
  public var began: HostTime
  /// When the block's first frame is heard; dates what is sent beside the audio.
  public var heard: HostTime
  /// What JACK transport says of the block, where JACK drives.
  public var transport: TransportReport?
  /// Frames by which a message on the block-synchronous clock port must be sent later than the sound
  /// it belongs to, to arrive with it.
  public var clockDelay: Int32
  /// The same for the port of the notes.
  public var notesDelay: Int32
  /// Frames that went by between the block before and this one and that were lost, as when a
  /// JACK server runs cycles without us.
  public var skipped: Int64
  /// Whether blocks come as fast as they can be made: then they keep to no clock.
  public var isFreewheeling: Bool

  /// Delays and `skipped` are in frames.
  @_noLocks public init(
    frames: Int, began: HostTime, heard: HostTime, transport: TransportReport? = nil,
    clockDelay: Int32 = 0, notesDelay: Int32 = 0, skipped: Int64 = 0,
    isFreewheeling: Bool = false
  ) {
    self.frames = frames
    self.began = began
    self.heard = heard
    self.transport = transport
    self.clockDelay = clockDelay
    self.notesDelay = notesDelay
    self.skipped = skipped
    self.isFreewheeling = isFreewheeling
  }
}
