public import MIDI
public import MusicalTime
import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// Cues in their order, drums on channel 10, notes on their own; what is before the beginning is
  /// put there, what is at `end` or later left out.
  ///
  /// In one track (format 0), or with a track for the tempi and meters and one for each voice
  /// (format 1). The division is the coarsest of 960 ticks a beat and its multiples that has a tick
  /// for every cue, or 960 where none has.
  public init(
    _ cues: [Cue], tempi: [TempoMap.Change], meters: [MeterMap.Change] = [], end: Beats,
    format: Format = .single
  ) {
    var heard = cues.filter { $0.beat < end }
    let conductor =
      meters.map { Event(.meter($0.meter), at: $0.beat) }
      + tempi.map { Event(.tempo($0.duration), at: $0.beat) }
    let division = Self.division(of: heard.map(\.beat) + conductor.map(\.beat) + [end])
    // What comes so late that its tick would be the end's is put on the last: a note needs a length.
    let tick = Beats(units: Beats.unitsPerBeat / Int64(division.ticks))
    func number(of beat: Beats) -> Int64 {
      (beat + Beats(units: tick.units / 2)).dividedRoundingDown(by: tick)
    }
    let last = max(number(of: end) - 1, 0)
    for index in heard.indices where number(of: heard[index].beat) > last {
      heard[index].beat = tick * last
    }
    let notes = Self.notes(heard, end: end)
    guard format != .single else {
      let events = notes.flatMap { [$0.on, $0.off] }
      self.init(Track(conductor + events, end: end), division: division)
      return
    }
    var tracks = [Track(conductor, end: end)]
    var voices: [Voice: [Event]] = [:]
    for (cue, note) in zip(heard, notes) { voices[cue.voice, default: []] += [note.on, note.off] }
    for (voice, events) in voices.sorted(by: { $0.key.key < $1.key.key }) {
      tracks.append(Track(name: voice.description, events, end: end))
    }
    self.init(format: format, division: division, tracks: tracks)
  }

  /// Where each note begins and ends: as long as it is held, else as a sixteenth-note triplet, unless
  /// its voice is struck again before.
  private static func notes(_ cues: [Cue], end: Beats) -> [(on: Event, off: Event)] {
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

  private static func division(of beats: [Beats]) -> Division {
    // All the multiples of 960 that divide `Beats` and fit into the file's 15 bits.
    let fitting = [960, 2_880, 6_720, 10_560, 12_480, 20_160, 31_680].first { ticks in
      let tick = Beats.unitsPerBeat / Int64(ticks)
      return beats.allSatisfy { $0.units % tick == 0 }
    }
    return Division(ticksPerBeat: fitting ?? 960) ?? .standard
  }
}

extension StandardMIDIFile.Track {
  /// General MIDI's drum channel, counted from 0.
  static let drumChannel: UInt8 = 9
  /// How long a note is that nobody holds.
  static let gate = Beats(1, over: 6)
}
