extension SoundFont {
  /// The most bytes of samples.
  public static let largestSamples = 1 << 30
  /// The most records of a table.
  static let mostRecords = 65_534
  /// Zero samples after each recording, for the interpolation.
  private static let guardSamples = 46

  /// The bytes that a sample of `frames` frames takes.
  public static func size(frames: Int) -> Int { 2 * (frames + guardSamples) }

  /// The whole file, SoundFont 2.01; throws if it is larger than the format allows.
  public func bytes() throws(SoundFontLimit) -> [UInt8] {
    let size = samples.reduce(0) { $0 + Self.size(frames: $1.frames.count) }
    guard size <= Self.largestSamples else { throw .size(size) }
    // Before the tables, which have a sample's number in 16 bits.
    guard samples.count <= Self.mostRecords else { throw .tables("samples", samples.count) }
    let zones = ZoneTables(instruments)
    for (name, count) in zones.counts where count > Self.mostRecords { throw .tables(name, count) }
    var data = RIFF()
    var headers = RIFF()
    for sample in samples { add(sample, to: &data, &headers) }
    return RIFF.list(
      "sfbk", as: "RIFF",
      [head, .list("sdta", [.chunk("smpl", data)]), hydra(zones, headers)]
    ).bytes
  }

  private func add(_ sample: Sample, to data: inout RIFF, _ headers: inout RIFF) {
    let start = UInt32(data.bytes.count / 2)
    data.append(sample.frames)
    let end = start + UInt32(sample.frames.count)
    data.append([Int16](repeating: 0, count: Self.guardSamples))
    headers.append(name: sample.name)
    // Loop points must be inside the sample, eight samples from the ends, also where they are not used.
    let loop = sample.loop.map { (start + UInt32($0.lowerBound), start + UInt32($0.upperBound)) }
    let (first, last) = loop ?? (start + 8, end - 8)
    for position in [start, end, first, last, sample.rate] { headers.append(position) }
    headers.append(sample.key)
    headers.append(UInt8(0))
    let (link, kind): (Int, UInt16) =
      switch sample.side {
      case .mono: (0, 1)
      case .right(let other): (other, 2)
      case .left(let other): (other, 4)
      }
    headers.append(UInt16(link))
    headers.append(kind)
  }

  private var head: RIFF {
    var version = RIFF()
    version.append(UInt16(2))
    version.append(UInt16(1))
    var chunks: [RIFF] = [
      .chunk("ifil", version), .text("isng", "EMU8000"), .text("INAM", information.name.cut(255)),
    ]
    if let date = information.date { chunks.append(.text("ICRD", date.cut(255))) }
    chunks.append(.text("IENG", information.author.cut(255)))
    var comment = information.comment
    if let text = information.copyright {
      chunks.append(.text("ICOP", text.cut(255)))
      // The comment has room for all of it.
      if text.utf8.count > 255 {
        comment = [comment, "The rights in full:\n\(text)"].compactMap(\.self).joined(
          separator: "\n\n")
      }
    }
    if let comment { chunks.append(.text("ICMT", comment.cut(65_535))) }
    chunks.append(.text("ISFT", "Ghostnote:Ghostnote"))
    return .list("INFO", chunks)
  }

  /// The nine tables of section 7, each ended by its terminal record.
  private func hydra(_ zones: ZoneTables, _ headers: RIFF) -> RIFF {
    var (presets, presetBags, presetGenerators) = (RIFF(), RIFF(), RIFF())
    for (index, bank) in Self.banks.enumerated() {
      presets.append(
        preset: information.name, bank: bank, firstZone: UInt16(index * instruments.count))
      for (number, instrument) in instruments.enumerated() {
        presetBags.append(bag: UInt16(presetGenerators.bytes.count / 4), 0)
        presetGenerators.put(.keyRange, range: instrument.key...instrument.key)
        presetGenerators.put(.instrument, UInt16(number))
      }
    }
    presets.append(
      preset: "EOP", bank: 0, firstZone: UInt16(Self.banks.count * instruments.count))
    presetBags.append(bag: UInt16(presetGenerators.bytes.count / 4), 0)
    var lastSample = RIFF()
    lastSample.append(name: "EOS")
    let tables: [(String, RIFF, RIFF)] = [
      ("phdr", presets, RIFF()), ("pbag", presetBags, RIFF()), ("pmod", RIFF(), .zeros(10)),
      ("pgen", presetGenerators, .zeros(4)), ("inst", zones.instruments, RIFF()),
      ("ibag", zones.bags, RIFF()), ("imod", zones.modulators, .zeros(10)),
      ("igen", zones.generators, .zeros(4)), ("shdr", headers, lastSample.padded(to: 46)),
    ]
    return .list("pdta", tables.map { name, table, end in .chunk(name, table.followed(by: end)) })
  }
}

extension String {
  /// At most `count` bytes, in whole letters.
  fileprivate func cut(_ count: Int) -> String {
    var cut = self
    while cut.utf8.count > count { cut.removeLast() }
    return cut
  }
}

extension RIFF {
  /// A record of the preset header table (section 7.2).
  fileprivate mutating func append(preset name: String, bank: UInt16, firstZone: UInt16) {
    append(name: name)
    for value in [0, bank, firstZone] { append(value) }
    for _ in 0..<3 { append(UInt32(0)) }
  }
}
