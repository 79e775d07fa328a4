import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// Cues, tempi and meters on the ticks of a file to be written.
struct CueExport {
  private typealias Event = StandardMIDIFile.Event
  private typealias Track = StandardMIDIFile.Track

  /// The coarsest multiple of 960 ticks per beat that represents every beat exactly, or 960 if none
  /// does.
  let division: StandardMIDIFile.Division
  /// Tempo and meter.
  private let conductor: [Event]
  /// The cues before the end, each on a tick that leaves its note a length.
  private let cues: [Cue]
  private let end: Beats

  /// Sorted cues; those at or after `end` are left out.
  init(_ cues: [Cue], tempi: [TempoMap.Change], meters: [MeterMap.Change], end: Beats) {
    var heard = cues.filter { $0.beat < end }
    conductor =
      meters.map { Event(.meter($0.meter), at: $0.beat) }
      + tempi.map { Event(.tempo($0.duration), at: $0.beat) }
    division = Self.division(of: heard.map(\.beat) + conductor.map(\.beat) + [end])
    // A cue whose tick would be the end's is put on the last one: a note needs a length.
    let tick = Beats(units: Beats.unitsPerBeat / Int64(division.ticks))
    func number(of beat: Beats) -> Int64 {
      (beat + Beats(units: tick.units / 2)).dividedRoundingDown(by: tick)
    }
    let last = max(number(of: end) - 1, 0)
    for index in heard.indices where number(of: heard[index].beat) > last {
      heard[index].beat = tick * last
    }
    self.cues = heard
    self.end = end
  }

  /// Everything in one track.
  var song: StandardMIDIFile.Track {
    Track(conductor + notes.flatMap { [$0.on, $0.off] }, end: end)
  }

  /// A track for tempo and meter, and one per voice.
  var tracks: [StandardMIDIFile.Track] {
    var tracks = [Track(conductor, end: end)]
    var voices: [Voice: [Event]] = [:]
    for (cue, note) in zip(cues, notes) { voices[cue.voice, default: []] += [note.on, note.off] }
    for (voice, events) in voices.sorted(by: { $0.key.key < $1.key.key }) {
      tracks.append(Track(name: voice.description, events, end: end))
    }
    return tracks
  }

  /// The beginning and end of each note: its held length, or a sixteenth-note triplet, unless its
  /// voice is hit again earlier.
  private var notes: [(on: Event, off: Event)] {
    var next: [Voice: Beats] = [:]
    let offs = cues.reversed().map { cue in
      let beat = max(cue.beat, .zero)
      let duration = cue.duration > .zero ? cue.duration : Track.gate
      let off = min(beat + duration, next[cue.voice] ?? end)
      next[cue.voice] = beat
      return off
    }
    return zip(cues, offs.reversed()).map { cue, off in
      let (note, channel) = (cue.voice.note, cue.voice.channel ?? Track.drumChannel)
      let on = ShortMessage.noteOn(channel: channel, note: note, velocity: cue.velocity.value)
      return (
        Event(.message(on), at: max(cue.beat, .zero)),
        Event(.message(.noteOff(channel: channel, note: note)), at: off)
      )
    }
  }

  private static func division(of beats: [Beats]) -> StandardMIDIFile.Division {
    // All multiples of 960 that divide `Beats` and fit in the file's 15 bits.
    let fitting = [960, 2_880, 6_720, 10_560, 12_480, 20_160, 31_680].first { ticks in
      let tick = Beats.unitsPerBeat / Int64(ticks)
      return beats.allSatisfy { $0.units % tick == 0 }
    }
    return StandardMIDIFile.Division(ticksPerBeat: fitting ?? 960) ?? .standard
  }
}
