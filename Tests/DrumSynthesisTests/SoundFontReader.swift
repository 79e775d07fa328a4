/// A small SoundFont parser that shares no code with the writer under test.
struct SoundFontReader {
  struct Zone {
    var keys: ClosedRange<Int>
    var velocities: ClosedRange<Int>
    /// Every generator's raw amount by its number.
    var generators: [Int: Int]
  }

  struct Sample {
    var name: String
    var start: Int
    var end: Int
    var loop: ClosedRange<Int>
    var rate: Int
    var key: Int
    var kind: Int
  }

  let bytes: [UInt8]
  /// The offset of each chunk's contents, by name.
  private(set) var chunks: [String: Range<Int>] = [:]
  /// The values of all samples, one after another.
  private(set) var frames: [Int16] = []
  private(set) var samples: [Sample] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    collectChunks(in: 0..<bytes.count)
    let values = chunks["smpl", default: 0..<0]
    frames = (0..<values.count / 2).map {
      Int16(truncatingIfNeeded: word(values.lowerBound + 2 * $0))
    }
    samples = records("shdr", size: 46).dropLast().map { at in
      Sample(
        name: text(at), start: long(at + 20), end: long(at + 24),
        loop: long(at + 28)...long(at + 32), rate: long(at + 36), key: Int(bytes[at + 40]),
        kind: word(at + 44))
    }
  }

  var presets: [(name: String, program: Int, bank: Int)] {
    records("phdr", size: 38).dropLast().map { (text($0), word($0 + 20), word($0 + 22)) }
  }

  /// The instrument zones that a key reaches through a preset, by default the drums'.
  func zones(key: Int, preset: Int = 1) -> [Zone] {
    let header = records("phdr", size: 38)
    return zones("pbag", "pgen", word(header[preset] + 24)..<word(header[preset + 1] + 24))
      .filter { $0.keys.contains(key) }
      .flatMap { preset -> [Zone] in
        guard let instrument = preset.generators[41] else { return [] }
        let table = records("inst", size: 22)
        return zones(
          "ibag", "igen", word(table[instrument] + 20)..<word(table[instrument + 1] + 20))
      }
      .filter { $0.keys.contains(key) }
  }

  /// A whole sample, full scale at 1.
  func sound(_ sample: Sample) -> [Double] {
    frames[sample.start..<sample.end].map { Double($0) / 32_768 }
  }

  func records(_ chunk: String, size: Int) -> [Int] {
    Array(
      stride(from: chunks[chunk]?.lowerBound ?? 0, to: chunks[chunk]?.upperBound ?? 0, by: size))
  }

  private func zones(_ bags: String, _ generators: String, _ range: Range<Int>) -> [Zone] {
    let (bag, table) = (chunks[bags, default: 0..<0], chunks[generators, default: 0..<0])
    return range.map { index in
      var zone = Zone(keys: 0...127, velocities: 0...127, generators: [:])
      let first = bag.lowerBound + 4 * index
      for at in stride(
        from: table.lowerBound + 4 * word(first), to: table.lowerBound + 4 * word(first + 4), by: 4)
      {
        let pair = Int(bytes[at + 2])...max(Int(bytes[at + 2]), Int(bytes[at + 3]))
        switch word(at) {
        case 43: zone.keys = pair
        case 44: zone.velocities = pair
        default: zone.generators[word(at)] = word(at + 2)
        }
      }
      return zone
    }
  }

  private mutating func collectChunks(in range: Range<Int>) {
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
      let body = at + 8..<at + 8 + long(at + 4)
      if name == "RIFF" || name == "LIST" {
        collectChunks(in: body.lowerBound + 4..<body.upperBound)
      } else {
        chunks[name] = body
      }
      at = body.upperBound + body.count % 2
    }
  }

  private func text(_ at: Int) -> String {
    String(decoding: bytes[at..<at + 20].prefix { $0 != 0 }, as: UTF8.self)
  }

  private func word(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }

  private func long(_ at: Int) -> Int { word(at) | word(at + 2) << 16 }
}
