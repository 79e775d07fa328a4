import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Rhythm
import SampleKits
import SoundFonts
import Testing

@testable import HydrogenFiles

@Suite struct HydrogenKitTests {
  /// A WAV of 16 bits with a short tone.
  static func wav(_ level: Double) -> [UInt8] {
    let data = (0..<4_000).flatMap { frame in
      let value = level * exp(-Double(frame) / 800) * sin(Double(frame) / 10 + 1)
      let bits = UInt16(bitPattern: Int16(value * 32_767))
      return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    }
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(1, 2) + number(1, 2) + number(44_100, 4) + number(88_200, 4) + number(2, 2)
      + number(16, 2) + Array("data".utf8) + number(data.count, 4) + data
  }

  static func layer(_ file: String, _ min: Double, _ max: Double, more: String = "")
    -> String
  {
    "<layer><filename>\(file)</filename><min>\(min)</min><max>\(max)</max><gain>1</gain>\(more)</layer>"
  }

  static func xml(_ instruments: String, license: String = "CC0") -> [UInt8] {
    Array(
      """
      <drumkit_info><name>Small</name><author>Somebody</author><license>\(license)</license>
      <instrumentList>\(instruments)</instrumentList></drumkit_info>
      """.utf8)
  }

  /// A kit with an instrument in each layout.
  private static let all =
    "<instrument><id>0</id><name>Kick</name><filename>a.wav</filename><volume>0.5</volume></instrument>"
    + "<instrument><id>1</id><name>Snare</name><pan_L>1</pan_L><pan_R>0.5</pan_R>"
    + layer("a.wav", 0, 0.5) + layer("b.wav", 0.5, 1, more: "<pitch>-1.5</pitch>") + "</instrument>"
    + "<instrument><id>2</id><name>Crash</name><muteGroup>2</muteGroup>"
    + "<sampleSelectionAlgo>ROUND_ROBIN</sampleSelectionAlgo><instrumentComponent><gain>2</gain>"
    + layer("a.wav", 0, 1) + layer("b.wav", 0, 1) + "</instrumentComponent><instrumentComponent>"
    + layer("b.wav", 0, 1) + "</instrumentComponent></instrument>"
    + "<instrument><id>3</id><name>Splash</name><muteGroup>2</muteGroup>"
    + "<filterActive>true</filterActive><applyVelocity>false</applyVelocity>"
    + layer("b.wav", 0, 1) + layer("gone.wav", 0, 1) + "</instrument>"
    + "<instrument><id>4</id><name>19</name></instrument>"

