import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Testing

@Suite struct DrumNotesTests {
  private typealias Event = StandardMIDIFile.Event

  private func on(_ note: UInt8, _ velocity: UInt8, channel: UInt8 = 9, at beat: Beats) -> Event {
    Event(.message(.noteOn(channel: channel, note: note, velocity: velocity)), at: beat)
  }

  private func off(_ note: UInt8, channel: UInt8 = 9, at beat: Beats) -> Event {
    Event(.message(.noteOff(channel: channel, note: note)), at: beat)
  }

  private func notes(_ events: [Event], division: StandardMIDIFile.Division = .standard)
    -> DrumNotes
  {
    let file = StandardMIDIFile(StandardMIDIFile.Track(events), division: division)
    return DrumNotes(of: file, tracks: 0..<1) { Drum(note: $0) }
  }

  /// Each note of the first track as (note, velocity, start, end), in 1/96 beats.
  private func played(_ file: StandardMIDIFile) -> [[Int]] {
    let events = file.tracks[0].events
    return events.indices.compactMap { index in
      guard let begin = events[index].message, begin.kind == 0x90, begin.data2 > 0 else {
        return nil
      }
      let end = events[index...].first {
        guard let message = $0.message, message.data1 == begin.data1 else { return false }
        return message.kind == 0x80 || message.data2 == 0
      }
      func tick(_ beat: Beats) -> Int { Int((beat.inBeats * 96).rounded()) }
      return [
        Int(begin.data1), Int(begin.data2), tick(events[index].beat),
        end.map { tick($0.beat) } ?? -1,
      ]
    }
  }

  @Test func `a note moves with its end, and everything else stays`() {
    let tempo = Event(.tempo(.standard), at: .zero)
    let pedal = Event(
      .message(.controlChange(channel: 9, controller: 4, value: 90)), at: Beats(1))
    let notes = notes([
      tempo, on(36, 96, at: .zero), off(36, at: Beats(1, over: 4)), pedal,
      on(38, 96, at: Beats(1)), off(38, at: Beats(5, over: 4)),
    ])
    var hits = notes.hits
    #expect(hits.map(\.drum) == [.kick, .snare])
    hits[1].beat = hits[1].beat + Beats(6, over: 96)
    hits[1].velocity = Velocity(clamping: 71)
    let moved = notes.with(hits)
    #expect(played(moved) == [[36, 96, 0, 24], [38, 71, 102, 126]])
    #expect(moved.tracks[0].events.filter { $0.message?.kind == 0xB0 } == [pedal])
    #expect(moved.tracks[0].events.first == tempo)
    #expect(moved.tracks[0].end == Beats(126, over: 96))
  }

  @Test func `unchanged hits give an unchanged file`() {
    let notes = notes([
      on(36, 96, at: .zero), off(36, at: Beats(1)), on(36, 64, at: Beats(1)),
      on(42, 1, channel: 3, at: Beats(2)), off(36, at: Beats(2)),
    ])
    #expect(notes.hits.count == 2)
    #expect(notes.with(notes.hits) == notes.file)
  }

  @Test func `a note ends where the next of its number begins, if that is earlier`() {
    let notes = notes([
      on(38, 90, at: .zero), off(38, at: Beats(1)), on(38, 90, at: Beats(1)),
      off(38, at: Beats(2)),
    ])
    var hits = notes.hits
    hits[1].beat = Beats(90, over: 96)
    #expect(played(notes.with(hits)) == [[38, 90, 0, 90], [38, 90, 90, 186]])
  }

  @Test func `without a note on channel 10, notes on all channels are drums`() {
    let notes = notes([
      on(36, 90, channel: 0, at: .zero), on(38, 90, channel: 1, at: .zero),
      on(99, 90, channel: 1, at: .zero),
    ])
    #expect(notes.hits.map(\.drum) == [.kick, .snare])
  }

  @Test func `a file with few ticks gets as many as micro-timing needs`() throws {
    let coarse = try #require(StandardMIDIFile.Division(ticksPerBeat: 96))
    let notes = notes([on(36, 90, at: Beats(1, over: 96))], division: coarse)
    var hits = notes.hits
    hits[0].beat = Beats(3, over: 480)
    let file = try StandardMIDIFile(bytes: notes.with(hits).bytes)
    #expect(file.division == .standard)
    #expect(file.tracks[0].events.map(\.beat) == [Beats(3, over: 480)])
  }

  @Test func `hits are written in order, each ending before its drum's next`() {
    func hit(_ drum: Drum, _ tick: Int64) -> Hit {
      Hit(drum: drum, velocity: StepNotation.hit, beat: Beats(tick, over: 96))
    }
    let file = StandardMIDIFile(
      [hit(.snare, 0), hit(.snare, 8), hit(.snare, 90), hit(.kick, 96)],
      tempo: .standard, end: Beats(100, over: 96))
    #expect(
      played(file) == [[38, 96, 0, 8], [38, 96, 8, 24], [38, 96, 90, 100], [36, 96, 96, 100]])
    #expect(file.tracks[0].end == Beats(100, over: 96))
  }
}
