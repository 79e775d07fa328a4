public import MIDI
import MusicalTime
public import Rhythm

/// The drum notes of a Standard MIDI File as hits that can be moved; all else in it stays.
public struct DrumNotes: Sendable {
  /// The file that they are part of.
  public private(set) var file: StandardMIDIFile
  /// In the order of the tracks and, in each, of its events.
  public let hits: [Hit]
  private let strokes: [Stroke]

  /// Where a hit's note begins and, if it does, ends: indices of a track and of two of its events.
  private struct Stroke {
    var track: Int
    var on: Int
    var off: Int?
  }

  /// The notes of `file` in `tracks` for which `drum` has a drum: those of channel 10, or of all
  /// channels where channel 10 has none.
  public init(
    of file: StandardMIDIFile, tracks: Range<Int>, drum: (_ note: UInt8) -> Drum?
  ) {
    self.file = file
    let all = tracks.flatMap { track in
      Self.strokes(of: file.tracks[track], number: track)
    }
    func message(_ stroke: Stroke) -> ShortMessage? {
      file.tracks[stroke.track].events[stroke.on].message
    }
    let drums = all.filter { message($0)?.channel == 9 }
    var (hits, strokes): ([Hit], [Stroke]) = ([], [])
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

  /// The file with its notes at the moments and velocities of `moved`, of which there are as many as
  /// `hits`; notes keep their numbers and lengths, unless their drum's next begins before.
  public func with(_ moved: [Hit]) -> StandardMIDIFile {
    precondition(moved.count == hits.count, "a hit for each note")
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

  /// Lets notes end where the same note begins again, as they did before.
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

  /// Each note-on of a track; a note-off ends the latest of its note that still sounds.
  private static func strokes(
    of track: StandardMIDIFile.Track, number: Int
  ) -> [Stroke] {
    var strokes: [Stroke] = []
    var sounding: [UInt16: [Int]] = [:]
    for (index, event) in track.events.enumerated() {
      guard let message = event.message, [0x80, 0x90].contains(message.kind) else { continue }
      let key = UInt16(message.channel) << 8 | UInt16(message.data1)
      if message.kind == 0x90, message.data2 > 0 {
        sounding[key, default: []].append(strokes.count)
        strokes.append(Stroke(track: number, on: index))
      } else if let latest = sounding[key]?.popLast() {
        strokes[latest].off = index
      }
    }
    return strokes
  }
}

extension StandardMIDIFile.Division {
  /// At least 480 ticks a beat, a multiple of what it is, so that what lay on a tick still does;
  /// time code stays as it is.
  var fine: StandardMIDIFile.Division {
    guard whole == .beat, ticks < 480 else { return self }
    let times = (480 + Int(ticks) - 1) / Int(ticks)
    return StandardMIDIFile.Division(ticksPerBeat: times * Int(ticks)) ?? self
  }
}
