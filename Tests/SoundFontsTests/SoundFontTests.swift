import Testing

@testable import SoundFonts

/// Reads back what was written, by the specification's layout and by nothing of the writer's.
private struct Chunks {
  private var bodies: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) { read(bytes[...]) }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 8 {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let size = Self.number(rest.dropFirst(4).prefix(4))
      let body = rest.dropFirst(8).prefix(size)
      if name == "RIFF" || name == "LIST" {
        read(body.dropFirst(4))
      } else {
        bodies[name] = Array(body)
      }
      rest = rest.dropFirst(8 + size + size % 2)
    }
  }

  static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  subscript(name: String) -> [UInt8] { bodies[name] ?? [] }

  /// Text without the zeros at its end.
  func text(_ name: String) -> String {
    String(decoding: self[name].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The records of a table, each of `size` bytes.
  func records(_ name: String, _ size: Int) -> [[UInt8]] {
    let body = self[name]
    return stride(from: 0, to: body.count, by: size).map {
      Array(body[$0..<min($0 + size, body.count)])
    }
  }

  /// The instrument generators in order: number and signed amount.
  var generators: [(Int, Int)] {
    records("igen", 4).map { record in
      let amount = UInt16(Self.number(record[2...]))
      return (Self.number(record[..<2]), Int(Int16(bitPattern: amount)))
    }
  }
}

@Suite struct SoundFontTests {
  private static let frames = [Int16](repeating: 100, count: 64)

  /// A font of one sample and one instrument with one zone, changed by `change`.
  private static func font(
    _ change: (inout SoundFont.Zone) -> Void = { _ in }
  ) -> SoundFont {
    var font = SoundFont(SoundFont.Information(name: "Test"))
    font.add(SoundFont.Sample(name: "one", frames: frames, rate: 44_100, key: 36))
    var zone = SoundFont.Zone(velocities: 1...127, sample: 0)
    change(&zone)
    font.add(SoundFont.Instrument(name: "Kick", key: 36, zones: [zone]))
    return font
  }

  private static func generator(
    _ number: Int, _ change: (inout SoundFont.Zone) -> Void
  ) throws -> Int? {
    Chunks(try font(change).bytes()).generators.first { $0.0 == number }?.1
  }

  @Test func `positions in the sample table count every sample and its guard`() throws {
    var font = Self.font()
    var looped = SoundFont.Sample(
      name: "a name of more than nineteen bytes", frames: Self.frames, rate: 48_000, key: 40)
    looped.loop = 10..<50
    looped.side = .left(other: 2)
    font.add(looped)
    var right = SoundFont.Sample(name: "right", frames: Self.frames, rate: 48_000, key: 40)
    right.side = .right(other: 1)
    font.add(right)
    let headers = Chunks(try font.bytes()).records("shdr", 46)
    #expect(headers.count == 4)
    func numbers(_ header: [UInt8]) -> [Int] {
      stride(from: 20, to: 40, by: 4).map { Chunks.number(header[$0..<$0 + 4]) }
    }
    #expect(numbers(headers[0]) == [0, 64, 8, 56, 44_100])
    #expect(numbers(headers[1]) == [110, 174, 120, 160, 48_000])
    #expect(Array(headers[1][..<20]) == Array("a name of more than".utf8) + [0])
    // Key, correction, link and kind: mono 1, left 4, right 2.
    #expect(Array(headers[0][40...]) == [36, 0, 0, 0, 1, 0])
    #expect(Array(headers[1][40...]) == [40, 0, 2, 0, 4, 0])
    #expect(Array(headers[2][40...]) == [40, 0, 1, 0, 2, 0])
    #expect(headers[3].starts(with: "EOS\0".utf8))
    #expect(Chunks(try font.bytes())["smpl"].count == 3 * SoundFont.size(frames: 64))
  }

  @Test(arguments: [(-1.0, -500), (0, 0), (0.25, 125), (3, 500)])
  func `pan is in tenths of a per cent, and no farther than the side`(
    pan: Double, amount: Int
  ) throws {
    #expect(try Self.generator(17) { $0.pan = pan } == amount)
  }

  @Test(arguments: [(1.0, 0), (2, 1_200), (0.25, -2_400), (0.00001, -11_959), (1_000, 7_973)])
  func `times are in timecents from a millisecond to 100 seconds`(
    seconds: Double, amount: Int
  ) throws {
    #expect(try Self.generator(38) { $0.release = seconds } == amount)
    #expect(try Self.generator(34) { $0.attack = seconds } == amount)
    #expect(try Self.generator(36) { $0.decay = (seconds, 10) } == amount)
  }

  @Test func `tuning is whole semitones and the rest in cents, and absent without any`() throws {
    #expect(try Self.generator(51) { $0.tuning = -2.3 } == -2)
    #expect(try Self.generator(52) { $0.tuning = -2.3 } == -30)
    #expect(try Self.generator(51) { _ in } == nil)
  }

  @Test func `what decays falls to a level in centibels, at most 144 dB`() throws {
    #expect(try Self.generator(37) { $0.decay = (1, 6) } == 60)
    #expect(try Self.generator(37) { $0.decay = (1, 999) } == 1_440)
    #expect(try Self.generator(37) { _ in } == nil)
  }

  @Test func `a loop and a class are written only where a zone has them`() throws {
    #expect(try Self.generator(54) { $0.loops = true } == 1)
    #expect(try Self.generator(54) { _ in } == nil)
    #expect(try Self.generator(57) { $0.exclusiveClass = 3 } == 3)
    #expect(try Self.generator(57) { _ in } == nil)
  }

  @Test func `key and velocity ranges come first and the sample last, as readers require`() throws {
    let written = Chunks(
      try Self.font { ($0.velocities, $0.loops, $0.exclusiveClass) = (3...90, true, 1) }.bytes())
    let numbers = written.generators.map(\.0).dropLast()
    #expect(numbers.prefix(2) == [43, 44] && numbers.last == 53)
    #expect(written.records("igen", 4)[1] == [44, 0, 3, 90])
    // Both banks have the preset, then comes the end.
    #expect(written.records("phdr", 38).map { Chunks.number($0[22..<24]) } == [0, 128, 0])
    #expect(written.records("pgen", 4).count == 2 * 2 + 1)
  }

  @Test func `a velocity law replaces the standard modulator`() throws {
    func modulators(_ law: SoundFont.Zone.VelocityLaw?) throws -> [[UInt8]] {
      Chunks(try Self.font { $0.velocityLaw = law }.bytes()).records("imod", 10)
    }
    #expect(try modulators(nil).count == 1)
    #expect(try modulators(.linear)[0] == [2, 5, 48, 0, 0xE0, 1, 0, 0, 0, 0])
    #expect(try modulators(SoundFont.Zone.VelocityLaw.none)[0] == [2, 5, 48, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `texts are cut to 255 bytes in whole letters; the rights stay in full`() throws {
    var font = Self.font()
    let rights = String(repeating: "é", count: 200)
    font.information.copyright = rights
    font.information.comment = "A note."
    font.information.date = "2026"
    let chunks = Chunks(try font.bytes())
    #expect(chunks.text("ICOP") == String(repeating: "é", count: 127))
    #expect(chunks.text("ICMT") == "A note.\n\nThe rights in full:\n\(rights)")
    #expect(chunks.text("INAM") == "Test" && chunks.text("ICRD") == "2026")
    font.information.copyright = "CC0"
    let short = Chunks(try font.bytes())
    #expect(short.text("ICOP") == "CC0" && short.text("ICMT") == "A note.")
  }

  @Test func `more zones than 16 bits count are refused before anything is written`() {
    var font = Self.font()
    let zones = [SoundFont.Zone](
      repeating: SoundFont.Zone(velocities: 1...127, sample: 0), count: 65_535)
    font.add(SoundFont.Instrument(name: "Many", key: 40, zones: zones))
    let error = #expect(throws: SoundFontLimit.self) { try font.bytes() }
    #expect(error?.description.hasPrefix("65537 zones: a SoundFont has at most 65534") == true)
  }
}
