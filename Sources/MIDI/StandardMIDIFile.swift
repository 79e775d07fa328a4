import MusicalTime

/// A Standard MIDI File (MIDI Association RP-001, version 1.0): tracks of channel messages, tempi and
/// meters, each at its beat.
///
/// SysEx and all other meta events are not kept.
public struct StandardMIDIFile: Sendable, Hashable {
  /// The largest file that is worth reading, in bytes: in memory its events are some 45 times as large.
  public static let largestFile = 1 << 22

  /// How the tracks belong together.
  public var format: Format
  /// What a tick is worth in the file.
  public var division: Division
  /// At most 65 535 are written.
  public var tracks: [Track]

  /// The three formats; their raw values are the file's.
  public enum Format: UInt16, Sendable {
    /// One track, which holds everything; with any other number of tracks it counts as `together`.
    case single
    /// Tracks that sound together, under one tempo map.
    case together
    /// Songs of one track each, with its own tempo map.
    case separate
  }

  /// `tracks` as they are.
  public init(format: Format, division: Division, tracks: [Track]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }

  /// One track in format 0; 480 ticks a beat divide every grid up to sixteenth quintuplets.
  public init(_ track: Track, division: Division = .standard) {
    self.init(format: .single, division: division, tracks: [track])
  }

  /// What plays at once, as one track each: all tracks together, or in format 2 every one by itself.
  ///
  /// Events at the same beat stand in the order of their tracks; the name is the first that there is.
  public var songs: [Track] {
    if format == .separate || tracks.count == 1 { return tracks }
    guard !tracks.isEmpty else { return [] }
    return [
      Track(
        name: tracks.first { !$0.name.isEmpty }?.name ?? "", tracks.flatMap(\.events),
        end: tracks.map(\.end).max() ?? .zero)
    ]
  }
}
