internal import Files
internal import Rhythm

/// The chunks of a SoundFont that describe its contents: RIFF chunks as in section 4 of the
/// SoundFont 2.04 specification.
struct SoundFontOutline {
  private(set) var name: String?
  private(set) var byteCount = 0
  private(set) var presets: [SoundFontFile.Preset] = []
  /// The presets of bank 128, lowest program first.
  var drumPresets: [SoundFontFile.DrumPreset] {
    presets.filter { $0.bank == 128 }.map {
      .init(program: $0.program, name: $0.name, keys: $0.keys)
    }.sorted { $0.program < $1.program }
  }

  /// Sibling chunks: a valid file has at most three lists, eleven texts and nine tables. A damaged
  /// file of zeros has one every eight bytes.
  private static let mostParts = 256
  /// 129 banks of 128 programs, with room.
  private static let mostPresets = 65_535

  private struct Chunk {
    let kind: String
    let start: Int
    let length: Int
    var end: Int { start + length }
  }

  /// Reads chunk headers, the name and the preset list; samples are skipped.
  init(path: String) throws(SoundFontError) {
    let file = try Self.open(path)
    let size = file.size
    byteCount = size
    let head = Self.bytes(of: file, at: 0, count: 12)
    guard head.count == 12, Self.kind(head, 0) == "RIFF", Self.kind(head, 8) == "sfbk" else {
      throw SoundFontError(path: path, reason: Self.whatElse(file, size))
    }
    let end = 8 + Self.number(head, 4)
    guard end <= size else {
      throw SoundFontError(path: path, reason: .truncated(end: end, fileEnd: size))
    }
    var presets: [UInt8]?
    var zones: SoundFontZones?
    for list in try Self.chunks(of: file, path, from: 12, to: size, isTop: true) {
      guard list.kind == "LIST", list.length >= 4 else { continue }
      switch Self.kind(Self.bytes(of: file, at: list.start, count: 4), 0) {
      case "INFO":
        for chunk in try Self.chunks(of: file, path, from: list.start + 4, to: list.end)
        where chunk.kind == "INAM" {
          name = Self.text(
            Self.bytes(of: file, at: chunk.start, count: min(chunk.length, 256))[...])
        }
      case "pdta":
        let tables = try Self.chunks(of: file, path, from: list.start + 4, to: list.end)
        guard Self.areWhole(tables), let table = tables.first,
          table.length <= 38 * (Self.mostPresets + 1)
        else { break }
        let records = Self.bytes(of: file, at: table.start, count: table.length)
        presets = records
        let (presetTable, instrumentTable, samples) = Self.tables(
          of: file, tables, presets: records)
        zones = SoundFontZones(presets: presetTable, instruments: instrumentTable)
        var loops = SoundFontLoops(
          presets: presetTable, instruments: instrumentTable, samples: samples)
        guard loops.laps() <= SoundFontLoops.mostLaps else {
          throw SoundFontError(path: path, reason: .tooHigh)
        }
      default: break
      }
    }
    guard let presets else { throw SoundFontError(path: path, reason: .noPresets) }
    self.presets = Self.list(presets, zones)
  }

  /// Zones, generators and samples have 16-bit numbers, so tables are read up to that length only.
  private static func tables(
    of file: borrowing RegularFile, _ tables: [Chunk], presets: [UInt8]
  ) -> (presets: SoundFontZones.Table, instruments: SoundFontZones.Table, samples: [UInt8]) {
    func records(_ index: Int, of size: Int) -> [UInt8] {
      bytes(of: file, at: tables[index].start, count: min(tables[index].length, 65_537 * size))
    }
    return (
      .init(
        owners: presets, recordSize: 38, zoneAt: 24, zones: records(1, of: 4),
        generators: records(3, of: 4), modulators: records(2, of: 10), player: 41),
      .init(
        owners: records(4, of: 22), recordSize: 22, zoneAt: 20, zones: records(5, of: 4),
        generators: records(7, of: 4), modulators: records(6, of: 10), player: 53),
      records(8, of: 46)
    )
  }

