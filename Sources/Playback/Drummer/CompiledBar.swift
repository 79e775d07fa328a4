public import MusicalTime
public import Rhythm

/// A bar of 4/4 in one piece of memory, so that the audio thread gets it by copying it out of a
/// ring. Real-time: yes, but for making one.
public struct CompiledBar: BitwiseCopyable, Sendable {
  /// The most hits that a bar takes to the engine; the softest of more are left out.
  public static var capacity: Int { @_noLocks get { 192 } }
  /// How long a bar is.
  public static var length: Beats { @_noLocks get { Beats(4) } }
  /// How far before its bar a hit may lie: half of an eighth, as long as a sixteenth is in half feel.
  public static var earliest: Beats { @_noLocks get { Beats(units: -Beats.unitsPerBeat / 4) } }
  /// What lies nearer to a bar line than this is on it: a drummer's tick, 1/96 beat.
  static var grain: Beats { @_noLocks get { Beats(units: Beats.unitsPerBeat / 96) } }

  /// Counted from 0 at the song's beginning, every bar four beats.
  public let number: Int64
  /// Hits in it.
  public let count: Int
  private let hits: InlineArray<192, Hit>

  /// A bar of `hits`, their beats counted from its beginning; those before −1/4 beat or after the
  /// bar's end are left out.
  public init(number: Int64, hits inOrder: [Hit]) {
    var fitting = inOrder.filter { $0.beat >= Self.earliest && $0.beat < Self.length }
    if fitting.count > Self.capacity {
      let loudest = fitting.sorted { $0.velocity > $1.velocity }
      fitting = Array(loudest.prefix(Self.capacity))
    }
    fitting.sort()
    self.number = number
    count = fitting.count
    hits = InlineArray { index in index < fitting.count ? fitting[index] : Self.silence }
  }

  /// The hit at `index` in the order of beats, its beat counted from the bar's beginning.
  @_noLocks func hit(_ index: Int) -> Hit { hits[index] }

  /// Which of the engine's 80 places the bar of a number has: the first 16 have places of their own,
  /// the others share 64.
  @_noLocks public static func place(of number: Int64) -> Int {
    number < 16 ? Int(max(number, 0)) : Int(16 &+ (number & 63))
  }

  /// What fills the room that no hit needs.
  static var silence: Hit {
    @_noLocks get {
      Hit(
        drum: Drum(clampingIndex: 0), velocity: Velocity(clamping: 1), beat: Beats(units: 0))
    }
  }
}
