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

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    collectChunks(in: 0..<bytes.count)
  }

  var sampleFrames: Int { chunks["smpl", default: 0..<0].count / 2 }

  var presets: [(name: String, program: Int, bank: Int)] {
    records("phdr", size: 38).dropLast().map { (text($0), word($0 + 20), word($0 + 22)) }
  }

  var samples: [Sample] {
    records("shdr", size: 46).dropLast().map { at in
      Sample(
        name: text(at), start: long(at + 20), end: long(at + 24),
        loop: long(at + 28)...long(at + 32), rate: long(at + 36), key: Int(bytes[at + 40]),
        kind: word(at + 44))
    }
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

  /// A sample's value, from the sample chunk's start.
  func frame(_ index: Int) -> Int {
    let at = chunks["smpl", default: 0..<0].lowerBound + 2 * index
    return Int(Int16(truncatingIfNeeded: Int(bytes[at]) | Int(bytes[at + 1]) << 8))
  }

  /// A whole sample, full scale at 1.
  func sound(_ sample: Sample) -> [Double] {
    (sample.start..<sample.end).map { Double(frame($0)) / 32_768 }
  }

  func records(_ chunk: String, size: Int) -> [Int] {
    Array(
      stride(from: chunks[chunk]?.lowerBound ?? 0, to: chunks[chunk]?.upperBound ?? 0, by: size))
  }

  private func zones(_ bags: String, _ generators: String, _ range: Range<Int>) -> [Zone] {
    let bag = records(bags, size: 4)
    let table = records(generators, size: 4)
    return range.map { index in
      var zone = Zone(keys: 0...127, velocities: 0...127, generators: [:])
      for at in table[word(bag[index])..<word(bag[index + 1])] {
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
