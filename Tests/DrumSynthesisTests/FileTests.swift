import DrumSynthesis
import Testing

@Suite struct FileTests {
  private let bytes = SharedKit.kit.bytes
  private let reader = SharedKit.reader

  @Test func `the file is the same, byte for byte, on every machine`() {
    // 64-bit FNV-1a. A change of sound changes it: listen, then update it.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    #expect(hash == 0xa172_7694_3ac3_1634)
  }

  @Test func `the file stays under sixteen megabytes`() {
    #expect(bytes.count <= 16_000_000)
    #expect(bytes.count > 8_000_000)
  }

  @Test func `the RIFF header counts every byte`() {
    let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == bytes.count - 8)
    #expect(bytes.count.isMultiple(of: 2))
  }

  @Test func `every chunk that the specification requires exists, with tables of whole records`() {
    for name in ["ifil", "isng", "INAM", "smpl"] { #expect(reader.chunks[name] != nil) }
    let sizes = [
      "phdr": 38, "pbag": 4, "pmod": 10, "pgen": 4, "inst": 22, "ibag": 4, "imod": 10, "igen": 4,
      "shdr": 46,
    ]
    for (name, size) in sizes {
      let count = reader.chunks[name]?.count ?? 0
      #expect(count >= size && count.isMultiple(of: size), "\(name)")
    }
  }

  @Test func `the kit is preset 0 of bank 128 and of bank 0, and nothing else`() {
    #expect(reader.presets.map(\.bank) == [0, 128])
    #expect(reader.presets.map(\.program) == [0, 0])
    #expect(reader.presets.map(\.name) == ["Ghostnote Kit", "Ghostnote Kit"])
    for key in 0...127 {
      let (first, second) = (reader.zones(key: key, preset: 0), reader.zones(key: key))
      #expect(first.map(\.generators) == second.map(\.generators))
    }
  }

  @Test func `every sample is followed by at least 46 zeros`() {
    for (index, sample) in reader.samples.enumerated() {
      let next =
        index + 1 < reader.samples.count ? reader.samples[index + 1].start : reader.frames.count
      #expect(next - sample.end >= 46)
      #expect(reader.frames[sample.end..<next].allSatisfy { $0 == 0 }, "\(sample.name)")
    }
  }

  @Test func `samples are mono at 44100 Hz with loop points inside`() {
    for sample in reader.samples {
      #expect(sample.rate == 44_100)
      #expect(sample.kind == 1)
      #expect(sample.start < sample.loop.lowerBound && sample.loop.upperBound < sample.end)
    }
  }
}
