import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Playback

/// Notes that end by themselves, beside a dictionary of their ends.
@Suite struct NoteGateTests {
  private static let far = Frame(index: .max)

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `drums that sound are those opened and not closed, each with the end it was given last`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    var gates = DrumGates()
    var ends: [UInt8: Frame] = [:]
    var wrong = 0
    for _ in 0..<500 {
      let drum = Drum(clampingIndex: .random(in: 0..<Drum.count, using: &dice))
      let frame = Frame(index: .random(in: 0...1_000, using: &dice))
      switch Int.random(in: 0..<5, using: &dice) {
      case 0:
        gates.close(drum)
        ends[drum.index] = nil
      case 1:
        gates.shorten(to: frame)
        ends = ends.mapValues { min($0, frame) }
      case 2:
        while let ended = gates.closeFirst(before: frame) {
          let expected = ends.removeValue(forKey: ended.drum.index)
          if expected != ended.end || ended.end >= frame { wrong += 1 }
        }
        if ends.values.contains(where: { $0 < frame }) { wrong += 1 }
      default:
        gates.open(drum, until: NoteEnd(frame))
        ends[drum.index] = frame
      }
      if gates.earliest != ends.values.min() ?? Self.far { wrong += 1 }
      if gates.contains(drum) != (ends[drum.index] != nil) { wrong += 1 }
    }
    var left = DrumSet()
    while let drum = gates.closeFirst() { left.insert(drum) }
    #expect(wrong == 0)
    #expect(left == DrumSet(ends.keys.map { Drum(clampingIndex: Int($0)) }))
    #expect(gates.earliest == Self.far)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `voices may sound twice, and each ends once`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    var gates = NoteGates()
    var sounding: [(voice: Voice, end: Frame)] = []
    var wrong = 0
    for _ in 0..<500 {
      let note = Int.random(in: 60...64, using: &dice)
      let voice = try #require(Voice(note: note, channel: .random(in: 0...1, using: &dice)))
      let frame = Frame(index: .random(in: 0...1_000, using: &dice))
      switch Int.random(in: 0..<6, using: &dice) {
      case 0:
        let isThere = sounding.contains { $0.voice == voice }
        if gates.close(voice) != isThere { wrong += 1 }
        // Which of two notes of one key is closed cannot be heard: the test goes by what is left.
        guard isThere else { continue }
        var copy = gates
        var left: [(voice: Voice, end: Frame)] = []
        while let ended = copy.closeFirst(before: Self.far) { left.append(ended) }
        if left.count != sounding.count - 1 { wrong += 1 }
        if left.count(where: { $0.voice == voice })
          != sounding.count(where: { $0.voice == voice }) - 1
        {
          wrong += 1
        }
        sounding = left
      case 1:
        gates.shorten(to: frame)
        sounding = sounding.map { ($0.voice, min($0.end, frame)) }
      case 2:
        let due = sounding.count { $0.end < frame }
        var ended = 0
        while let note = gates.closeFirst(before: frame) {
          if note.end >= frame { wrong += 1 }
          ended += 1
        }
        if ended != due { wrong += 1 }
        sounding.removeAll { $0.end < frame }
      default:
        guard gates.count < NoteGates.capacity else { continue }
        gates.open(voice, until: NoteEnd(frame))
        sounding.append((voice, frame))
      }
      if gates.count != sounding.count { wrong += 1 }
      if gates.earliest != sounding.map(\.end).min() ?? Self.far { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func `a voice on another channel is another voice`() throws {
    let one = try #require(Voice(note: 60, channel: 0))
    let other = try #require(Voice(note: 60, channel: 1))
    var gates = NoteGates()
    gates.open(one, until: NoteEnd(Frame(index: 5)))
    let closed = [gates.close(other), gates.close(one), gates.close(one)]
    #expect(closed == [false, true, false])
  }

  /// Ends on lines of 120 bpm, and where they are once that goes on at 60 from half a beat on.
  private static var bends: [(end: NoteEnd, moved: Int64)] {
    [
      (NoteEnd(Frame(index: 24_000), beat: Beats(1)), 36_000),
      (NoteEnd(Frame(index: 24_000)), 24_000),
      (NoteEnd(Frame(index: 6_000), beat: Beats(1, over: 4)), 6_000),
      (NoteEnd(Frame(index: 12_000), beat: Beats(1, over: 2)), 12_000),
    ]
  }

  /// What happens to an end before the line is bent.
  enum Before: CaseIterable { case nothing, fixed, shortened }

  @Test(arguments: Before.allCases)
  func `only what is held to a beat still to come ends with it on a line that is bent`(
    before: Before
  ) throws {
    let (bend, limit) = (Frame(index: 12_000), Frame(index: 20_000))
    let line = Stage.line.bent(to: Tempo(clampingBPM: 60), at: bend)
    for (end, moved) in Self.bends {
      var drums = DrumGates()
      var voices = NoteGates()
      var ahead = AheadNotes()
      var plan = Plan(capacity: 2)
      drums.open(.kick, until: end)
      voices.open(Voice(.kick), until: end)
      _ = ahead.begin(
        AheadNote(
          channel: 9, note: 36, begins: Frame(index: 100), noteOnTime: HostTime(nanoseconds: 0),
          ends: end.frame, endBeat: end.beat))
      var event = PlannedEvent.kick(1, on: 100)
      var note = try #require(event.note)
      note.hold(from: event.frame, to: end)
      event.content = .stroke(note)
      _ = plan.insert(event)
      switch before {
      case .nothing: break
      case .fixed:
        drums.fixEnds()
        voices.fixEnds()
        ahead.fixEnds()
        plan.fixEnds()
      case .shortened:
        drums.shorten(to: limit)
        voices.shorten(to: limit)
        ahead.shorten(to: limit, from: bend, gate: 2_400)
        plan.shortenNotes(to: 30_000)
      }
      drums.moveEnds(to: line, from: bend)
      voices.moveEnds(to: line, from: bend)
      ahead.moveEnds(to: line, from: bend)
      plan.moveEnds(to: line, from: bend)
      let expected: Int64 =
        switch before {
        case .nothing: moved
        case .fixed: end.frame.index
        case .shortened: min(end.frame.index, limit.index)
        }
      let ends = [drums.earliest.index, voices.earliest.index, ahead[0].ends.index]
      #expect(ends == [expected, expected, expected])
      let length = plan.peek()?.note.map { Int64($0.length) }
      #expect(length == (before == .nothing ? moved : end.frame.index) - 100)
    }
  }

  @Test func `a planned hit of the usual length stays one on a line that is bent`() {
    var plan = Plan(capacity: 2)
    _ = plan.insert(.kick(1, on: 100))
    let bend = Frame(index: 200)
    plan.moveEnds(to: Stage.line.bent(to: Tempo(clampingBPM: 60), at: bend), from: bend)
    let length = plan.peek()?.note?.length
    #expect(length == 0)
  }
}

/// The notes that outputs which schedule ahead were given.
@Suite struct AheadNotesTests {
  /// Notes of two keys; each is sent at a time of its own, 1 µs a frame.
  private static func note(
    _ key: UInt8, from begins: Int64, to ends: Int64, endsSent: Int64? = nil, isHeld: Bool = false
  ) -> AheadNote {
    var note = AheadNote(
      channel: 9, note: key, begins: Frame(index: begins),
      noteOnTime: HostTime(nanoseconds: begins * 1_000), ends: Frame(index: ends))
    note.isHeld = isHeld
    if let endsSent {
      note.hasEnd = true
      note.endFrame = Frame(index: endsSent)
      note.noteOffTime = HostTime(nanoseconds: endsSent * 1_000)
    }
    return note
  }

  private static func all(_ notes: borrowing AheadNotes) -> [AheadNote] {
    (0..<notes.count).map { notes[$0] }
  }

  private static func begins(_ notes: borrowing AheadNotes) -> [Int64] {
    all(notes).map(\.begins.index).sorted()
  }

  private static func random(_ seed: UInt64) -> [AheadNote] {
    var dice = SplitMix64(seed: seed)
    return (0..<60).map { _ in
      let begins = Int64.random(in: 0...500, using: &dice)
      let ends = begins + .random(in: 1...400, using: &dice)
      return note(
        .random(in: 36...37, using: &dice), from: begins, to: ends,
        endsSent: Bool.random(using: &dice) ? ends : nil, isHeld: dice.once(in: 5))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what is asked of them is found as by looking at each`(seed: UInt64) {
    let truth = Self.random(seed)
    var notes = AheadNotes()
    for note in truth { _ = notes.begin(note) }
    let open = truth.filter { !$0.hasEnd }
    let first = notes.firstToEnd().map { notes[$0].ends }
    #expect(first == open.map(\.ends).min())
    let latest = notes.latestEnd()
    #expect(latest == truth.filter(\.hasEnd).map(\.noteOffTime).max())
    for time: Int64 in [0, 100, 250, 499, 1_000] {
      let moment = HostTime(nanoseconds: time * 1_000)
      let earliest = notes.earliestEnd(from: Frame(index: time))
      let sent = truth.filter { $0.hasEnd && $0.endFrame.index >= time }
      #expect(earliest == sent.map(\.noteOffTime).min())
      let next = notes.next(9, 36, after: moment).map { notes[$0].noteOnTime }
      #expect(
        next == truth.filter { $0.note == 36 && $0.noteOnTime > moment }.map(\.noteOnTime).min())
      let found = notes.open(9, 36, sentBy: moment).map { notes[$0] }
      let isThere = open.contains { $0.note == 36 && $0.noteOnTime <= moment }
      #expect((found != nil) == isThere)
      if let found { #expect(found.note == 36 && !found.hasEnd && found.noteOnTime <= moment) }
    }
    let strange = notes.open(8, 36)
    #expect(strange == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>, [0, 120, 300, 1_000] as [Int64])
  func `taken back, later notes are forgotten and later ends are to be sent again`(
    seed: UInt64, limit: Int64
  ) {
    let truth = Self.random(seed)
    var notes = AheadNotes()
    for note in truth { _ = notes.begin(note) }
    notes.takeBack(from: Frame(index: limit))
    let left = Self.all(notes)
    let kept = truth.filter { $0.begins.index < limit }
    #expect(left.map(\.begins.index).sorted() == kept.map(\.begins.index).sorted())
    let sent = kept.filter { $0.hasEnd && $0.endFrame.index < limit }
    #expect(
      left.filter(\.hasEnd).map(\.endFrame.index).sorted() == sent.map(\.endFrame.index).sorted())
  }

  @Test func `a note is forgotten when its end was sent, and only then`() {
    var notes = AheadNotes()
    for note in [
      Self.note(36, from: 0, to: 10, endsSent: 10), Self.note(38, from: 1, to: 20, endsSent: 20),
      Self.note(42, from: 2, to: 5),
    ] { _ = notes.begin(note) }
    notes.forget(before: HostTime(nanoseconds: 10_000))
    let all = Self.begins(notes)
    notes.forget(before: HostTime(nanoseconds: 10_001))
    let two = Self.begins(notes)
    notes.forget(before: HostTime(nanoseconds: .max))
    let open = Self.begins(notes)
    #expect(all == [0, 1, 2] && two == [1, 2] && open == [2])
  }

  @Test func `shortened, what sounds ends by the limit, what is to come lasts the gate`() {
    var notes = AheadNotes()
    for note in [
      Self.note(36, from: 0, to: 900), Self.note(38, from: 0, to: 90),
      Self.note(40, from: 0, to: 900, endsSent: 900), Self.note(42, from: 0, to: 900, isHeld: true),
      Self.note(44, from: 200, to: 900), Self.note(46, from: 200, to: 210),
    ] { _ = notes.begin(note) }
    notes.shorten(to: Frame(index: 100), from: Frame(index: 50), gate: 24)
    let ends = Self.all(notes).map(\.ends.index)
    #expect(ends == [100, 90, 900, 900, 224, 210])
  }

  @Test func `as many are remembered as there is room for`() {
    var notes = AheadNotes()
    var taken = 0
    while notes.begin(Self.note(36, from: Int64(taken), to: 9_999)) { taken += 1 }
    #expect(taken == AheadNotes.capacity)
    notes.remove(0)
    let isTaken = notes.begin(Self.note(36, from: 9_000, to: 9_999))
    let begins = Self.begins(notes)
    #expect(isTaken)
    #expect(begins == Array(1..<Int64(taken)) + [9_000])
  }

  @Test(arguments: [(-5, 0), (-1, 0), (0, 1_000_000), (3, 4_000_000)] as [(Int64, Int64)])
  func `an end at once waits for a beginning that may not be sent yet`(ahead: Int64, end: Int64) {
    // It was sent, or is, that many milliseconds from a millisecond before now on.
    let noteOnTime = HostTime(nanoseconds: 1_000_000 + ahead * 1_000_000)
    let note = AheadNote(
      channel: 9, note: 36, begins: Frame(index: 0), noteOnTime: noteOnTime, ends: Frame(index: 9))
    let soonest = note.soonestEnd(at: HostTime(nanoseconds: 1_500_000))
    #expect(soonest.nanoseconds == end)
  }
}
