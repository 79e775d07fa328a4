import LiveDrummer
public import MusicalTime
import PatchFiles
public import Playback
public import Rhythm
import Sequencing

/// A drum that was struck, for those who watch.
public struct StruckHit: Sendable, Hashable {
  /// The drum that sounds.
  public var drum: Drum
  /// 1 to 127.
  public var velocity: Int
  /// From the song's beginning.
  public var beat: Beats
  /// When it is heard, by `CLOCK_MONOTONIC`.
  public var time: HostTime
  /// What struck it: the pattern, the drummer, a pad or a command.
  public var source: HitSource

  /// Nil for a command that strikes nothing.
  init?(_ event: FeedEvent) {
    guard case .hit(let drum, let velocity, let beat, let time, let source) = event else {
      return nil
    }
    self.drum = Drum(clampingIndex: Int(drum))
    self.velocity = Int(velocity)
    self.beat = beat
    self.time = time
    self.source = source
  }
}

extension HitSource {
  /// The word for it: pattern, drummer, pad or command.
  public var word: String {
    switch self {
    case .pattern: "pattern"
    case .drummer: "drummer"
    case .pad: "pad"
    case .command: "command"
    }
  }
}

/// Where the song is, with the time of that.
public struct TransportPlace: Sendable, Hashable {
  /// The beat that is heard at `time`.
  public var beat: Beats
  /// By `CLOCK_MONOTONIC`.
  public var time: HostTime
  /// That of the song at `time`, a followed clock's where one leads.
  public var tempo: Tempo
  /// Whether the song plays.
  public var isRolling: Bool
  /// Whether the clicks before the song are heard.
  public var isCountingIn: Bool
  /// Where the pattern that is heard began its first loop, and the length of a loop.
  public var origin: Beats
  /// The length of a loop of that pattern.
  public var loopLength: Beats
  /// The name of the pattern that is heard.
  public var pattern: String
}

/// The document as it is now, for those who watch.
public struct WatchedDocument: Sendable {
  /// Counts the changes.
  public var revision: Int
  /// The patch of that revision.
  public var patch: Patch
  /// The changes that can be undone and redone by name, the next first; a few of them.
  public var undo: [String]
  /// The changes that can be made again, the next first; a few of them.
  public var redo: [String]
  /// How many changes were made and not undone, those included that are too old to be undone.
  public var depth: Int
}

extension Machine {
  /// The document with its kit, and the file that it is of.
  public func kitInUse() -> (patch: Patch, file: String?) { (patch, path) }

  /// Where the song is as of the engine's latest block.
  public func transportPlace() -> TransportPlace {
    let now = engine.status()
    let (place, heard) = (now.place, heard)
    return TransportPlace(
      beat: now.position, time: now.time, tempo: now.tempo, isRolling: now.isRolling,
      isCountingIn: now.isCountingIn,
      origin: now.origin + place.loopStart - place.patternLength * place.loop,
      loopLength: place.patternLength, pattern: heard.pattern(at: place).name)
  }

  /// The document, if its number is not `revision`.
  public func document(after revision: Int) -> WatchedDocument? {
    guard revision != documentRevision else { return nil }
    return WatchedDocument(
      revision: documentRevision, patch: patch, undo: Self.latest(history.made),
      redo: Self.latest(history.undone), depth: history.made.count + history.forgotten)
  }

  private static func latest(_ changes: [UndoHistory<Document>.Change]) -> [String] {
    changes.suffix(8).reversed().map(\.name)
  }
}
