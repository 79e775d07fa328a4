import GhostnoteTesting
import MIDI
import Sequencing
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

  @Test func `a note sounds from its beginning until its end`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(10), until: at(20), asOf: at(0))
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
    // Told to leave before the output's time began: at once, in the order they were asked for.
    notes.scheduled(on(36), at: at(-900), asOf: at(50))
    notes.scheduled(off(36), at: at(-901), asOf: at(50))
    notes.scheduled(on(38), at: at(-900), asOf: at(50))
    #expect(notes.keys(soundingAt: at(50)).map(\.note) == [38])
    notes.scheduled(off(38), at: at(-900), asOf: at(50))
    #expect(notes.keys(soundingAt: at(50)).isEmpty)
  }

  @Test func `withdrawn notes leave neither a beginning nor an end`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(1), until: at(100), asOf: at(0))
    notes.scheduled(on(36), at: at(50), until: at(60), asOf: at(0))
    notes.scheduled(on(38), at: at(50), until: at(60), asOf: at(0))
    notes.withdrew(from: at(50), asOf: at(10))
    #expect(notes.keys(soundingAt: at(90)).map(\.note) == [36])
    #expect(notes.keys(soundingAt: at(101)).isEmpty)
  }

  @Test func `keys are told apart by channel, and controllers pass by`() {
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
      notes.scheduled(on(36), at: at(100), until: at(200), asOf: at(0))
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
    // Wholly past: it comes and goes at once, surely before or surely after, nobody knows.
    notes.scheduled(on(36), at: at(80), until: at(90), asOf: at(100))
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [36])
  }

  @Test func `a note wholly past has ended`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(100), until: at(120), asOf: at(500))
    #expect(notes.keys(soundingAt: at(600)).isEmpty)
  }

  @Test func `what has just been asked for is withdrawn by the time it was due`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(100), until: at(300), asOf: at(100))
    notes.scheduled(on(38), at: at(103), until: at(300), asOf: at(100))
    notes.withdrew(from: at(102), asOf: at(101))
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [36])
  }

  @Test func `the end of a note that may never have begun ends no other`() {
    var notes = SoundingNotes()
    notes.scheduled(on(36), at: at(0), asOf: at(0))
    notes.scheduled(on(36), at: at(100), until: at(150), asOf: at(0))
    notes.withdrew(from: at(90), asOf: at(104))
    #expect(notes.keys(soundingAt: at(200)).map(\.note) == [36])
    notes.scheduled(off(36), at: at(200), asOf: at(110))
    #expect(notes.keys(soundingAt: at(201)).isEmpty)
  }

  @Test func `what is forgotten changes no answer`() {
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
          kept.withdrew(from: at(now + 5), asOf: at(now))
          trimmed.withdrew(from: at(now + 5), asOf: at(now))
        }
        #expect(
          kept.keys(soundingAt: at(now + 100)) == trimmed.keys(soundingAt: at(now + 100)))
      }
    }
  }
}
