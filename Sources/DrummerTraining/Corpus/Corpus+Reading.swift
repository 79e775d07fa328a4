public import Drummer
import MIDI
import MusicalTime
import Rhythm

extension Corpus {
  /// Reads the MIDI files of `folder` and the folders in it.
  ///
  /// An `info.csv` there says what each file is; files that it does not name are left out. Without
  /// one, tempo and meter are the file's own, one file in ten (by its path) is for validation, and
  /// the style is empty, or with `stylesFromFolders` the name of the first folder.
  public init(
    folder: String, map: DrumMap = .standard, stylesFromFolders: Bool = false
  ) throws(CorpusError) {
    let files = try CorpusFolder(folder)
    guard !files.files.isEmpty else { throw CorpusError(path: folder, problem: .noMIDIFile) }
    var reading = Reading(map: map, stylesFromFolders: stylesFromFolders)
    reading.skipped = files.faults
    if files.holds(Self.indexName) { try reading.readIndex(of: files) }
    for file in files.files { reading.read(file, of: files) }
    if reading.index == nil { reading.ensureBothSplits() }
    self.folder = folder
    pieces = reading.pieces
    skipped = reading.skipped.sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
    unheard = reading.unheard
    isIndexed = reading.index != nil
  }

  static let indexName = "info.csv"
}

/// A corpus while it is read.
private struct Reading {
  let map: DrumMap
  let stylesFromFolders: Bool
  var index: GrooveIndex?
  /// Files whose rows in the index are at fault.
  var faulty: Set<String> = []
  var pieces: [Piece] = []
  var skipped: [Corpus.Skipped] = []
  var unheard: [UInt8: Int] = [:]

  init(map: DrumMap, stylesFromFolders: Bool) {
    self.map = map
    self.stylesFromFolders = stylesFromFolders
  }

  mutating func readIndex(of folder: CorpusFolder) throws(CorpusError) {
    let path = "\(folder.path)/\(Corpus.indexName)"
    let bytes: [UInt8]
    do { bytes = try folder.bytes(of: Corpus.indexName) } catch {
      throw CorpusError(path: path, problem: .unreadable(error.reason))
    }
    let found = try GrooveIndex(bytes, path: path)
    index = found
    skipped += found.faults
    faulty = Set(found.faults.map(\.path))
    let files = Set(folder.files)
    for path in found.entries.keys where !files.contains(path) {
      leaveOut(path, "named in info.csv, but not there")
    }
  }

  mutating func read(_ path: String, of folder: CorpusFolder) {
    if let index, index.entries[path] == nil {
      // A row that names the file and is at fault has been reported.
      return faulty.contains(path) ? () : leaveOut(path, "not in info.csv")
    }
    do {
      let songs = try StandardMIDIFile(bytes: folder.bytes(of: path)).songs
      guard !songs.isEmpty else { return leaveOut(path, "no track in it") }
      for (number, song) in songs.enumerated() { add(song, number, of: path) }
    } catch let error as CorpusFolder.ReadingError {
      leaveOut(path, error.reason)
    } catch {
      leaveOut(path, "\(error)")
    }
  }

  private mutating func add(_ song: StandardMIDIFile.Track, _ number: Int, of path: String) {
    let strokes = song.strokes
    let hits = strokes.compactMap { stroke in
      map.drum(forNote: stroke.note).map {
        Hit(drum: $0, velocity: stroke.velocity, beat: stroke.beat)
      }
    }
    for stroke in strokes where map.drum(forNote: stroke.note) == nil {
      unheard[stroke.note, default: 0] += 1
    }
    guard let first = hits.first else {
      let reason = strokes.isEmpty ? "no note in it" : "no note that the map has a drum for"
      return leaveOut(path, reason)
    }
    let meters = MeterMap(song)
    // A little late, since a hit may be a little early for the beat on which a meter begins.
    let opening = first.beat + Beats(1, over: 8)
    var piece = Piece(
      id: path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path, path: path,
      split: PathHash(path).isValidation ? .validation : .train, style: "",
      tempo: TempoMap(song).tempo(at: first.beat), meter: meters.meter(at: opening),
      hits: hits, length: song.end)
    if let entry = index?.entries[path] {
      piece.take(entry)
    } else {
      if let other = meters.changes.first(where: { $0.contradicts(piece) }) {
        return leaveOut(path, "its meter changes from \(piece.meter) to \(other.meter)")
      }
      // Behind a pickup or a count-in of another meter bars begin where the piece's own does.
      piece.begin(at: meters.changes.last { $0.beat <= opening }?.beat ?? .zero)
      if stylesFromFolders, path.contains("/") {
        piece.style = path.prefix { $0 != "/" }.lowercased()
      }
    }
    // Only format 2 has more than one song in a file.
    if number > 0 { piece.id += "#\(number + 1)" }
    pieces.append(piece)
  }

  /// Without a validation piece nobody could tell when to stop, and without any other there is
  /// nothing to learn: where all files that are trained on fell to one side, the one whose turn comes
  /// first goes to the other.
  mutating func ensureBothSplits() {
    let learned = pieces.filter { $0.meter == .fourFour }
    guard let side = learned.first?.split, learned.allSatisfy({ $0.split == side }),
      Set(learned.map(\.path)).count > 1,
      let path = learned.map(\.path).min(by: { PathHash($0) < PathHash($1) })
    else { return }
    for index in pieces.indices where pieces[index].path == path {
      pieces[index].split = side == .train ? .validation : .train
    }
  }

  private mutating func leaveOut(_ path: String, _ reason: String) {
    skipped.append(Corpus.Skipped(path: path, reason: reason))
  }
}

extension Piece {
  /// Counts its beats from `beat` of the file on; what is earlier comes with the beginning.
  fileprivate mutating func begin(at beat: Beats) {
    guard beat > .zero else { return }
    hits = hits.map {
      Hit(drum: $0.drum, velocity: $0.velocity, beat: max($0.beat - beat, .zero))
    }
    hits.sort()
    length = length - beat
  }

  fileprivate mutating func take(_ entry: GrooveIndex.Entry) {
    if !entry.id.isEmpty { id = entry.id }
    (split, style, tempo, meter) = (entry.split, entry.style, entry.tempo, entry.meter)
    (isFill, performer) = (entry.isFill, entry.performer)
  }
}

extension MeterMap.Change {
  /// Whether it changes the meter among the piece's hits.
  fileprivate func contradicts(_ piece: Piece) -> Bool {
    guard let first = piece.hits.first, let last = piece.hits.last else { return false }
    return beat > first.beat && beat <= last.beat && meter != piece.meter
  }
}
