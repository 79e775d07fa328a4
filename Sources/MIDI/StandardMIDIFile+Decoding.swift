import MusicalTime

extension StandardMIDIFile {
  /// Decodes `bytes`, in time linear in their number.
  ///
  /// Unknown chunks, SysEx, other meta events and data after the last announced track are skipped.
  /// Beats are exact where the ticks divide `Beats`, else rounded to the nearest unit.
  public init(bytes: [UInt8]) throws(StandardMIDIFileError) {
    var cursor = ByteCursor(bytes)
    let header = try Header(&cursor)
    var read: [TrackReader] = []
    var places: [ByteCursor] = []
    while read.count < header.trackCount {
      guard cursor.left > 0 else {
        throw cursor.error(.missingTracks(announced: header.trackCount, found: read.count))
      }
      let (name, chunk) = try Self.chunk(&cursor)
      guard name == Self.trackName else { continue }
      read.append(try TrackReader(chunk))
      places.append(chunk)
    }
    let isSeparate = header.format == .separate
    let common = isSeparate ? [] : Self.tempi(read)
    var tracks: [Track] = []
    for (track, place) in zip(read, places) {
      let tempi = isSeparate ? Self.tempi([track]) : common
      guard let scale = TickScale(header.division, tempi: tempi), let track = Track(track, scale)
      else { throw place.error(.tooLong) }
      tracks.append(track)
    }
    self.init(format: header.format, division: header.division, tracks: tracks)
  }

  /// The names of the chunks: "MThd" and "MTrk".
  static let headerName = 0x4D54_6864
  static let trackName = 0x4D54_726B

  /// Reads the next chunk: its name as a number, and its bytes.
  fileprivate static func chunk(
    _ cursor: inout ByteCursor
  ) throws(StandardMIDIFileError) -> (name: Int, ByteCursor) {
    let name = try cursor.number(4)
    let length = try cursor.number(4)
    return (name, try cursor.part(length))
  }

  /// The tempo events of all tracks, ordered by tick, then by track.
  private static func tempi(_ tracks: [TrackReader]) -> [(tick: Int64, duration: BeatDuration)] {
    let found = tracks.flatMap { track in
      track.events.compactMap { event in
        if case .tempo(let duration) = event.content {
          (tick: event.tick, duration: duration)
        } else {
          nil
        }
      }
    }
    return found.sorted { $0.tick < $1.tick }
  }
}

/// The contents of the header chunk.
private struct Header {
  let format: StandardMIDIFile.Format
  let trackCount: Int
  let division: StandardMIDIFile.Division

  init(_ cursor: inout ByteCursor) throws(StandardMIDIFileError) {
    let start = cursor
    var name = start
    guard start.left >= 4, try name.number(4) == StandardMIDIFile.headerName else {
      throw start.error(.noHeader)
    }
    let (_, bytes) = try StandardMIDIFile.chunk(&cursor)
    var header = bytes
    guard header.left >= 6 else { throw header.error(.shortHeader(header.left)) }
    let format = UInt16(try header.number(2))
    trackCount = try header.number(2)
    let word = UInt16(try header.number(2))
    guard let known = StandardMIDIFile.Format(rawValue: format) else {
      throw bytes.error(.unknownFormat(format))
    }
    guard let division = StandardMIDIFile.Division(word: word) else {
      throw StandardMIDIFileError(offset: bytes.offset + 4, problem: .impossibleDivision(word))
    }
    self.format = known == .single && trackCount != 1 ? .together : known
    self.division = division
  }
}

extension StandardMIDIFile.Track {
  /// The track with ticks converted to beats, or nil if they overflow.
  fileprivate init?(_ read: TrackReader, _ scale: TickScale) {
    var events: [StandardMIDIFile.Event] = []
    events.reserveCapacity(read.events.count)
    for (tick, content) in read.events {
      guard let beat = scale.beat(at: tick) else { return nil }
      events.append(StandardMIDIFile.Event(content, at: beat))
    }
    guard let end = scale.beat(at: read.tick) else { return nil }
    self.init(name: read.name, events, end: end)
  }
}
