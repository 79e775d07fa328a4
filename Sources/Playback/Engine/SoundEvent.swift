public import Rhythm

/// Something the synthesizer does at a frame of the block being made. Real-time: yes.
public struct SoundEvent: BitwiseCopyable, Sendable {
  /// What is to be done, and which of the fields below say how.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// Strike `drum` with velocity `value`.
    case hit
    /// Strike `drum` with velocity `value` at `level`, whatever level the kit gives it.
    case click
    /// The note-off of `drum`.
    case release
    /// Strike key `number` of the drum kit with velocity `value`, beside the drums: percussion that is
    /// none of them. Silent where the SoundFont has nothing on that key.
    case key
    /// The note-off of key `number`.
    case keyRelease
    /// Cut what still rings of the drums in `drums`, quickly and without a click.
    case choke
    /// Channel controller `number` takes `value`, for all drums: 7, 10, 11, 91 or 121.
    case controller
    /// Select drum kit `value` (program of bank 128); ignored where the SoundFont has none.
    case program
    /// Every note's note-off.
    case allNotesOff
    /// Silence at once.
    case allSoundOff
  }

  /// Frames from the beginning of the block.
  public var offset: Int32
  /// Says which of the other fields are used.
  public var kind: Kind
  /// The drum to strike or release.
  public var drum: Drum
  /// Velocity, controller value or program.
  public var value: UInt8
  /// Controller or key number.
  public var number: UInt8
  /// The drums to choke.
  public var drums: DrumSet
  /// Seconds to fall by 60 dB for this hit alone; 0 leaves the kit's own.
  public var decay: Float
  /// Seconds until this hit alone is as loud as it gets; 0 is as recorded.
  public var attack: Float
  /// dB of a click.
  public var level: Float

  /// Fields that `kind` has no use for may be left out.
  @_noLocks public init(
    offset: Int32, kind: Kind, drum: Drum = Drum(clampingIndex: 0), value: UInt8 = 0,
    number: UInt8 = 0, drums: DrumSet = DrumSet(), decay: Float = 0, attack: Float = 0,
    level: Float = 0
  ) {
    self.offset = offset
    self.kind = kind
    self.drum = drum
    self.value = value
    self.number = number
    self.drums = drums
    self.decay = decay
    self.attack = attack
    self.level = level
  }
}
