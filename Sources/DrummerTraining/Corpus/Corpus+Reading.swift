public import Drummer
import MIDI
import MusicalTime
import Rhythm

extension Corpus {
  /// Reads the MIDI files in `folder` and its subfolders.
  ///
  /// An `info.csv` in it describes the files; files it does not list are skipped. Without one,
  /// tempo and meter are taken from the file, one file in ten (by path hash) is used for
  /// validation, of two and more in 4/4 at least one and never all, and the style is empty, or with
  /// `stylesFromFolders` the name of the top-level subfolder.
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

/// The state while a corpus is read.
private struct Reading {
  let map: DrumMap
  let stylesFromFolders: Bool
  var index: GrooveIndex?
  /// Files with an invalid row in the index.
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
      leaveOut(path, "listed in info.csv, but missing")
    }
  }

  mutating func read(_ path: String, of folder: CorpusFolder) {
    if let index, index.entries[path] == nil {
      // An invalid row for this file has already been reported.
      return faulty.contains(path) ? () : leaveOut(path, "not in info.csv")
    }
    do {
      let songs = try StandardMIDIFile(bytes: folder.bytes(of: path)).songs
      guard !songs.isEmpty else { return leaveOut(path, "no tracks") }
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
      let reason = strokes.isEmpty ? "no notes" : "no notes that the map has a drum for"
      return leaveOut(path, reason)
    }
    let meters = MeterMap(song)
    // With some tolerance, because a hit may be slightly early for the beat on which a meter
    // begins.
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
      // After a pickup or a count-in in another meter, bars start where the piece's own meter
      // starts.
      piece.begin(at: meters.changes.last { $0.beat <= opening }?.beat ?? .zero)
      if stylesFromFolders, path.contains("/") {
        piece.style = path.prefix { $0 != "/" }.lowercased()
      }
    }
    // Only format 2 files contain more than one song.
    if number > 0 { piece.id += "#\(number + 1)" }
    pieces.append(piece)
  }

  /// Training needs at least one piece, and validation one too: if all 4/4 pieces are in one split,
  /// moves the one with the smallest hash to the other. As the folder grows, that may be another one, or none.
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
  /// Makes `beat` of the file beat 0; earlier hits move to beat 0.
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
  /// Whether the meter changes within the piece's hits.
  fileprivate func contradicts(_ piece: Piece) -> Bool {
    guard let first = piece.hits.first, let last = piece.hits.last else { return false }
    return beat > first.beat && beat <= last.beat && meter != piece.meter
  }
}