  func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func check(_ found: HydrogenKitImport) {
    #expect(found.kit.drums.map(\.key) == [36, 38, 49, 55])
    #expect(found.rights == "by Somebody; licence: CC0")
    #expect(found.kit.information.copyright == "CC0" && found.kit.information.author == "Somebody")
    #expect(found.layerCount == 7)
    let (kick, snare, crash, splash) = (
      found.kit.drums[0], found.kit.drums[1], found.kit.drums[2], found.kit.drums[3]
    )
    #expect(kick.sounds[0].gain == 0.5 && kick.zone.velocityLaw == .linear)
    #expect(snare.pan == -0.5 && snare.sounds[1].tuning == -1.5)
    #expect(snare.choices[62] == [0] && snare.choices[63] == [1] && snare.choices[126] == [1])
    #expect(crash.choices[0] == [1, 2] && crash.choices[1] == [0, 2] && crash.sounds[0].gain == 2)
    #expect(
      crash.zone.exclusiveClass == splash.zone.exclusiveClass && crash.zone.exclusiveClass > 0)
    #expect(splash.zone.velocityLaw == SoundFont.Zone.VelocityLaw.none)
    #expect(found.chokes == ["choke crash group2", "choke splash group2"])
    #expect(
      found.notices == [
        "samples that cannot be read, left out: 1 (gone.wav: no such file)",
        "instruments without samples, left out: 1",
        "layers by turns or chance as turns from velocity to velocity: 1",
      ])
  }

  @Test func `a folder and an archive become the same kit, in all three layouts`() throws {
    try inFolder { folder in
      let files = [
        ("drumkit.xml", Self.xml(Self.all)), ("a.wav", Self.wav(0.3)), ("b.wav", Self.wav(0.6)),
      ]
      for (name, bytes) in files { try write(bytes, to: "\(folder)/\(name)") }
      check(try HydrogenKitImport(at: folder))
      check(try HydrogenKitImport(at: "\(folder)/drumkit.xml"))
      let tar =
        files.flatMap { TarArchiveTests.entry("Small/\($0.0)", $0.1) } + TarArchiveTests.end
      try write(try Gzipped.of(tar), to: "\(folder)/Small.h2drumkit")
      check(try HydrogenKitImport(at: "\(folder)/Small.h2drumkit"))
      let path = "\(folder)/small.sf2"
      try write(try HydrogenKitImport(at: folder).kit.soundFont.bytes(), to: path)
      #expect(try SoundFontFile(path: path).drumPresets[0].keys.list == [36, 38, 49, 55])
      let judged = try StockFluidSynth.play(path, keys: [36, 38, 49, 55], in: folder)
      #expect(judged.warnings == [] && judged.peaks.allSatisfy { $0 > 0.005 }, "\(judged)")
    }
  }

  @Test func `loudness is proportional to velocity, as in Hydrogen`() throws {
    try inFolder { folder in
      let kick = "<instrument><name>Kick</name>\(Self.layer("a.wav", 0, 1))</instrument>"
      try write(Self.xml(kick), to: "\(folder)/drumkit.xml")
      try write(Self.wav(0.5), to: "\(folder)/a.wav")
      let path = "\(folder)/k.sf2"
      try write(try HydrogenKitImport(at: folder).kit.soundFont.bytes(), to: path)
      func peak(_ velocity: UInt8) throws -> Double {
        try StockFluidSynth.play(path, keys: [36], velocity: velocity, in: folder).peaks[0]
      }
      let loud = try peak(127)
      for velocity: UInt8 in [16, 32, 64, 100] {
        let ratio = try peak(velocity) / loud
        #expect(abs(ratio / (Double(velocity) / 127) - 1) < 0.03, "\(velocity): \(ratio)")
      }
    }
  }

  @Test func `samples outside of the kit's folder are refused, also by a link`() throws {
    try inFolder { folder in
      let kit = "\(folder)/kit"
      try FileManager.default.createDirectory(atPath: kit, withIntermediateDirectories: true)
      try write(Self.wav(0.5), to: "\(folder)/secret.wav")
      try FileManager.default.createSymbolicLink(
        atPath: "\(kit)/link.wav", withDestinationPath: "\(folder)/secret.wav")
      for name in ["../secret.wav", "\(folder)/secret.wav", "link.wav"] {
        let kick = "<instrument><name>Kick</name>\(Self.layer(name, 0, 1))</instrument>"
        try write(Self.xml(kick), to: "\(kit)/drumkit.xml")
        let error = #expect(throws: HydrogenFileError.self) { try HydrogenKitImport(at: kit) }
        #expect(error?.description.hasSuffix("it is outside of the kit's folder") == true)
      }
    }
  }

  func kit(_ xml: [UInt8], in folder: String) throws -> HydrogenKitImport {
    try write(xml, to: "\(folder)/drumkit.xml")
    try write(Self.wav(0.5), to: "\(folder)/a.wav")
    return try HydrogenKitImport(at: folder)
  }

  private static let kick = "<instrument><name>Kick</name>\(layer("a.wav", 0, 1))</instrument>"

  @Test func `a licence that only the description names is shown and kept, a long one in full`()
    throws
  {
    try inFolder { folder in
      let html =
        "&lt;html>&lt;head>&lt;style>p { margin: 0 }&lt;/style>&lt;/head>&lt;body>&lt;p>Recorded here,\n"
        + "released &amp;amp; given under the &lt;b>GPL&lt;/b>.&lt;/p>&lt;/body>&lt;/html>"
      let text = String(decoding: Self.xml(Self.kick, license: ""), as: UTF8.self)
      let described = text.replacing("<license>", with: "<info>\(html)</info><license>")
      let found = try kit(Array(described.utf8), in: folder)
      let plain = "Recorded here,\nreleased & given under the GPL."
      #expect(found.rights.contains("“\(plain.replacing("\n", with: " "))”"))
      #expect(found.summary.contains("under the GPL"))
      #expect(found.kit.information.comment?.hasSuffix(plain) == true)
      let long = String(repeating: "Do as you like, but name us. ", count: 20)
      let bytes = try kit(Self.xml(Self.kick, license: long), in: folder).kit.soundFont.bytes()
      #expect(String(decoding: bytes, as: UTF8.self).contains(long.dropLast()))
    }
  }

  @Test func `a recording that many layers name is read once, and too many are refused`() throws {
    try inFolder { folder in
      let two =
        Self.kick + "<instrument><name>Snare</name>\(Self.layer("a.wav", 0, 1))</instrument>"
      let drums = try kit(Self.xml(two), in: folder).kit.drums
      let places = drums.map { drum in
        unsafe drum.sounds[0].channels[0].withUnsafeBufferPointer {
          Int(bitPattern: $0.baseAddress)
        }
      }
      #expect(places.count == 2 && Set(places).count == 1)
      // 8 MiB of samples, and 135 layers of them.
      var long = Self.wav(0.5)
      long += [UInt8](repeating: 0, count: 8 << 20)
      for (place, size) in [(4, long.count - 8), (40, long.count - 44)] {
        for byte in 0..<4 { long[place + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
      }
      let layers = String(repeating: Self.layer("b.wav", 0, 1), count: 135)
      try write(long, to: "\(folder)/b.wav")
      let error = #expect(throws: HydrogenFileError.self) {
        try kit(Self.xml("<instrument><name>Kick</name>\(layers)</instrument>"), in: folder)
      }
      #expect(error?.description.contains("more than 1024 MiB of samples") == true)
    }
  }

  @Test func `a velocity that no layer has plays the nearest`() throws {
    func instrument(_ name: String, _ ranges: [(Double, Double)], more: String = "") -> String {
      let layers = ranges.map { Self.layer("a.wav", $0.0, $0.1) }.joined()
      return "<instrument><name>\(name)</name>\(more)\(layers)</instrument>"
    }
    let turns = "<sampleSelectionAlgo>ROUND_ROBIN</sampleSelectionAlgo>"
    try inFolder { folder in
      let found = try kit(
        Self.xml(
          instrument("Kick", [(0, 0.3), (0.7, 1)]) + instrument("Snare", [(0.7, 1), (0, 0.3)])
            + instrument("Crash", [(0.4, 0.5), (0.6, 0.8), (0.1, 0.2)])
            + instrument("Splash", [(0.7, 1), (0, 0.3)], more: turns)), in: folder)
      #expect(found.kit.drums.map(\.key) == [36, 38, 49, 55])
      // Half way between two layers are velocities 63.5, 38.1 and 69.85.
      let expected: [(Int) -> Int] = [
        { $0 < 64 ? 0 : 1 }, { $0 < 64 ? 1 : 0 }, { $0 < 39 ? 2 : $0 < 70 ? 0 : 1 },
        { $0 < 64 ? 1 : 0 },
      ]
      for (drum, layer) in zip(found.kit.drums, expected) {
        #expect(drum.choices == (1...127).map { [layer($0)] }, "\(drum.name)")
      }
      #expect(found.unchosenLayerCount == 0)
    }
  }

  @Test func `layers that no velocity chooses are named and not counted`() throws {
    try inFolder { folder in
      let layers = Self.layer("a.wav", 0, 1) + Self.layer("a.wav", 0.5, 1)
      let found = try kit(
        Self.xml("<instrument><name>Kick</name>\(layers)</instrument>"), in: folder)
      #expect(found.rows == ["36 kick: Kick, 1 layer"] && found.layerCount == 1)
      #expect(found.notices == ["layers that no velocity chooses, left out: 1"])
    }
  }

  @Test func `more instruments than there are notes are left out and counted`() throws {
    try inFolder { folder in
      let many = (0..<130).map {
        "<instrument><name>zz\($0)</name>\(Self.layer("a.wav", 0, 1))</instrument>"
      }
      let found = try kit(Self.xml(many.joined()), in: folder)
      #expect(found.kit.drums.count == 128 && Set(found.kit.drums.map(\.key)).count == 128)
      #expect(found.notices.contains("instruments for which no note is free, left out: 2"))
    }
  }

  private static let folder = "/usr/share/hydrogen/data/drumkits"
  private static let kits =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

  @Test(
    .enabled(if: !kits.isEmpty, "no kits of Hydrogen: apt install hydrogen-data hydrogen-drumkits"))
  func `every kit of Debian is imported with all layers whose files are there`() throws {
    for kit in Self.kits {
      let found = try HydrogenKitImport(at: "\(Self.folder)/\(kit)")
      let text = String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(kit)/drumkit.xml")),
        as: UTF8.self)
      // Counted without the reader: names of files that are there.
      let names = text.matches(of: /<filename>([^<]+)<\/filename>/).map {
        $0.output.1.replacing("&amp;", with: "&").replacing("&apos;", with: "'")
      }
      let present = names.count {
        FileManager.default.fileExists(atPath: "\(Self.folder)/\(kit)/\($0)")
      }
      let left = found.silentLayerCount + found.unchosenLayerCount
      #expect(found.layerCount + left == present, "\(kit)")
      #expect(Set(found.kit.drums.map(\.key)).count == found.kit.drums.count, "\(kit)")
    }
  }
}

extension KeySet {
  /// Lowest first.
  fileprivate var list: [UInt8] { (0...127).filter { contains($0) } }
}
