import Commands
import Drummer
public import LiveDrummer
public import MusicalTime
public import Playback
public import Rhythm
import Sequencing

/// An engine with an empty pattern and a live drummer with recognisable bars, both advanced by the
/// test.
public final class DrummerRehearsal {
  /// The engine and its recorded output.
  public let room: Rehearsal
  /// The drummer, which runs once per block.
  public let drummer: LiveDrummer
  /// All hits of the drummer with their song beats, in the order they sounded.
  public private(set) var struck: [Hit] = []

  /// A drummer at bar 1, stopped, with its first bars ready.
  public init(
    _ settings: DrummerSettings, lookahead: Int = 2,
    _ configuration: EngineConfiguration = EngineConfiguration()
  ) throws {
    room = Rehearsal(Program(hits: [], length: Beats(3), loops: true), configuration)
    guard let seat = room.seat() else { throw DrummerError("the drummer port is already in use") }
    drummer = LiveDrummer(
      settings: settings, lookahead: lookahead, engine: seat, loadDrummer: FakeDrummer().loadDrummer
    )
    try drummer.load()
    drummer.catchUp()
    room.beforeBlock = { [drummer] in drummer.catchUp() }
  }

  /// Plays `frames` frames.
  public func play(frames: Int, block: Int = 128) {
    var left = frames
    while left > 0 {
      room.play(frames: min(left, 48_000), block: block)
      left -= 48_000
      for case .hit(let drum, let velocity, let beat, _, let source) in room.feed()
      where !source.isLive {
        struck.append(
          Hit(
            drum: Drum(clampingIndex: Int(drum)), velocity: Velocity(clamping: Int(velocity)),
            beat: beat))
      }
    }
  }

  /// Plays until all hits before `beat` of the song have sounded.
  public func play(until beat: Beats, block: Int = 128) {
    while room.status.position < beat { play(frames: block, block: block) }
  }

  /// The hits since the last call.
  public func taken() -> [Hit] {
    defer { struck = [] }
    return struck
  }

  /// The bars from `first` to `end` that the same drummer plays with `settings`; bars in `given`
  /// are used instead of its own.
  public static func song(
    _ settings: (Int) -> DrummerSettings, until end: Int, given: [Int: [Hit]] = [:]
  ) -> [Hit] {
    var drummer = FakeInventor()
    var song: [Hit] = []
    for bar in 0..<end {
      let direction = BarDirection(settings: settings(bar), tempo: .standard)
      if let hits = given[bar] {
        drummer.advance(with: hits, direction)
        continue
      }
      for var hit in drummer.play(direction).hits {
        hit.beat = hit.beat + Beats(4 * Int64(bar))
        // Hits before the song's beginning are moved to beat 0.
        song.append(Hit(drum: hit.drum, velocity: hit.velocity, beat: max(hit.beat, .zero)))
      }
    }
    return song.sorted()
  }
}
