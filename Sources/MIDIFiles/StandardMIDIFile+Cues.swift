public import MIDI
public import MusicalTime
import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// Exports sorted cues, drums on channel 10, notes on their own channels; negative beats become
  /// 0, cues at or after `end` are left out.
  ///
  /// One track (format 0), or a track for tempo and meter and one per voice (format 1). The
  /// division is the coarsest multiple of 960 ticks per beat that represents every cue exactly, or
  /// 960 if none does.
  public init(
    _ cues: [Cue], tempi: [TempoMap.Change], meters: [MeterMap.Change] = [], end: Beats,
    format: Format = .single
  ) {
    var heard = cues.filter { $0.beat < end }
    let conductor =
      meters.map { Event(.meter($0.meter), at: $0.beat) }
      + tempi.map { Event(.tempo($0.duration), at: $0.beat) }
    let division = Self.division(of: heard.map(\.beat) + conductor.map(\.beat) + [end])
    // A cue whose tick would be the end's is put on the last one: a note needs a length.
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

  /// The beginning and end of each note: its held length, or a sixteenth-note triplet, unless its
  /// voice is hit again earlier.
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
    // All multiples of 960 that divide `Beats` and fit in the file's 15 bits.
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
  /// The length of a note that is not held.
  static let gate = Beats(1, over: 6)
}
