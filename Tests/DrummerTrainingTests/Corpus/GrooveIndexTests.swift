import DrummerTraining
import MusicalTime
import Testing

/// Folders with an `info.csv`.
@Suite struct GrooveIndexTests {
  static let header =
    "drummer,session,id,style,bpm,beat_type,time_signature,midi_filename,audio_filename,duration,split"

  private func corpus(_ lines: [String], newline: String = "\n") throws -> Corpus {
    let folder = try ScratchFolder([
      "d/1.mid": Take.bytes([36], bpm: 60), "d/2, slow.mid": Take.bytes([38, 38], meter: "3/4"),
      "info.csv": Array(lines.joined(separator: newline).utf8),
    ])
    return try Corpus(folder: folder.path)
  }

  static let good = "drummer7,s,d/one,Jazz/Funk,93.5,fill,6-8,d/1.mid,,1.5,test"
  static let quoted =
    #"drummer2,s,two,"a ""rock"" style",80,beat,4-4,"d/2, slow.mid",,2,validation"#

  @Test(arguments: ["\n", "\r\n"])
  func `the index describes the files, with quoted fields too`(newline: String) throws {
    let corpus = try corpus([Self.header, Self.good, Self.quoted, ""], newline: newline)
    #expect(corpus.isIndexed && corpus.skipped == [])
    let one = try #require(corpus.pieces.first)
    #expect(
      [one.id, one.path, one.style, one.performer] == ["d/one", "d/1.mid", "jazz", "drummer7"])
    #expect(one.tempo.bpm == 93.5 && one.meter == Meter("6/8") && one.isFill && one.split == .test)
    let two = try #require(corpus.pieces.last)
    #expect(two.path == "d/2, slow.mid" && two.style == #"a "rock" style"#)
    #expect(two.split == .validation && !two.isFill && two.meter == .fourFour)
  }

  @Test func `a byte-order mark and another order of columns are accepted`() throws {
    let lines = [
      "\u{FEFF}split,midi_filename,style,bpm,time_signature,id,beat_type,drummer",
      "train,d/1.mid,rock,100,4-4,x,beat,me",
    ]
    #expect(try corpus(lines).pieces.map(\.id) == ["x"])
  }

  @Test func `a row with too many fields, or an empty line, does not affect other rows`() throws {
    let corpus = try corpus([Self.header, Self.good + ",more", "", Self.quoted])
    #expect(corpus.pieces.map(\.path) == ["d/2, slow.mid"])
    #expect(corpus.skipped.map(\.path) == ["d/1.mid"])
  }

  @Test func `files without a row, rows without a file and second rows are reported`() throws {
    let gone = Self.good.replacing("d/1.mid", with: "../d/1.mid")
    let corpus = try corpus([Self.header, Self.good, gone, Self.good])
    #expect(corpus.pieces.map(\.path) == ["d/1.mid"])
    #expect(
      corpus.skipped.map { "\($0.path): \($0.reason)" } == [
        "../d/1.mid: listed in info.csv, but missing",
        "d/1.mid: info.csv, row 4: a second row for it", "d/2, slow.mid: not in info.csv",
      ])
  }

  @Test(arguments: [
    ("test", "rest", "split: expected train, validation or test, found “rest”"),
    ("93.5", "0", "bpm: expected 1–999, found 0"),
    ("93.5", "nan", "bpm: expected 1–999, found nan"),
    ("6-8", "6", "unknown time signature “6”"),
    (",1.5,test", "", "split: expected train, validation or test, found “”"),
  ])
  func `an invalid row excludes its file`(
    word: String, bad: String, reason: String
  ) throws {
    let corpus = try corpus([Self.header, Self.good.replacing(word, with: bad), Self.quoted])
    #expect(corpus.pieces.map(\.path) == ["d/2, slow.mid"])
    #expect(corpus.skipped.map(\.path) == ["d/1.mid"])
    #expect(corpus.skipped.map(\.reason) == ["info.csv, row 2: \(reason)"])
  }

  @Test(
    arguments: [
      (
        [],
        .missingColumns([
          "midi_filename", "id", "split", "style", "bpm", "time_signature", "beat_type", "drummer",
        ])
      ),
      (["midi_filename,id,style,bpm,time_signature,beat_type,drummer"], .missingColumns(["split"])),
      ([header, #""a"b,c"#], .notCSV("quotation mark inside a field")),
    ] as [([String], CorpusError.Reason)])
  func `an invalid index is refused`(lines: [String], problem: CorpusError.Reason) throws {
    let error = #expect(throws: CorpusError.self) { try corpus(lines) }
    #expect(error?.problem == problem)
    #expect(error?.path.hasSuffix("/info.csv") == true)
  }

  @Test func `an unclosed quotation mark drops the rows it swallows`() throws {
    let open = Self.good.replacing("Jazz/Funk", with: "\"Jazz/Funk")
    let corpus = try corpus([Self.header, Self.quoted, open, Self.good])
    #expect(corpus.pieces.map(\.path) == ["d/2, slow.mid"])
    #expect(
      corpus.skipped.map { "\($0.path): \($0.reason)" } == [
        "d/1.mid: not in info.csv",
        "info.csv: info.csv, row 3: no midi_filename, or more than 11 fields",
      ])
  }
}
