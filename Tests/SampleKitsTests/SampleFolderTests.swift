import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Rhythm
import SoundFonts
import Testing

@testable import SampleKits

/// A folder of made-up recordings.
struct SampleWorkplace: ~Copyable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a 16-bit WAV of decaying tones, one a channel, after `silence` frames of nothing.
  func write(
    _ name: String, level: Double = 0.5, rate: Int = 44_100, hertz: [Double] = [440],
    frames: Int = 4_000,
    silence: Int = 0
  ) throws {
    var data: [UInt8] = []
    for frame in 0..<frames + silence {
      for tone in hertz {
        let time = Double(frame - silence) / Double(rate)
        let value = time < 0 ? 0 : level * exp(-time * 30) * sin(2 * .pi * tone * time + 1)
        let bits = UInt16(bitPattern: Int16(value * 32_767))
        data += [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
      }
    }
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let head =
      Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(1, 2) + number(hertz.count, 2) + number(rate, 4) + number(rate * 2 * hertz.count, 4)
      + number(2 * hertz.count, 2) + number(16, 2) + Array("data".utf8) + number(data.count, 4)
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(head + data).write(to: file)
  }
}

@Suite struct SampleFolderTests {
  @Test func `layers come by loudness, and recordings as loud are variants of one layer`() throws {
    let place = try SampleWorkplace()
    try place.write("kick_1.wav", level: 0.9)
    try place.write("kick_2.wav", level: 0.1)
    try place.write("kick_3.wav", level: 0.105)
    try place.write("kick_4.wav", level: 0.3)
    let folder = try SampleFolder(place.path, name: "Mine")
    #expect(folder.rows == ["36 kick: kick, 3 layers of 2+1+1, mono"])
    let drum = try #require(folder.kit.drums.first)
    #expect(drum.sounds.map(\.name) == ["kick_2", "kick_3", "kick_4", "kick_1"])
    #expect(drum.choices[0] == [1] && drum.choices[1] == [0])
    #expect(drum.choices[60] == [2] && drum.choices[126] == [3])
    // Soft layers are raised to the loudest: players make soft strokes soft.
    #expect(abs(drum.sounds[0].gain - 8.8) < 0.2 && drum.sounds[3].gain == 1)
  }

  @Test func `dynamics and marked numbers are layers in their order, however loud they are`() throws
  {
    let rows: [([(String, Double)], layers: String, [String])] = [
      // A library in which everything is as loud.
      ([("Kick Soft", 0.5), ("Kick Hard", 0.5)], "2 layers of 1+1", ["Kick Soft", "Kick Hard"]),
      (
        [("Kick Hard", 0.5), ("Kick Medium", 0.5), ("Kick Ghost", 0.5)], "3 layers of 1+1+1",
        ["Kick Ghost", "Kick Medium", "Kick Hard"]
      ),
      // The softer number may be the louder recording.
      (
        [("kick_v1", 0.9), ("kick_v2", 0.3), ("kick_v10", 0.6)], "3 layers of 1+1+1",
        ["kick_v1", "kick_v2", "kick_v10"]
      ),
      (
        [("kick vel127", 0.4), ("kick vel64", 0.4)], "2 layers of 1+1",
        ["kick vel64", "kick vel127"]
      ),
      (
        [("kick layer2", 0.4), ("kick layer1", 0.4)], "2 layers of 1+1",
        ["kick layer1", "kick layer2"]
      ),
      (
        [("kick_v1_rr1", 0.8), ("kick_v1_rr2", 0.8), ("kick_v2_rr1", 0.2), ("kick_v2_rr2", 0.2)],
        "2 layers of 2+2", ["kick_v1_rr1", "kick_v1_rr2", "kick_v2_rr1", "kick_v2_rr2"]
      ),
      (
        [("Kick Hard 1", 0.5), ("Kick Hard 2", 0.2), ("Kick Soft 1", 0.5), ("Kick Soft 2", 0.2)],
        "2 layers of 2+2", ["Kick Soft 1", "Kick Soft 2", "Kick Hard 1", "Kick Hard 2"]
      ),
    ]
    for (files, layers, order) in rows {
      let place = try SampleWorkplace()
      for (name, level) in files { try place.write("\(name).wav", level: level) }
      let folder = try SampleFolder(place.path, name: "Mine")
      #expect(folder.rows == ["36 kick: kick, \(layers), mono"])
      #expect(folder.kit.drums[0].sounds.map(\.name) == order)
      #expect(folder.unused == [])
    }
  }

