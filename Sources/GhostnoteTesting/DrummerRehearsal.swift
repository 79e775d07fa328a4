import Commands
public import Control
import Drummer
public import MusicalTime
public import Playback
public import Rhythm
import Sequencing

/// An engine with an empty pattern and a drummer who tells its bars, both played by hand.
public final class DrummerRehearsal {
  /// The engine.
  public let room: Rehearsal
  /// Who drums, as often as there is a block.
  public let drummer: LiveDrummer
  /// Everything the drummer struck, by the beat of the song, in the order in which it sounded.
  public private(set) var struck: [Hit] = []

  /// A drummer at bar 1, at rest, with everything ready.
  public init(
    _ settings: DrummerSettings, lookahead: Int = 2,
    _ configuration: EngineConfiguration = EngineConfiguration()
  ) throws {
    room = Rehearsal(Program(hits: [], length: Beats(3), loops: true), configuration)
    guard let seat = room.seat() else { throw CommandError("the seat is taken") }
    drummer = LiveDrummer(
      settings: settings, lookahead: lookahead, engine: seat, audition: ToldDrummer().audition)
    try drummer.hire()
    drummer.catchUp()
    room.beforeBlock = { [drummer] in drummer.catchUp() }
  }

  /// Plays so many frames.
  public func play(frames: Int, block: Int = 128) {
    var left = frames
    while left > 0 {
      room.play(frames: min(left, 48_000), block: block)
      left -= 48_000
      for case .hit(let drum, let velocity, let beat, isLive: false) in room.feed() {
        struck.append(
          Hit(
            drum: Drum(clampingIndex: Int(drum)), velocity: Velocity(clamping: Int(velocity)),
            beat: beat))
      }
    }
  }

  /// Plays until everything before `beat` of a song that goes on is decided and has sounded.
  public func play(until beat: Beats, block: Int = 128) {
    while room.status.position < beat { play(frames: block, block: block) }
  }

  /// What was struck since the last look.
  public func taken() -> [Hit] {
    defer { struck = [] }
    return struck
  }

  /// What the same drummer plays in the bars from `first` until `end`, told how to by `settings`;
  /// what it `hears` instead of bars of its own takes their place in its memory.
  public static func song(
    _ settings: (Int) -> DrummerSettings, until end: Int, hears: [Int: [Hit]] = [:]
  ) -> [Hit] {
    var drummer = ToldInventor()
    var song: [Hit] = []
    for bar in 0..<end {
      let direction = BarDirection(settings: settings(bar), tempo: .standard)
      if let heard = hears[bar] {
        drummer.hear(heard, direction)
        continue
      }
      for var hit in drummer.play(direction).hits {
        hit.beat = hit.beat + Beats(4 * Int64(bar))
        // Nothing is before the song's first beat.
        song.append(Hit(drum: hit.drum, velocity: hit.velocity, beat: max(hit.beat, .zero)))
      }
    }
    return song.sorted()
  }
}
