import MusicalTime

/// A Standard MIDI File (MIDI Association RP-001, version 1.0): tracks of channel messages, tempo
/// and time signature events, each at its beat.
///
/// SysEx and all other meta events are not kept.
public struct StandardMIDIFile: Sendable, Hashable {
  /// The largest file that is read, in bytes; in memory its events are some 45 times as large.
  public static let largestFile = 1 << 22

  /// How the tracks relate to each other.
  public var format: Format
  /// The length of a tick.
  public var division: Division
  /// At most 65 535 are written.
  public var tracks: [Track]

  /// The three formats; the raw values are those in the file.
  public enum Format: UInt16, Sendable {
    /// A single track with everything; a file with any other number of tracks is written as
    /// `together`.
    case single
    /// Tracks that play simultaneously, with one tempo map.
    case together
    /// Independent songs of one track each, each with its own tempo map.
    case separate
  }

  /// A file of `tracks`, which are stored unchanged.
  public init(format: Format, division: Division, tracks: [Track]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }

  /// A format 0 file; 480 ticks per beat divide every grid up to sixteenth quintuplets.
  public init(_ track: Track, division: Division = .standard) {
    self.init(format: .single, division: division, tracks: [track])
  }

  /// Tracks merged by song: all tracks in one, or in format 2 each track by itself.
  ///
  /// Events at the same beat are ordered by track; the name is that of the first named track.
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
