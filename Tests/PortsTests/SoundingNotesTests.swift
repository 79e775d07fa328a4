import GhostnoteTesting
import MIDI
import Ports
import Testing

/// Times in milliseconds of the output's own time.
@Suite struct SoundingNotesTests {
  private func at(_ time: Int64) -> QueueClock.QueueTime {
    QueueClock.QueueTime(nanoseconds: time * 1_000_000)
  }
  private func on(_ note: UInt8) -> ShortMessage {
    .noteOn(channel: 9, note: note, velocity: 100)
  }
  private func off(_ note: UInt8) -> ShortMessage { .noteOff(channel: 9, note: note) }
  private func play(
    _ note: UInt8, at due: Int64, until end: Int64, asOf now: Int64, in notes: inout SoundingNotes
  ) {
    notes.scheduled(on(note), at: at(due), asOf: at(now))
    notes.scheduled(off(note), at: at(end), asOf: at(now))
  }

  @Test func `a note sounds from its beginning until its end`() {
    var notes = SoundingNotes()
    play(36, at: 10, until: 20, asOf: 0, in: &notes)
    let sounding = [0, 10, 11, 20, 21].map { notes.keys(soundingAt: at($0)).map(\.note) }
    #expect(sounding == [[], [], [36], [36], []])
  }

  @Test func `a note-on sounds until its note-off, or a note-on of velocity 0`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(1), asOf: at(0))
    notes.scheduled(on(38), at: at(1), asOf: at(0))
    notes.scheduled(on(40), at: at(1), asOf: at(0))
    notes.scheduled(off(36), at: at(5), asOf: at(0))
    notes.scheduled(.noteOn(channel: 9, note: 38, velocity: 0), at: at(5), asOf: at(0))
    #expect(notes.keys(soundingAt: at(9)).map(\.note) == [40])
  }

  @Test func `of messages sent at once the end never overtakes its beginning`() {
    var notes = SoundingNotes()
    // Due before the output's time began: sent at once, in the order they were asked for.
    notes.scheduled(on(36), at: at(-900), asOf: at(50))
    notes.scheduled(off(36), at: at(-901), asOf: at(50))
    notes.scheduled(on(38), at: at(-900), asOf: at(50))
    #expect(notes.keys(soundingAt: at(50)).map(\.note) == [38])
    notes.scheduled(off(38), at: at(-900), asOf: at(50))
    #expect(notes.keys(soundingAt: at(50)).isEmpty)
  }

  @Test func `withdrawn notes leave neither a beginning nor an end`() {
    var notes = SoundingNotes()
    play(36, at: 1, until: 100, asOf: 0, in: &notes)
    play(36, at: 50, until: 60, asOf: 0, in: &notes)
    play(38, at: 50, until: 60, asOf: 0, in: &notes)
    #expect(notes.withdrew(from: at(50), asOf: at(10)).isEmpty)
    // The end at 100 was taken back, too.
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [36])
    notes.scheduled(off(36), at: at(80), asOf: at(10))
    #expect(notes.keys(soundingAt: at(200)).isEmpty)
  }

  @Test func `keys differ by channel, and controllers are ignored`() {
    var notes = SoundingNotes()
    notes.scheduled(.noteOn(channel: 0, note: 36, velocity: 1), at: at(1), asOf: at(0))
    notes.scheduled(on(36), at: at(1), asOf: at(0))
    notes.scheduled(.controlChange(channel: 9, controller: 4, value: 1), at: at(1), asOf: at(0))
    notes.scheduled(off(36), at: at(2), asOf: at(0))
    #expect(notes.keys(soundingAt: at(3)) == [SoundingNotes.Key(channel: 0, note: 36)])
  }

  @Test func `a note-on that comes too late sounds, though an end was due about then`() {
    for late: Int64 in [-19, -1, 0, 1, 19] {
      var notes = SoundingNotes()
      play(36, at: 100, until: 200, asOf: 0, in: &notes)
      notes.scheduled(on(36), at: at(190), asOf: at(200 + late))
      #expect(notes.keys(soundingAt: at(300)).map(\.note) == [36], "asked for \(late) ms late")
    }
  }

  @Test func `an end asked for in time ends what is surely there by then`() {
    var notes = SoundingNotes()
    notes.scheduled(off(36), at: at(200), asOf: at(0))
    notes.scheduled(on(36), at: at(190), asOf: at(100))
    #expect(notes.keys(soundingAt: at(300)).map(\.note) == [36], "within the lateness")
    notes.scheduled(off(36), at: at(250), asOf: at(110))
    #expect(notes.keys(soundingAt: at(300)).isEmpty)
  }

  @Test func `an end asked for too late may have overtaken a beginning that still waits`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(100), asOf: at(50))
    notes.scheduled(off(36), at: at(90), asOf: at(101))
    #expect(notes.keys(soundingAt: at(300)).map(\.note) == [36])
    notes.scheduled(off(36), at: at(90), asOf: at(121))
    #expect(notes.keys(soundingAt: at(300)).isEmpty)
  }

  @Test func `a note's own end does not hide another that began within its lateness`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(103), asOf: at(50))
    // Wholly past: it comes and goes at once, before or after, which is unknown.
    play(36, at: 80, until: 90, asOf: 100, in: &notes)
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [36])
  }

  @Test func `a note wholly past has ended`() {
    var notes = SoundingNotes()
    play(36, at: 100, until: 120, asOf: 500, in: &notes)
    #expect(notes.keys(soundingAt: at(600)).isEmpty)
  }

  @Test func `what was due when it was withdrawn may have begun, and is returned`() {
    var notes = SoundingNotes()
    play(36, at: 100, until: 300, asOf: 90, in: &notes)
    play(38, at: 103, until: 300, asOf: 90, in: &notes)
    play(40, at: 99, until: 101, asOf: 90, in: &notes)
    #expect(notes.withdrew(from: at(100), asOf: at(101)).map(\.note) == [36])
    // Whether the end of 40 left is not known either.
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [36, 40])
    notes.scheduled(off(36), at: at(0), asOf: at(125))
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [40])
  }

  @Test func `forgetting changes no result`() {
    var chance = SplitMix64(seed: 13)
    for _ in 0..<20 {
      var kept = SoundingNotes()
      var trimmed = SoundingNotes()
      for now in stride(from: Int64(0), to: 800, by: 10) {
        let due = at(now + .random(in: -5...25, using: &chance))
        let note = UInt8.random(in: 36...37, using: &chance)
        let message = Bool.random(using: &chance) ? on(note) : off(note)
        kept.scheduled(message, at: due, asOf: at(now))
        trimmed.scheduled(message, at: due, asOf: at(now))
        trimmed.forget(before: at(now))
        if Int.random(in: 0..<8, using: &chance) == 0 {
          _ = kept.withdrew(from: at(now + 5), asOf: at(now))
          _ = trimmed.withdrew(from: at(now + 5), asOf: at(now))
        }
        #expect(
          kept.keys(soundingAt: at(now + 100)) == trimmed.keys(soundingAt: at(now + 100)))
      }
    }
  }
}
