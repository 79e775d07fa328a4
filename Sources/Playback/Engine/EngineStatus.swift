public import Clock
public import MusicalTime
import Ports
public import Rhythm
public import Sequencing

/// How the engine stood at the end of its latest block.
public struct EngineStatus: BitwiseCopyable, Sendable {
  /// The first frame of the next block.
  public var frame = Frame(index: 0)
  /// When that frame is heard.
  public var time = HostTime(nanoseconds: 0)
  /// The beat being heard, or the one Continue takes up.
  public var position = Beats.zero
  /// The beat before which all is decided, while rolling; else the same as `position`.
  public var planned = Beats.zero
  /// The beat that a player hears, before which no further stroke falls; before 0 while it is counted
  /// in.
  public var heard = Beats.zero
  /// The beat from which the song rolls since it began or jumped last.
  public var began = Beats.zero
  /// The beat that the program's beginning falls on.
  public var origin = Beats.zero
  /// How often the program has begun at another place than before, by a jump of the song or a switch.
  public var landings: Int64 = 0
  /// Whether bars are counted in.
  public var isCountingIn = false
  /// Where in the program that is.
  public var place = CompiledProgram.Position()
  /// The length of the program's first bar.
  public var firstBar = Beats(4)
  /// Whether another program waits for its moment.
  public var isSwitchPending = false
  /// Whether a fill is asked for.
  public var isFilling = false
  /// Strokes of the program that were lost because too many were to be looked ahead for.
  public var droppedCues: Int64 = 0
  /// The tempo asked for last.
  public var tempo = Tempo.standard
  /// Whether the song moves, or is about to after the pre-roll.
  public var isRolling = false
  /// How often the song came to its end by itself, or to a limit.
  public var endings: Int64 = 0
  /// Strokes sounded since the beginning, live ones included.
  public var hits: Int64 = 0
  /// Strokes dropped because a block had too many.
  public var droppedHits: Int64 = 0
  /// Messages dropped because an output or a queue was full.
  public var droppedMessages: Int64 = 0
  /// Events for the control side dropped because it did not read them in time.
  public var droppedEvents: Int64 = 0
  /// Whose beat is followed.
  public var leader = ClockLeader.internal
  /// How well MIDI clock is followed, where there is any to follow.
  public var clockHealth = ClockHealth()
  /// Start or Continue was heard, but no clock after it yet.
  public var isArmed = false
  /// Bars that the drummer had not made in time, so that the one before was played again.
  public var starvedBars: Int64 = 0
  /// Bars that the song jumped or started into before the drummer had made them.
  public var awaitedBars: Int64 = 0
  /// Engine messages carried out so far.
  public var messagesDone: Int64 = 0

  /// How far into the pattern's loop the beat being heard is.
  public var beatInLoop: Beats { position - origin - place.loopStart }

  /// As before the first block.
  @_noLocks public init() {}
}

/// Something that happened on the audio side, for those who watch.
public enum FeedEvent: BitwiseCopyable, Sendable {
  /// A drum was struck at a beat, heard at `time`.
  case hit(drum: UInt8, velocity: UInt8, beat: Beats, time: HostTime, by: HitSource)
  /// A pad or a command struck a drum while the song moved or was counted in, on the beat that was heard then.
  case stroke(HeardHit)
  /// A mapped control asks for something of the document or the transport; value 0 is a note let go. Values
  /// are 0 to 127, of pitch bend 0 to 16383; the channel is 0 to 15.
  case control(ControlAssignment.Trigger, value: UInt16, channel: UInt8)
  /// A Program Change that selects the pattern of that number, from 0.
  case program(UInt8)
}
