import GhostnoteTesting
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct MIDIImportTests {
  private func track(
    _ notes: [(beat: Beats, note: UInt8)], channel: UInt8 = 9, end: Beats? = nil,
    _ others: [StandardMIDIFile.Event] = []
  ) -> StandardMIDIFile.Track {
    let events = notes.map { beat, note in
      StandardMIDIFile.Event(
        .message(.noteOn(channel: channel, note: note, velocity: 96)), at: beat)
    }
    return StandardMIDIFile.Track(others + events, end: end)
  }

  private func tempo(_ bpm: Double, at beat: Beats) -> StandardMIDIFile.Event {
    StandardMIDIFile.Event(.tempo(BeatDuration(Tempo(clampingBPM: bpm))), at: beat)
  }

  private func meter(_ text: String, at beat: Beats) throws -> StandardMIDIFile.Event {
    StandardMIDIFile.Event(.meter(try #require(Meter(text))), at: beat)
  }

  @Test func `bars that are alike are one pattern, and the song is their order`() throws {
    let notes = [Int64(0), 4, 8, 12, 16].flatMap { bar -> [(Beats, UInt8)] in
      [(Beats(bar), UInt8(36)), (Beats(bar + (bar == 8 ? 2 : 1)), 38)]
    }
    let song = try ImportedSong(track(notes, end: Beats(20)), .drums)
    #expect(song.patterns.map(\.name) == ["bar 1", "bar 3"])
    #expect(song.song.sections.map(\.pattern) == ["bar 1", "bar 3", "bar 1"])
    #expect(song.song.sections.map(\.repeats) == [2, 1, 2])
    #expect(
      PatternGrid.drawing(of: song.patterns[1]).split(separator: "\n").map { $0.suffix(19) }.suffix(
        2)
        == ["x...|....|....|....", "....|....|x...|...."])
  }

  @Test func `what lies off the grid is the step's offset, exactly`() throws {
    let late = Beats(units: 54_321)
    let notes = [(Beats(0), UInt8(36)), (Beats(1) + late, 36), (Beats(5, over: 2), 36)]
    let song = try ImportedSong(track(notes), .drums)
    let steps = try #require(song.patterns.first?.lane(of: .kick)?.steps)
    #expect(steps.count == 16)
    #expect(steps[4]?.offset == late)
    #expect(steps.compactMap { $0 }.filter { $0.offset == .zero }.count == 2)
  }

  @Test func `triplets, quintuplets and sevens find their grids`() throws {
    for (perBeat, steps) in [(3, 12), (5, 20), (6, 24), (7, 28), (2, 16), (1, 16)] {
      let notes = (0..<Int64(4 * perBeat)).map { (Beats($0, over: Int64(perBeat)), UInt8(42)) }
      let song = try ImportedSong(track(notes), .drums)
      #expect(song.patterns.first?.stepCount == steps, "\(perBeat) a beat")
    }
  }

  @Test func `a roll that no grid keeps apart has a grid of its own`() throws {
    let roll = (0..<60).map { (Beats($0, over: 60), UInt8(38)) }
    let song = try ImportedSong(track(roll + [(Beats(2), 36)]), .drums)
    let pattern = try #require(song.patterns.first)
    #expect(pattern.lane(of: .snare)?.grid?.count == 60)
    #expect(pattern.lane(of: .kick)?.grid == nil)
    #expect(song.cues.map(\.beat) == roll.map(\.0) + [Beats(2)])
  }

  @Test func `of notes on one marker the hardest is kept, and they are counted`() throws {
    var track = track([(Beats(0), 36)])
    for velocity in [UInt8(30), 127, 64] {
      track.add(.message(.noteOn(channel: 9, note: 36, velocity: velocity)), at: .zero)
    }
    let song = try ImportedSong(track, .drums)
    #expect(song.mergedCount == 3 && song.noteCount == 1)
    #expect(song.cues.map(\.velocity.value) == [127])
  }

  @Test func `channels are read as they are asked for`() throws {
    var track = track([(Beats(0), 36), (Beats(1), 22), (Beats(2), 80)])
    track.add(.message(.noteOn(channel: 2, note: 40, velocity: 96)), at: Beats(3))
    let note = try #require(Voice(note: 80, channel: 9))
    let melody = try #require(Voice(note: 40, channel: 2))
    #expect(
      track.cues(.drums).map(\.voice) == [Voice(.kick), Voice(.closedHat), note])
    #expect(track.cues(.all).map(\.voice).last == melody)
    #expect(track.cues(.channel(2)).map(\.voice.drum) == [Drum(note: 40)])
    let pad = self.track([(Beats(0), 38)], channel: 0)
    #expect(pad.cues(.drums).map(\.voice) == [Voice(.snare)])
    for text in ["drums", "all", "1", "16"] { #expect(MIDIChannels(text)?.description == text) }
    for text in ["0", "17", "", "drum", "-1"] { #expect(MIDIChannels(text) == nil) }
  }

  @Test func `meters make bars, tempi stay on their beats; a meter waits for the bar's end`() throws
  {
    let notes = (0..<30).map { (Beats(Int64($0), over: 2), UInt8(42)) }
    let song = try ImportedSong(
      track(
        notes, end: Beats(15),
        [
          tempo(97, at: .zero), try meter("3/4", at: .zero), try meter("6/8", at: Beats(7)),
          tempo(80, at: Beats(10)), tempo(81, at: Beats(21, over: 2)), tempo(97.5, at: Beats(12)),
        ]), .drums)
    #expect(song.tempo.bpm == 97)
    #expect(song.barCount == 5 && song.length == Beats(15))
    #expect(song.song.sections.map { $0.tempo?.bpm } == [97, nil, 97.5])
    #expect(song.song.sections.map(\.repeats) == [3, 1, 1])
    #expect(song.song.sections[1].tempi.map(\.beat) == [Beats(1), Beats(3, over: 2)])
    #expect(song.song.sections[1].tempi.map(\.tempo.bpm) == [80, 81])
    #expect(song.patterns.map(\.length) == [Beats(3), Beats(3)])
    #expect(song.patterns.map(\.meter) == [nil, Meter("6/8")])
    let patch = try song.replacing(Patch())
    #expect(
      patch.songForm.tempos.map(\.beat) == [.zero, Beats(10), Beats(21, over: 2), Beats(12)])
  }

  @Test func `more tempi than a patch can have are thinned out evenly`() throws {
    let changes = (0..<80_000).map { number in
      tempo(number.isMultiple(of: 2) ? 120 : 121, at: Beats(Int64(number), over: 8))
    }
    let notes = (0..<2_500).map { (Beats(Int64($0) * 4), UInt8(36)) }
    let song = try ImportedSong(track(notes, end: Beats(10_000), changes), .drums)
    let kept = song.song.sections.reduce(0) { $0 + $1.tempi.count + ($1.tempo == nil ? 0 : 1) }
    #expect(kept == 65_536 && song.droppedTempi == 80_000 - 65_536)
    let last = try #require(song.song.sections.lastIndex { !$0.tempi.isEmpty })
    #expect(last > song.song.sections.count - 3)
  }

  @Test(arguments: ["6/8", "12/8", "2/2", "7/8", "4/4", "3/4"])
  func `a meter is written as it was read`(text: String) throws {
    let bar = try #require(Meter(text)).barLength
    let notes: [(Beats, UInt8)] =
      (Int64(0)..<3).map { (bar * $0, 36) } + [(bar + Beats(1, over: 2), 38)]
    let song = try ImportedSong(
      track(notes, end: bar * 3, [meter(text, at: .zero)]), .drums)
    let patch = try song.replacing(Patch())
    let file = try StandardMIDIFile(patch, loops: 1)
    let changes = MeterMap(try #require(file.songs.first)).changes
    #expect(changes.map { "\($0.meter)" } == [text])
  }

  @Test func `a ritardando comes out of the file again, tempo for tempo`() throws {
    let notes = (0..<64).map { (Beats(Int64($0), over: 4), UInt8(42)) }
    let ramp = (0..<256).map { tempo(180 - Double($0) / 4, at: Beats(Int64($0), over: 16)) }
    let track = track(notes, end: Beats(16), ramp)
    let song = try ImportedSong(track, .drums)
    #expect(song.clampedTempi == 0 && song.droppedTempi == 0)
    let file = try StandardMIDIFile(song.replacing(Patch()), loops: 1)
    let (given, written) = (TempoMap(track), TempoMap(try #require(file.songs.first)))
    #expect(written.changes.map(\.beat) == given.changes.map(\.beat))
    for note in notes {
      #expect(abs(given.seconds(at: note.0) - written.seconds(at: note.0)) < 0.000_1)
    }
  }

  @Test func `what is not as in the file is said`() throws {
    var track = track(
      [(Beats(0), 36), (Beats(1), 22), (Beats(2), 22), (Beats(3), 26)],
      [tempo(120, at: .zero)])
    track.add(.tempo(try #require(BeatDuration(microseconds: 100_000))), at: Beats(1))
    track.add(.message(.noteOn(channel: 2, note: 40, velocity: 96)), at: Beats(1))
    track.add(.message(.noteOff(channel: 2, note: 40)), at: Beats(2))
    var song = try ImportedSong(track, .all)
    song.otherSongs = 3
    #expect(song.clampedTempi == 1 && song.heldCount == 1)
    #expect(
      song.summary == """
        1 bar, 5 notes: 1 pattern at 120.0 bpm and 1 more within sections; it plays as a song, \
        `song off` loops it; notes read as other drums: 22 as closedhat 2, 26 as openhat 1; held \
        notes that end on the nearest marker: 1; tempi clamped to 20–300 bpm: 1; other songs in \
        the file, left out: 3
        """)
  }

  @Test func `held notes that end with their pattern are counted apart`() throws {
    var track = track([(Beats(0), 36)], end: Beats(12))
    // The first is held for six beats of the next bars, the second until its bar's end.
    for (note, on, off) in [(UInt8(40), Int64(2), Int64(10)), (43, 5, 8), (45, 8, 9)] {
      track.add(.message(.noteOn(channel: 2, note: note, velocity: 96)), at: Beats(on))
      track.add(.message(.noteOff(channel: 2, note: note)), at: Beats(off))
    }
    let song = try ImportedSong(track, .all)
    #expect(song.barsPerPattern == 1 && song.cutCount == 1 && song.heldCount == 2)
    #expect(
      song.summary.hasSuffix(
        "; held notes that end on the nearest marker: 2; "
          + "held notes that end with their pattern: 1"))
  }

  @Test func `held notes that their grid cannot hold are counted as plain ones`() throws {
    var track = track([(Beats(0), 36)])
    // In sixteenths: to the next marker, to the fourth, to the end and past it.
    let notes: [(UInt8, Int64, Int64)] = [(40, 0, 1), (43, 4, 8), (45, 15, 16), (47, 15, 20)]
    for (note, on, off) in notes {
      track.add(.message(.noteOn(channel: 2, note: note, velocity: 96)), at: Beats(on, over: 4))
      track.add(.message(.noteOff(channel: 2, note: note)), at: Beats(off, over: 4))
    }
    let song = try ImportedSong(track, .all)
    #expect(song.heldCount == 1 && song.cutCount == 0 && song.plainCount == 3)
    #expect(
      song.summary.hasSuffix(
        "; held notes that end on the nearest marker: 1; "
          + "held notes that their grid cannot hold, read as plain notes: 3"))
  }

  @Test func `one bar with changes of tempo is played and written with them`() throws {
    let changes = [tempo(120, at: .zero), tempo(90, at: Beats(2))]
    let song = try ImportedSong(track([(Beats(0), 36)], end: Beats(4), changes), .drums)
    #expect(song.song.sections.count == 1 && song.summary.contains("it plays as a song"))
    let patch = try song.replacing(Patch())
    #expect(patch.playsSong)
    let written = try #require(try StandardMIDIFile(patch, loops: 1).songs.first)
    #expect(TempoMap(written).changes.map(\.beat) == [.zero, Beats(2)])
  }

  @Test func `a loop file keeps its length, and its bars of more than 256 strokes all of them`()
    throws
  {
    let loop = (Int64(0)..<900).flatMap { bar -> [(Beats, UInt8)] in
      [(Beats(4 * bar), 36), (Beats(4 * bar + 2), 38)]
    }
    let patch = try ImportedSong(track(loop, end: Beats(3_600)), .drums).replacing(Patch())
    #expect(patch.patterns.count == 1 && patch.playsSong)
    #expect(patch.songForm.length == Beats(3_600))
    let roll: [(Beats, UInt8)] =
      (0..<1_920).map { (Beats($0, over: 480), 38) } + [(Beats(4), 36)]
    let song = try ImportedSong(track(roll), .drums)
    #expect(song.cues.map(\.beat) == roll.map(\.0))
    #expect(song.patterns.map(\.name) == ["bar 1", "bar 2"])
    #expect(song.length == Beats(8))
  }

  @Test(arguments: [UInt64(3)])
  func `an hour as a drummer played it is imported whole`(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    // 1,800 bars at 120 bpm, sixteenths on a hat and a snare, every stroke off its place.
    let notes = (Int64(0)..<1_800 * 16).flatMap { place -> [(Beats, UInt8)] in
      let wander = Beats(units: .random(in: -90_000...90_000, using: &chance))
      let beat = max(Beats(place, over: 4) + wander, .zero)
      let hat: [(Beats, UInt8)] = [(beat, 42)]
      return place % 8 == 4 ? hat + [(beat + Beats(units: 7), 38)] : hat
    }
    let song = try ImportedSong(track(notes, end: Beats(7_200)), .drums)
    #expect(song.noteCount == notes.count && song.mergedCount == 0)
    #expect(song.length == Beats(7_200))
    #expect(song.cues.map(\.beat) == notes.map(\.0).sorted())
    #expect(try song.replacing(Patch()).patterns.count == song.patterns.count)
  }

  @Test func `silence is repeats of one pattern, however long, and ends with whole bars`() throws {
    let song = try ImportedSong(
      track([(Beats(0), 36), (Beats(4 * 500_000), 36)], end: Beats(4 * 500_003 + 1)), .drums)
    #expect(song.patterns.count == 2)
    #expect(song.barCount == 500_003)
    #expect(song.length == Beats(4 * 500_003))
    #expect(song.song.sections.count == 504)
  }

  @Test func `no notes and notes too far are refused by name`() throws {
    func error(_ track: StandardMIDIFile.Track, _ channels: MIDIChannels = .all) -> MIDIImportError?
    {
      do throws(MIDIImportError) {
        _ = try ImportedSong(track, channels)
        return nil
      } catch { return error }
    }
    #expect(error(StandardMIDIFile.Track()) == .noNotes(.all))
    #expect(error(track([(Beats(0), 36)]), .channel(4)) == .noNotes(.channel(4)))
    #expect(
      MIDIImportError.noNotes(.channel(4)).description
        == "no notes on channel 5: choose another, or all")
    let far = error(track([(Beats(0), 36), (Beats(1 << 36), 36)]))
    #expect(far?.description.contains("more sections than the maximum of 10000") == true)
    let dense = (0..<300).map { (Beats($0, over: 100), UInt8(36)) }
    #expect(error(track(dense)) == nil)
    let long = try track([(Beats(0), 36)], [meter("255/1", at: .zero)])
    #expect(error(long) == nil)
  }

  @Test func `only one bar alone must not have more voices than a pattern has lanes`() throws {
    let apart = (Int64(0)..<65).map { (Beats($0), UInt8($0)) }
    let song = try ImportedSong(track(apart, channel: 0), .all)
    #expect(song.noteCount == 65 && song.barCount == 17)
    #expect(song.cues.map(\.voice.note) == apart.map(\.1))
    let together = (Int64(0)..<65).map { (Beats(4) + Beats($0, over: 32), UInt8($0)) }
    #expect(throws: MIDIImportError.voiceCount(65, bar: 1)) {
      try ImportedSong(track(together, channel: 0), .all)
    }
    #expect(
      MIDIImportError.voiceCount(65, bar: 1).description
        == "bar 2: 65 different notes: a pattern has at most 64 lanes: read only the drums or one "
        + "channel, or take notes out of this bar")
  }

  @Test func `bars that have too many voices together are patterns of their own`() throws {
    // 40 voices in each bar, others in the next; the first note is on another place in each.
    let notes = (Int64(0)..<200).flatMap { bar -> [(Beats, UInt8)] in
      (Int64(0)..<40).map { note -> (Beats, UInt8) in
        let beat = note == 0 ? Beats(bar, over: 1_000) : Beats(1)
        return (Beats(4 * bar) + beat, UInt8(bar % 3 * 40 + note))
      }
    }
    let song = try ImportedSong(track(notes, channel: 0), .all)
    // More than 128 patterns, so longer ones were tried, and halved.
    #expect(song.barsPerPattern > 1 && song.patterns.count == 200)
    #expect(song.noteCount == 8_000 && song.cues.count == 8_000)
    #expect(song.length == Beats(800))
  }

  @Test func `where every bar is another, patterns are longer, until there are too many`() throws {
    // Bar n has its second stroke on the nth of 1000 places.
    func song(bars: Int64) throws(MIDIImportError) -> ImportedSong {
      let notes = (0..<bars).flatMap { bar -> [(Beats, UInt8)] in
        [(Beats(4 * bar), UInt8(36)), (Beats(4 * bar + 1) + Beats(bar, over: 10_000), UInt8(38))]
      }
      return try ImportedSong(track(notes, end: Beats(4 * bars)), .drums)
    }
    #expect(try song(bars: 128).barsPerPattern == 1)
    let longer = try song(bars: 700)
    #expect(longer.barsPerPattern == 8 && longer.patterns.count == 88)
    #expect(longer.patterns.last?.name == "bars 697-700")
    #expect(longer.length == Beats(2_800))
    let long = try song(bars: 8_300)
    #expect(long.patterns.count <= Patch.mostPatterns && long.length == Beats(4 * 8_300))
    #expect(MIDIImportError.patternCount(bar: 8).description.contains("than the maximum of 1000"))
  }

  @Test func `a file of a million events is read`() throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3_000_100)
    // A sixteenth of 96 ticks a beat each, without a note-off.
    bytes += [0, 0x99, 36, 100]
    for _ in 1..<1_000_000 { bytes += [24, 36, 100] }
    bytes += [0, 0xFF, 0x2F, 0]
    let length = (0..<4).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
    let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let file = try StandardMIDIFile(bytes: header + [0x4D, 0x54, 0x72, 0x6B] + length + bytes)
    let song = try ImportedSong(try #require(file.songs.first), .drums)
    #expect(song.noteCount == 1_000_000 && song.barCount == 62_500)
    #expect(song.patterns.count == 1 && song.song.sections.count == 63)
  }

  @Test func `a patch takes the song, and plays it without a groove`() throws {
    var patch = Patch(name: "mine")
    patch.groove = GrooveUse(try Groove(named: "shuffle"))
    patch.kit.program = 8
    let notes = [(Beats(0), UInt8(36)), (Beats(5), 38)]
    let changed = try ImportedSong(track(notes, [tempo(90, at: .zero)]), .drums).replacing(patch)
    #expect(changed.groove == nil && changed.kit.program == 8 && changed.name == "mine")
    #expect(changed.playsSong && changed.tempo.bpm == 90)
    #expect(changed.patterns.count == 2 && changed.song.sections.count == 2)
  }

  @Test func `a groove is taken from the bars that most notes are in`() throws {
    let late = Beats(1, over: 40)
    let notes = (Int64(0)..<6).flatMap { bar -> [(Beats, UInt8)] in
      [
        (Beats(3 * bar), UInt8(36)), (Beats(3 * bar + 1) + late, 38), (Beats(3 * bar + 2), 42),
      ]
    }
    let track = try track(notes, [meter("3/4", at: .zero)])
    let groove = try Groove(name: "waltz", of: track)
    #expect(groove.warp.period == Beats(3))
    #expect(groove.warp.warped(Beats(1)) == Beats(1) + late)
    #expect(throws: GrooveError.silence) {
      try Groove(name: "", of: StandardMIDIFile.Track())
    }
  }
}
