import Drummer
import DrummerTraining
import MIDI
import MusicalTime
import Rhythm
import Testing

/// Folders without an index.
@Suite struct CorpusTests {
  @Test func `files are found in all folders and described by their own contents`() throws {
    let folder = try ScratchFolder([
      "b.MID": Take.bytes([36, 38], bpm: 93), "Funk/live/a.midi": Take.bytes([42], meter: "6/8"),
      "Funk/notes.txt": [1], ".hidden.mid": Take.bytes([36]), "Jazz/.x/y.mid": Take.bytes([36]),
    ])
    let corpus = try Corpus(folder: folder.path, stylesFromFolders: true)
    #expect(corpus.pieces.map(\.path) == ["Funk/live/a.midi", "b.MID"])
    #expect(corpus.pieces.map(\.id) == ["Funk/live/a", "b"])
    #expect(corpus.pieces.map(\.style) == ["funk", ""])
    #expect(corpus.pieces.map(\.meter.description) == ["6/8", "4/4"])
    #expect(corpus.pieces.map { $0.tempo.bpm.rounded() } == [120, 93])
    #expect(corpus.skipped == [] && !corpus.isIndexed)
    #expect(try Corpus(folder: folder.path).pieces.map(\.style) == ["", ""])
  }

  @Test func `hits keep their exact beats, sorted, and only drums are read`() throws {
    var track = StandardMIDIFile.Track()
    let third = Beats(1, over: 3)
    for (note, beat) in [(38, third), (36, third), (42, .zero), (99, .zero)] {
      track.add(.message(.noteOn(channel: 9, note: UInt8(note), velocity: 7)), at: beat)
    }
    track.add(.message(.noteOn(channel: 0, note: 50, velocity: 90)), at: .zero)
    let folder = try ScratchFolder(["a.mid": StandardMIDIFile(track).bytes])
    let corpus = try Corpus(folder: folder.path)
    let soft = Velocity(clamping: 7)
    #expect(
      corpus.pieces.map(\.hits) == [
        [
          Hit(drum: .closedHat, velocity: soft, beat: .zero),
          Hit(drum: .kick, velocity: soft, beat: third),
          Hit(drum: .snare, velocity: soft, beat: third),
        ]
      ])
    #expect(corpus.unheard == [99: 1])
  }

  @Test func `notes on another channel are read if channel 10 has none`() throws {
    let folder = try ScratchFolder(["a.mid": Take.bytes([36, 38], channel: 0)])
    #expect(try Corpus(folder: folder.path).pieces.map(\.hits.count) == [2])
  }

  @Test func `songs of a format 2 file are separate pieces`() throws {
    let songs = [Take.track([36], bpm: 80), Take.track([38, 38], bpm: 140)]
    let file = StandardMIDIFile(format: .separate, division: .standard, tracks: songs)
    let folder = try ScratchFolder(["two.mid": file.bytes])
    let corpus = try Corpus(folder: folder.path)
    #expect(corpus.pieces.map(\.id) == ["two", "two#2"])
    #expect(corpus.pieces.map { $0.tempo.bpm.rounded() } == [80, 140])
  }

  @Test func `the map determines which notes are read`() throws {
    let folder = try ScratchFolder(["a.mid": Take.bytes([36, 1])])
    let corpus = try Corpus(folder: folder.path, map: DrumMap([1: .cowbell]))
    #expect(corpus.pieces.flatMap(\.hits).map(\.drum) == [.cowbell])
    #expect(corpus.unheard == [36: 1])
  }

  @Test func `about one file in ten is for validation, each time the same`() throws {
    let names = (0..<200).map { "take \($0).mid" }
    let bytes = Take.bytes([36])
    let folder = try ScratchFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, bytes) }))
    let corpus = try Corpus(folder: folder.path)
    let chosen = corpus.pieces(in: .validation).map(\.path)
    // Four standard deviations of a fair choice.
    #expect((3...37).contains(chosen.count))
    try folder.write(bytes, to: "another.mid")
    let kept = try Corpus(folder: folder.path).pieces(in: .validation).map(\.path)
    #expect(kept.filter { $0 != "another.mid" } == chosen)
  }

  @Test(arguments: 2...9)
  func `of two or more files one is for validation`(count: Int) throws {
    let folder = try ScratchFolder()
    for index in 0..<count { try folder.write(Take.bytes([36]), to: "\(index).mid") }
    let corpus = try Corpus(folder: folder.path)
    #expect(!corpus.pieces(in: .validation).isEmpty && !corpus.pieces(in: .train).isEmpty)
  }

  @Test func `unusable files are skipped and reported`() throws {
    var changing = Take.track([36, 38, 36, 38], meter: "4/4")
    changing.add(.meter(Meter("3/4") ?? .fourFour), at: Beats(2))
    let folder = try ScratchFolder([
      "cut.mid": Array(Take.bytes([36]).dropLast()), "empty.mid": [],
      "silent.mid": Take.bytes([]), "flute.mid": Take.bytes([99]), "good.mid": Take.bytes([36]),
      "changing.mid": StandardMIDIFile(changing).bytes,
    ])
    let corpus = try Corpus(folder: folder.path)
    #expect(corpus.pieces.map(\.path) == ["good.mid"])
    #expect(
      corpus.skipped.map { "\($0.path): \($0.reason)" } == [
        "changing.mid: its meter changes from 4/4 to 3/4",
        "cut.mid: byte 22: 20 more bytes should follow and 19 do; "
          + "the file is cut off or damaged: copy it again",
        "empty.mid: byte 0: no Standard MIDI File begins like this (MThd)",
        "flute.mid: no notes that the map has a drum for", "silent.mid: no notes",
      ])
  }

  /// The names of files by the split they belong to if there are many.
  private func names() throws -> (train: [String], validation: [String]) {
    let names = (0..<80).map { "\($0).mid" }
    let bytes = Take.bytes([36])
    let folder = try ScratchFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, bytes) }))
    let corpus = try Corpus(folder: folder.path)
    return (corpus.pieces(in: .train).map(\.path), corpus.pieces(in: .validation).map(\.path))
  }

  @Test func `pieces that are not used for training are not used for validation`() throws {
    let (train, validation) = try names()
    let waltz = try #require(validation.first)
    let folder = try ScratchFolder([waltz: Take.bytes([36], meter: "3/4")])
    for name in train.prefix(5) { try folder.write(Take.bytes([36]), to: name) }
    let corpus = try Corpus(folder: folder.path)
    #expect(corpus.pieces(in: .validation).count == 1 && corpus.pieces(in: .train).count == 4)
    #expect(corpus.pieces.first { $0.path == waltz }?.split == .validation)
  }

  @Test func `if all files belong to validation, one is moved to training`() throws {
    let chosen = try names().validation.prefix(3)
    #expect(chosen.count == 3)
    let folder = try ScratchFolder()
    for name in chosen { try folder.write(Take.bytes([36]), to: name) }
    let corpus = try Corpus(folder: folder.path)
    #expect(corpus.pieces(in: .validation).count == 2 && corpus.pieces(in: .train).count == 1)
  }

  @Test func `a file without a track and a file that is too large are skipped and reported`() throws
  {
    let trackless = StandardMIDIFile(format: .together, division: .standard, tracks: []).bytes
    let folder = try ScratchFolder([
      "large.mid": [UInt8](repeating: 0, count: (1 << 23) + 1), "none.mid": trackless,
    ])
    let corpus = try Corpus(folder: folder.path)
    #expect(
      corpus.skipped.map { "\($0.path): \($0.reason)" } == [
        "large.mid: larger than 4 MiB", "none.mid: no tracks",
      ])
  }

  /// A pickup of one beat, then 4/4; with a kick on each of `beats`.
  private func pickup(_ beats: [Beats]) throws -> Corpus {
    var track = StandardMIDIFile.Track(end: Beats(9))
    track.add(.meter(try #require(Meter("1/4"))), at: .zero)
    track.add(.meter(.fourFour), at: Beats(1))
    for beat in beats {
      track.add(.message(.noteOn(channel: 9, note: 36, velocity: 90)), at: beat)
    }
    let folder = try ScratchFolder(["a.mid": StandardMIDIFile(track).bytes])
    return try Corpus(folder: folder.path)
  }

  @Test func `bars are counted from where the meter begins`() throws {
    let late = try pickup([Beats(1), Beats(3, over: 2), Beats(5)])
    #expect(late.pieces.map { $0.hits.map(\.beat) } == [[.zero, Beats(1, over: 2), Beats(4)]])
    #expect(late.pieces.map(\.length) == [Beats(8)] && late.pieces.map(\.meter) == [.fourFour])
    // A hit slightly early for the first bar still belongs to it.
    let early = try pickup([Beats(31, over: 32), Beats(5)])
    #expect(early.pieces.map { $0.hits.map(\.beat) } == [[.zero, Beats(4)]])
    #expect(
      try pickup([.zero, Beats(1)]).skipped.map(\.reason) == [
        "its meter changes from 1/4 to 4/4"
      ])
  }
}
