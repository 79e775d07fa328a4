import Foundation
import MusicalTime
import SwiftCSV

/// The entries of an `info.csv` in the format of the Groove MIDI Dataset.
struct GrooveIndex {
  /// By path relative to the folder.
  private(set) var entries: [String: Entry] = [:]
  /// Invalid rows, and why.
  private(set) var faults: [Corpus.Skipped] = []

  /// The description of a file.
  struct Entry: Hashable {
    var id: String
    var split: Piece.Split
    var style: String
    var tempo: Tempo
    var meter: Meter
    var isFill: Bool
    var performer: String
  }

  /// The columns that are used.
  private static let columns = [
    "midi_filename", "id", "split", "style", "bpm", "time_signature", "beat_type", "drummer",
  ]

  /// Parses `bytes`; `path` is only used in errors.
  init(_ bytes: [UInt8], path: String) throws(CorpusError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CorpusError(path: path, problem: .notCSV("not UTF-8"))
    }
    let table: EnumeratedCSV
    do {
      let unmarked = text.unicodeScalars.first == "\u{FEFF}" ? String(text.dropFirst()) : text
      table = try EnumeratedCSV(string: unmarked, delimiter: .comma, loadColumns: false)
    } catch {
      throw CorpusError(path: path, problem: .notCSV("quotation mark inside a field"))
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
      return leaveOut("split: expected train, validation or test, found “\(fields[2])”")
    }
    let tempi = ClosedRange(Tempo.measuredRange)
    guard let bpm = Double(fields[4]), tempi.contains(bpm) else {
      return leaveOut("bpm: " + tempi.expected(found: fields[4]))
    }
    guard let meter = Meter(fields[5]) else {
      return leaveOut("unknown time signature “\(fields[5])”")
    }
    let entry = Entry(
      id: fields[1], split: split, style: fields[3].prefix { $0 != "/" }.lowercased(),
      tempo: Tempo(measuredMicrobpm: Int64((bpm * 1_000_000).rounded())), meter: meter,
      isFill: fields[6] == "fill", performer: fields[7])
    guard entries[path] == nil else { return leaveOut("a second row for it") }
    entries[path] = entry
  }
}
