public import MIDI
import MusicalTime
public import Rhythm

/// The drum notes of a Standard MIDI File as hits that can be moved; everything else in the file is
/// kept.
public struct DrumNotes: Sendable {
  /// The file that contains them.
  public private(set) var file: StandardMIDIFile
  /// Ordered by track, then by event.
  public let hits: [Hit]
  private let strokes: [NoteEnds]

  /// The indices of a note's track, its note-on and its note-off, if it has one.
  private struct NoteEnds {
    var track: Int
    var on: Int
    var off: Int?
  }

  /// The notes in `tracks` of `file` that `drum` maps to a drum: those on channel 10, or on all
  /// channels if channel 10 has none.
  public init(
    of file: StandardMIDIFile, tracks: Range<Int>, drum: (_ note: UInt8) -> Drum?
  ) {
    self.file = file
    let all = tracks.flatMap { track in
      Self.strokes(of: file.tracks[track], number: track)
    }
    func message(_ stroke: NoteEnds) -> ShortMessage? {
      file.tracks[stroke.track].events[stroke.on].message
    }
    let drums = all.filter { message($0)?.channel == 9 }
    var (hits, strokes): ([Hit], [NoteEnds]) = ([], [])
    for stroke in drums.isEmpty ? all : drums {
      guard let message = message(stroke), let drum = drum(message.data1) else { continue }
      let beat = file.tracks[stroke.track].events[stroke.on].beat
      hits.append(
        Hit(drum: drum, velocity: Velocity(clamping: Int(message.data2)), beat: beat))
      strokes.append(stroke)
    }
    self.hits = hits
    self.strokes = strokes
  }

  /// The file with its notes at the times and velocities of `moved`, one for each of `hits`; notes
  /// keep their number and length, except where the same drum's next note begins earlier.
  public func with(_ moved: [Hit]) -> StandardMIDIFile {
    precondition(moved.count == hits.count, "one hit for each note")
    var tracks = file.tracks.map(\.events)
    for (stroke, (given, hit)) in zip(strokes, zip(hits, moved)) {
      let later = hit.beat - given.beat
      tracks[stroke.track][stroke.on] = Self.event(
        tracks[stroke.track][stroke.on], later: later, velocity: hit.velocity)
      if let off = stroke.off {
        tracks[stroke.track][off] = Self.event(tracks[stroke.track][off], later: later)
      }
    }
    shortenOverlaps(in: &tracks)
    var result = file
    result.division = file.division.fine
    result.tracks = zip(file.tracks, tracks).map { track, events in
      StandardMIDIFile.Track(
        name: track.name, events, end: max(track.end, events.map(\.beat).max() ?? .zero))
    }
    return result
  }

  /// Ends a note where the next one of the same number begins, as it did before.
  private func shortenOverlaps(in tracks: inout [[StandardMIDIFile.Event]]) {
    var next: [UInt32: Int] = [:]
    for stroke in strokes.reversed() {
      guard let message = tracks[stroke.track][stroke.on].message else { continue }
      let key = UInt32(stroke.track) << 16 | UInt32(message.status) << 8 | UInt32(message.data1)
      if let off = stroke.off, let on = next[key], off < on {
        let limit = tracks[stroke.track][on].beat
        tracks[stroke.track][off].beat = min(tracks[stroke.track][off].beat, limit)
      }
      next[key] = stroke.on
    }
  }

  private static func event(
    _ event: StandardMIDIFile.Event, later: Beats, velocity: Velocity? = nil
  ) -> StandardMIDIFile.Event {
    guard case .message(var message) = event.content else { return event }
    if let velocity { message.data2 = velocity.value }
    return StandardMIDIFile.Event(.message(message), at: event.beat + later)
  }

  /// Every note-on of a track; a note-off ends the last sounding note of its number.
  private static func strokes(
    of track: StandardMIDIFile.Track, number: Int
  ) -> [NoteEnds] {
    var strokes: [NoteEnds] = []
    var sounding: [UInt16: [Int]] = [:]
    for (index, event) in track.events.enumerated() {
      guard let message = event.message, [0x80, 0x90].contains(message.kind) else { continue }
      let key = UInt16(message.channel) << 8 | UInt16(message.data1)
      if message.kind == 0x90, message.data2 > 0 {
        sounding[key, default: []].append(strokes.count)
        strokes.append(NoteEnds(track: number, on: index))
      } else if let latest = sounding[key]?.popLast() {
        strokes[latest].off = index
      }
    }
    return strokes
  }
}

extension StandardMIDIFile.Division {
  /// A division of at least 480 ticks per beat that is a multiple of the current one, so that
  /// existing ticks stay exact; time code does not change.
  var fine: StandardMIDIFile.Division {
    guard whole == .beat, ticks < 480 else { return self }
    let times = (480 + Int(ticks) - 1) / Int(ticks)
    return StandardMIDIFile.Division(ticksPerBeat: times * Int(ticks)) ?? self
  }
}