  /// Whether the nine tables of presets, instruments and samples are in order, each with at least
  /// its terminal record.
  private static func areWhole(_ tables: [Chunk]) -> Bool {
    let recordSizes = [
      ("phdr", 38), ("pbag", 4), ("pmod", 10), ("pgen", 4), ("inst", 22), ("ibag", 4),
      ("imod", 10), ("igen", 4), ("shdr", 46),
    ]
    return tables.count == recordSizes.count
      && zip(tables, recordSizes).allSatisfy { table, record in
        table.kind == record.0 && table.length % record.1 == 0 && table.length >= record.1
      }
  }

  /// A preset header has 38 bytes: 20 for the name, then program and bank; the last one only ends
  /// the list.
  private static func list(
    _ presets: [UInt8], _ zones: SoundFontZones?
  ) -> [SoundFontFile.Preset] {
    var zones = zones
    return stride(from: 0, to: presets.count - 38, by: 38).compactMap { start in
      let program = Int(presets[start + 20]) | Int(presets[start + 21]) << 8
      let bank = Int(presets[start + 22]) | Int(presets[start + 23]) << 8
      guard Knob.bank.wholeRange.contains(bank), Knob.program.wholeRange.contains(program) else {
        return nil
      }
      return .init(
        bank: UInt16(bank), program: UInt8(program), name: text(presets[start..<start + 20]),
        keys: zones?.keys(ofPreset: start / 38) ?? KeySet())
    }
  }

  private static func open(_ path: String) throws(SoundFontError) -> RegularFile {
    let file: RegularFile
    do throws(FileReadingError) { file = try RegularFile(path) } catch {
      let reason: SoundFontError.Reason =
        switch error {
        case .system(let system) where system.isMissing: .missing
        case .system(let system): .unreadable(system.reason)
        case .directory: .directory
        case .notRegular: .notRegular
        case .tooLarge: .unreadable(error.reason)
        }
      throw SoundFontError(path: path, reason: reason)
    }
    guard file.size > 0 else { throw SoundFontError(path: path, reason: .empty) }
    return file
  }

  /// The sibling chunks between two offsets, each checked against the end of its parent.
  private static func chunks(
    of file: borrowing RegularFile, _ path: String, from start: Int, to end: Int,
    isTop: Bool = false
  ) throws(SoundFontError) -> [Chunk] {
    var chunks: [Chunk] = []
    var place = start
    while place + 8 <= end {
      let head = bytes(of: file, at: place, count: 8)
      guard head.count == 8 else { break }
      let chunk = Chunk(kind: kind(head, 0), start: place + 8, length: number(head, 4))
      guard chunk.end <= end else {
        let reason: SoundFontError.Reason =
          isTop ? .truncated(end: chunk.end, fileEnd: end) : .noPresets
        throw SoundFontError(path: path, reason: reason)
      }
      guard chunks.count < mostParts else {
        throw SoundFontError(path: path, reason: .tooManyParts)
      }
      chunks.append(chunk)
      place = chunk.end + chunk.length % 2
      // The samples of MuseScore's .sf3 have any length, and nothing fills it up. So FluidSynth reads them.
      if isTop, place > chunk.end, kind(bytes(of: file, at: chunk.end, count: 4), 0) == "LIST" {
        place = chunk.end
      }
    }
    return chunks
  }

  private static func whatElse(_ file: borrowing RegularFile, _ size: Int) -> SoundFontError.Reason
  {
    let sample = bytes(of: file, at: 0, count: min(size, 512))
    let isText = sample.allSatisfy { $0 >= 32 && $0 != 127 || (9...13).contains($0) }
    return isText && kind(sample + [0, 0, 0, 0], 0) != "RIFF" ? .text : .foreign
  }

  private static func bytes(of file: borrowing RegularFile, at place: Int, count: Int) -> [UInt8] {
    (try? file.bytes(at: place, count: count)) ?? []
  }

  private static func kind(_ bytes: [UInt8], _ place: Int) -> String {
    guard bytes.count >= place + 4 else { return "" }
    return String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