  @Test func `a name without a mark becomes a layer by its loudness`() throws {
    let place = try SampleWorkplace()
    for (name, level) in [("Kick Soft", 0.3), ("Kick Hard", 0.9), ("Kick", 0.6), ("Kick 2", 0.1)] {
      try place.write("\(name).wav", level: level)
    }
    let drum = try #require(try SampleFolder(place.path, name: "Mine").kit.drums.first)
    #expect(drum.sounds.map(\.name) == ["Kick 2", "Kick Soft", "Kick", "Kick Hard"])
  }

  @Test func `layers are made as loud as the loudest, wherever that stands`() throws {
    let place = try SampleWorkplace()
    try place.write("kick_v1.wav", level: 0.8)
    try place.write("kick_v2.wav", level: 0.2)
    let sounds = try #require(try SampleFolder(place.path, name: "Mine").kit.drums.first).sounds
    #expect(sounds[0].gain == 1 && abs(sounds[1].gain - 4) < 0.05)
  }

  @Test func `a drum's own name comes before a synonym, whatever the alphabet says`() throws {
    let place = try SampleWorkplace()
    for name in ["kick_1", "kick_2", "BD", "tom2"] { try place.write("\(name).wav") }
    let folder = try SampleFolder(place.path, name: "Mine")
    #expect(
      folder.rows == [
        "35 kick2: bd, 1 layer of 1, mono", "36 kick: kick, 1 layer of 2, mono",
        "48 tom2: tom2, 1 layer of 1, mono",
      ])
  }

  @Test func `silence is cut, rates and stereo are kept`() throws {
    let place = try SampleWorkplace()
    try place.write("snare.wav", rate: 48_000, hertz: [200, 300], silence: 4_800)
    try place.write("Closed Hat/1.wav", rate: 22_050)
    let folder = try SampleFolder(place.path, name: "Mine")
    let snare = try #require(folder.kit.drums.first { $0.key == 38 }?.sounds.first)
    #expect(snare.rate == 48_000 && snare.channels.count == 2)
    #expect((3_900...4_100).contains(snare.frameCount))
    #expect(snare.channels[0].last == 0)
    let hat = try #require(folder.kit.drums.first { $0.key == 42 })
    #expect(hat.sounds[0].rate == 22_050 && hat.zone.exclusiveClass == 1)
  }

  @Test(arguments: [
    ["Kick", "Closed Hat", "Pedal Hat", "Open Hat", "Crash"],
    ["36 low", "42 tight", "44 foot", "46 wide", "49 big"],
  ])
  func `closed, pedal and open hi-hat choke each other and nothing else`(names: [String]) throws {
    let place = try SampleWorkplace()
    for name in names { try place.write("\(name).wav", frames: 50) }
    let drums = try SampleFolder(place.path, name: "Mine").kit.drums
    #expect(drums.map(\.key) == [36, 42, 44, 46, 49])
    #expect(drums.map(\.zone.exclusiveClass) == [0, 1, 1, 1, 0])
  }

  @Test func `layers have their variants in whichever order a name has the marks`() throws {
    for isVariantFirst in [false, true] {
      let place = try SampleWorkplace()
      var names: [String] = []
      for (layer, level) in [(1, 0.2), (2, 0.8)] {
        for turn in 1...3 {
          names.append(isVariantFirst ? "snare_rr\(turn)_v\(layer)" : "snare_v\(layer)_rr\(turn)")
          try place.write("\(names[names.count - 1]).wav", level: level)
        }
      }
      let folder = try SampleFolder(place.path, name: "Mine")
      #expect(folder.rows == ["38 snare: snare, 2 layers of 3+3, mono"])
      #expect(folder.unused == [])
      #expect(folder.kit.drums[0].sounds.map(\.name) == names)
    }
  }

  @Test func `a map names files, variants, chokes, levels, and what is reversed or held`() throws {
    let place = try SampleWorkplace()
    for name in ["a", "b", "c"] { try place.write("\(name).wav") }
    let map = try KitMap(
      json: Array(
        """
        {"name": "Mapped", "licence": "CC0", "drums": {
          "snare": ["a.wav", ["b.wav", "c.wav"]],
          "crash": {"files": ["a.wav"], "choke": "cymbals", "pan": -0.5, "level": -6, "reverse": true},
          "75": {"files": ["b.wav"], "choke": "cymbals", "loop": true, "tuning": 150}}}
        """.utf8))
    let kit = try SampleFolder(place.path, name: "x", map: map).kit
    #expect(kit.information.name == "Mapped" && kit.information.copyright == "CC0")
    #expect(kit.drums.map(\.key) == [38, 49, 75])
    #expect(
      kit.drums[0].choices[0] == [0]
        && Set(kit.drums[0].choices[100...101].flatMap { $0 }) == [1, 2])
    #expect(kit.drums[1].pan == -0.5 && abs(kit.drums[1].sounds[0].gain - 0.501) < 0.01)
    #expect(kit.drums[1].zone.exclusiveClass == kit.drums[2].zone.exclusiveClass)
    #expect(kit.drums[2].zone.loops && kit.drums[2].sounds[0].tuning == 1.5)
    // Backwards, the loudest part comes last.
    let samples = kit.drums[1].sounds[0].channels[0]
    let quarter = samples.count / 4
    #expect(
      samples.suffix(quarter).map(abs).max() ?? 0 > 2
        * (samples.prefix(quarter).map(abs).max() ?? 1))
  }

  @Test func `a group of a map is a word or a number`() throws {
    let place = try SampleWorkplace()
    try place.write("a.wav")
    let map = try KitMap(
      json: Array(
        """
        {"drums": {"ride": {"files": ["a.wav"], "choke": 1}, "crash": {"files": ["a.wav"], "choke": "1"},
          "china": {"files": ["a.wav"], "choke": 2}}}
        """.utf8))
    let groups = try SampleFolder(place.path, name: "x", map: map).kit.drums
      .sorted { $0.key < $1.key }.map(\.zone.exclusiveClass)
    #expect(groups.count == 3 && !groups.contains(0))
    #expect(groups[0] == groups[1] && groups[0] != groups[2])
  }

  @Test func `the groups of a map that a patch must have too are named, not that of the hats`()
    throws
  {
    let place = try SampleWorkplace()
    try place.write("a.wav", frames: 50)
    func chokes(_ groups: KeyValuePairs<String, String>, _ path: String) throws -> [String] {
      let drums = groups.map { "\"\($0)\": {\"files\": [\"a.wav\"], \"choke\": \"\($1)\"}" }
      let map = try KitMap(json: Array("{\"drums\": {\(drums.joined(separator: ", "))}}".utf8))
      return try SampleFolder(path, name: "x", map: map).chokes
        .map { "\($0.drum.name) \($0.group)" }
    }
    let groups: KeyValuePairs = [
      "ride": "long", "crash": "long", "kick": "feet", "42": "hh", "46": "hh",
    ]
    #expect(try chokes(groups, place.path) == ["crash long", "ride long"])
    #expect(try chokes(["42": "hh", "crash": "hh"], place.path) == ["closedhat hh", "crash hh"])
    // A key that no drum has is in no patch's group, and “none” stands for no group.
    let none: KeyValuePairs = ["ride": "a", "75": "a", "crash": "none", "kick": "none"]
    #expect(try chokes(none, place.path) == [])
  }

  @Test func `a drum on a key of its own is said to be played by a lane of that note`() throws {
    let place = try SampleWorkplace()
    for name in ["kick", "bd", "kick-drum"] { try place.write("\(name).wav", frames: 50) }
    let folder = try SampleFolder(place.path, name: "Mine")
    #expect(
      folder.rows == [
        "35 kick2: bd, 1 layer of 1, mono", "36 kick: kick, 1 layer of 1, mono",
        "61 note 61: kick-drum, 1 layer of 1, mono, played by a lane 61@10",
      ])
    #expect(Voice(name: "61@10")?.isPercussion == true)
  }

  @Test func `recordings that no velocity or no note is left for are named`() throws {
    let place = try SampleWorkplace()
    for turn in 1...130 { try place.write("snare_rr\(turn).wav", frames: 50) }
    for number in 1...9 { try place.write("\(number + 79)s Kick.wav", frames: 50) }
    let folder = try SampleFolder(place.path, name: "Mine")
    #expect(folder.rows.contains("38 snare: snare, 1 layer of 127, mono"))
    #expect(folder.unused.count { $0.hasSuffix(" of snare (no velocity is left for it)") } == 3)
    // The 80 of “80s” is not a note: they are kicks, or share what is free.
    #expect(folder.kit.drums.contains { $0.key == 36 })
    #expect(!folder.kit.drums.contains { $0.key == 80 && $0.name == "80s kick" })
    #expect(folder.kit.information.author == "unknown")
    let others = try SampleWorkplace()
    for number in 1...130 { try others.write("kick x\(number)y.wav", frames: 50) }
    let many = try SampleFolder(others.path, name: "Many")
    #expect(many.kit.drums.count == 128 && Set(many.kit.drums.map(\.key)).count == 128)
    #expect(many.unused.count { $0.hasSuffix(" (no note is free)") } == 2)
  }

  @Test func `what means no drum is left out, wherever the alphabet has it`() throws {
    let place = try SampleWorkplace()
    for name in ["aaa", "kick", "zzz"] { try place.write("\(name).wav", frames: 50) }
    let folder = try SampleFolder(place.path, name: "Mine")
    #expect(folder.rows == ["36 kick: kick, 1 layer of 1, mono"])
    #expect(
      folder.unused == [
        "aaa.wav (its name means no drum)", "zzz.wav (its name means no drum)",
      ])
  }

  @Test func `files that are numbered in a row are each on their note`() throws {
    let place = try SampleWorkplace()
    for note in 36...39 { try place.write("\(note).wav", frames: 50) }
    let folder = try SampleFolder(place.path, name: "Mine")
    #expect(folder.kit.drums.map(\.key) == [36, 37, 38, 39])
    #expect(folder.unused == [])
  }

  @Test func `a folder is found by a link`() throws {
    let place = try SampleWorkplace()
    try place.write("real/kick.wav")
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/link", withDestinationPath: "real")
    #expect(try SampleFolder("\(place.path)/link", name: "Mine").rows.count == 1)
  }

  @Test func `channels that cancel each other out do not become silence`() {
    let left = (0..<4_000).map { Float(sin(Double($0) / 10)) }
    let sound = SampledSound(name: "a", rate: 44_100, channels: [left, left.map { -$0 }])
    #expect(sound.folded().channels == [left])
    let wide = SampledSound(name: "a", rate: 44_100, channels: [left, left.map { $0 / 2 }])
    #expect(wide.folded().channels[0][5] == left[5] * 0.75)
  }

  @Test(arguments: [
    (
      "{\"drums\": {\"kick\": [\"a.wav\"], \"36\": [\"b.wav\"]}}",
      "“36” and “kick” are both note 36: put their files together"
    ),
    ("{}", "no map of drums: “drums” is missing"),
    (
      "{\"drums\": {\"banjo9\": [\"a.wav\"]}}",
      "unknown drum “banjo9”: `ghostnote kit list` names them"
    ),
    ("{\"drums\": {\"kick\": []}}", "kick: expected at least one file"),
    (
      "{\"drums\": {\"kick\": {\"files\": [\"a\"], \"choke\": true}}}",
      "no map of drums: drums, kick, choke: expected the name of a group, such as \"hats\""
    ),
    (
      "{\"drums\": {\"kick\": {\"files\": [\"a\"], \"pan\": 2}}}",
      "kick, pan: expected -1 – 1, found 2"
    ),
    ("{\"drums\": {\"kick\": [\"a.wav\"]}}", "a.wav: no such file"),
    (
      "{\"drums\": {\"75\": {\"files\": [\"a.wav\"], \"leevl\": 3}}}",
      "no map of drums: drums, 75: unknown setting “leevl”; did you mean “level”?"
    ),
    (
      "{\"license\": \"CC0\", \"drums\": {\"kick\": [\"a.wav\"]}}",
      "no map of drums: unknown setting “license”; did you mean “licence”?"
    ),
    (
      "{\"drums\": {\"kick\": {\"files\": [\"a.wav\"], \"zzz\": 3}}}",
      "no map of drums: drums, kick: unknown setting “zzz”; "
        + "there are files, choke, pan, level, tuning, reverse, loop"
    ),
  ])
  func `a wrong map is refused by what is wrong`(json: String, problem: String) throws {
    let place = try SampleWorkplace()
    let error = #expect(throws: SampleKitError.self) {
      try SampleFolder(place.path, name: "x", map: try KitMap(json: Array(json.utf8)))
    }
    #expect(error?.description == problem)
  }

  @Test func `a folder without drums, and files that are not audio, are named`() throws {
    let place = try SampleWorkplace()
    try Data("text".utf8).write(to: URL(fileURLWithPath: "\(place.path)/kick.wav"))
    try place.write("zzz.wav")
    let error = #expect(throws: SampleKitError.self) { try SampleFolder(place.path, name: "x") }
    #expect(error?.description.contains("zzz.wav (its name means no drum)") == true)
    #expect(error?.description.contains("kick.wav: ") == true)
  }

  @Test func `stock FluidSynth loads the SoundFont without a warning, and every drum sounds`()
    throws
  {
    let place = try SampleWorkplace()
    for layer in 1...3 { try place.write("kick_\(layer).wav", level: 0.2 * Double(layer)) }
    for turn in 1...3 { try place.write("snare_rr\(turn).wav", hertz: [300, 350], frames: 20) }
    try place.write("open hat.wav", rate: 96_000)
    let bytes = try SampleFolder(place.path, name: "Mine").kit.soundFont.bytes()
    let path = "\(place.path)/mine.sf2"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = try SoundFontFile(path: path)
    #expect(file.name == "Mine" && file.drumPresets[0].keys.list == [36, 38, 46])
    let judged = try StockFluidSynth.play(path, keys: [36, 38, 46], in: place.path)
    #expect(judged.warnings == [] && judged.peaks.allSatisfy { $0 > 0.01 }, "\(judged)")
  }
}

extension KeySet {
  /// Lowest first.
  fileprivate var list: [UInt8] { (0...127).filter { contains($0) } }
}
