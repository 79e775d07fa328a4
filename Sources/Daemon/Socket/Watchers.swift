import Control
import ControlSocket
import Instrument
import LiveDrummer
import MusicalTime
import Rhythm

/// What goes to clients that watch, once a tick.
struct Watchers {
  var state = WatchedState()
  private var ahead: [AheadBar]?
  private var levelsNumber = -1
  private var tick = 0
  private let folders: LibraryReader
  private var libraryTick = 0

  /// Without clients yet.
  init(library: LibraryReader = LibraryReader()) { folders = library }

  /// What a page may choose from: patches and SoundFonts by name, and the drummer's styles. Folders are
  /// read again every two seconds, beside the main loop.
  mutating func library(styles: [String]) -> JSONNode {
    if tick - libraryTick >= 100 {
      libraryTick = tick
      folders.refresh()
    }
    let contents = folders.contents
    return .object([
      "kits": contents.kits, "patches": contents.patches, "patchFolders": contents.patchFolders,
      "styles": .array(styles.map { .string($0) }),
    ])
  }

  /// Whether state is looked at in this tick: 25 times a second is enough for an eye.
  mutating func isStateDue() -> Bool {
    tick += 1
    return tick % 2 == 0
  }

  /// The drummer's bars as a message, where they are others than the last time.
  mutating func aheadMessage(_ bars: [AheadBar]) -> JSONNode? {
    guard bars != ahead else { return nil }
    ahead = bars
    return Self.node(bars)
  }

  /// Levels as a message, where they are others than the last time.
  mutating func levelsMessage(_ levels: OutputLevels, pairs: Int) -> JSONNode? {
    guard levels.number != levelsNumber else { return nil }
    levelsNumber = levels.number
    var members = ["left": levels.left.node, "right": levels.right.node]
    if pairs > 1 {
      let drums = zip(Drum.all, 0..<pairs).map { drum, pair in
        let (left, right) = (levels.outputs[2 * pair], levels.outputs[2 * pair + 1])
        return (drum.name, JSONNode.object(["left": left.node, "right": right.node]))
      }
      members["drums"] = .object(Dictionary(uniqueKeysWithValues: drums))
    }
    return .object(members)
  }

  /// Bars with their hits.
  static func node(_ bars: [AheadBar]) -> JSONNode {
    .object([
      "bars": .array(
        bars.map { bar in
          .object([
            "bar": .integer(bar.number + 1), "beat": .rounded(bar.begins.inBeats),
            "hits": .array(
              zip(bar.hits, bar.surprises).map { hit, surprise in
                var members: [String: JSONNode] = [
                  "drum": .string(hit.drum.name), "velocity": .integer(hit.velocity.value),
                  "beat": .rounded((bar.begins + hit.beat).inBeats),
                ]
                if let surprise { members["surprise"] = .rounded(surprise, 2) }
                return .object(members)
              }),
          ])
        })
    ])
  }

  /// Hits in the order in which they were decided.
  static func node(_ hits: [StruckHit]) -> JSONNode {
    .array(
      hits.map { hit in
        .object([
          "drum": .string(hit.drum.name), "velocity": .integer(hit.velocity),
          "beat": .rounded(hit.beat.inBeats), "time": .integer(hit.time.nanoseconds),
          "by": .string(hit.source.word),
        ])
      })
  }
}

extension OutputLevel {
  fileprivate var node: JSONNode {
    .object(["peak": .rounded(Double(peak)), "rms": .rounded(Double(rms))])
  }
}
