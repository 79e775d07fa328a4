import Foundation
import MusicalTime
import SwiftCSV

/// What an `info.csv` says of files, as the Groove MIDI Dataset writes it.
struct GrooveIndex {
  /// By the file's path from the folder on.
  private(set) var entries: [String: Entry] = [:]
  /// Rows that say nothing usable, and why.
  private(set) var faults: [Corpus.Skipped] = []

  /// What is said of a file.
  struct Entry: Hashable {
    var id: String
    var split: Piece.Split
    var style: String
    var tempo: Tempo
    var meter: Meter
    var isFill: Bool
    var performer: String
  }

  /// The columns that are read, of those that Groove has.
  private static let columns = [
    "midi_filename", "id", "split", "style", "bpm", "time_signature", "beat_type", "drummer",
  ]

  /// Reads the table of `bytes`; `path` stands in errors only.
  init(_ bytes: [UInt8], path: String) throws(CorpusError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CorpusError(path: path, problem: .notCSV("it is not UTF-8"))
    }
    let table: EnumeratedCSV
    do {
      let unmarked = text.unicodeScalars.first == "\u{FEFF}" ? String(text.dropFirst()) : text
      table = try EnumeratedCSV(string: unmarked, delimiter: .comma, loadColumns: false)
    } catch {
      throw CorpusError(path: path, problem: .notCSV("a quotation mark inside a field"))
    }
    let places = Self.columns.map { table.header.firstIndex(of: $0) }
    let missing = zip(Self.columns, places).filter { $0.1 == nil }.map(\.0)
    guard missing.isEmpty else { throw CorpusError(path: path, problem: .missingColumns(missing)) }
    for (index, row) in table.rows.enumerated()
    where row.contains(where: { !$0.isEmpty }) {
      add(row, named: "row \(index + 2)", places.compactMap(\.self), columns: table.header.count)
    }
  }

  private mutating func add(_ row: [String], named name: String, _ places: [Int], columns: Int) {
    let fields = places.map { $0 < row.count ? row[$0] : "" }
    let path = fields[0].isEmpty ? "info.csv" : fields[0]
    func leaveOut(_ reason: String) {
      faults.append(Corpus.Skipped(path: path, reason: "info.csv, \(name): \(reason)"))
    }
    guard !fields[0].isEmpty, row.dropFirst(columns).allSatisfy(\.isEmpty) else {
      return leaveOut("no midi_filename, or more than \(columns) fields")
    }
    guard let split = Piece.Split(rawValue: fields[2]) else {
      return leaveOut("split “\(fields[2])”; it is train, validation or test")
    }
    guard let bpm = Double(fields[4]), (1...999).contains(bpm) else {
      return leaveOut("bpm “\(fields[4])”; it is 1 to 999")
    }
    guard let meter = Meter(fields[5]) else { return leaveOut("time signature “\(fields[5])”") }
    let entry = Entry(
      id: fields[1], split: split, style: fields[3].prefix { $0 != "/" }.lowercased(),
      tempo: Tempo(measuredMicrobpm: Int64((bpm * 1_000_000).rounded())), meter: meter,
      isFill: fields[6] == "fill", performer: fields[7])
    guard entries[path] == nil else { return leaveOut("a second row for it") }
    entries[path] = entry
  }
}
