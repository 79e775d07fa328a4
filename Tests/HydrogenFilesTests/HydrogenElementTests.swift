import PatchFiles
import Rhythm
import SampleKits
import Testing

@testable import HydrogenFiles

/// Every element that is known is read, named or of no use, as `KnownElements` says.
@Suite struct HydrogenElementTests {
  private typealias Use = KnownElement.Use

  /// Paths below the root, with what the table says of them.
  private func leaves(
    of table: KnownElements, below path: [String] = []
  ) -> [(path: [String], use: Use)] {
    table.byName.sorted { $0.key < $1.key }.flatMap { name, element in
      element.elements.byName.isEmpty
        ? [(path + [name], element.use)] : leaves(of: element.elements, below: path + [name])
    }
  }

  /// Another value than the one a layout has; numbers become 3, and flags the opposite.
  private func changed(_ text: String, at path: [String]) -> String {
    let others = [
      "mode": "pattern", "BAR": "0", "muteGroup": "7", "size": "40", "denominator": "8",
      "probability": "0.5", "key": "D0", "note_off": "true", "sampleSelectionAlgo": "ROUND_ROBIN",
      "drumkit_name": "GMRockKit", "pattern_for_drumkit": "GMRockKit", "ismodified": "true",
      "isMuted": "true", "isSoloed": "true", "midiOutNote": "38",
    ]
    if let other = others[path.last ?? ""], other != text { return other }
    switch text {
    case "true": return "false"
    case "false": return "true"
    default: return path.last == "type" ? "Cowbell" : Double(text) == nil ? "changed" : "3"
    }
  }

  /// Which missing elements a change may add.
  private enum Additions { case none, last, all }

  /// `root` with another value at `path`; nil if an element is missing and may not be added.
  private func changing(
    _ root: XMLElement, at path: [String], whole: [String], adding: Additions
  ) -> XMLElement? {
    guard let name = path.first else {
      var changed = root
      changed.text = self.changed(root.text, at: whole)
      return changed
    }
    var parent = root
    let rest = Array(path.dropFirst())
    let index = parent.children.firstIndex { $0.name == name }
    guard index != nil || adding == .all || adding == .last && rest.isEmpty else { return nil }
    let child = index.map { parent.children[$0] } ?? XMLElement(name: name, line: 1, text: "0")
    guard let other = changing(child, at: rest, whole: whole, adding: adding) else { return nil }
    if let index { parent.children[index] = other } else { parent.children.append(other) }
    return parent
  }

  private func xml(_ element: XMLElement) -> String {
    let text = element.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<\(element.name)>\(text)\(element.children.map(xml).joined())</\(element.name)>"
  }

  /// Checks that a change of every element in `table` has the effect that the table says, where `result`
  /// is all that an import makes and says.
  private func check(
    _ table: KnownElements, _ layouts: [String], exempt: Set<String> = [],
    _ result: (String) throws -> String
  ) throws {
    let roots = try layouts.map { try XMLElement(xml: Array($0.utf8)) }
    let before = try roots.map { try result(xml($0)) }
    for (path, use) in leaves(of: table) where !exempt.contains(path.joined(separator: "/")) {
      func effects(_ adding: Additions) -> [Bool] {
        zip(roots, before).compactMap { root, before in
          let other = changing(root, at: path, whole: path, adding: adding)
          guard let other else { return nil }
          return ((try? result(xml(other))) ?? "refused") != before
        }
      }
      switch use {
      case .unused: #expect(!effects(.last).contains(true), "\(path)")
      case .read, .named:
        let present = effects(.none)
        let all = present.isEmpty ? effects(.all) : present
        #expect(all.contains(true), "\(path)")
      }
    }
  }

  private func imported(_ xml: String) throws -> HydrogenImport {
    try HydrogenImport(HydrogenSong(bytes: Array(xml.utf8)))
  }

  private func result(_ xml: String) throws -> String {
    let found = try imported(xml)
    return try found.patch(named: "x").json + found.summary
  }

  @Test func `a song's elements are read, named or of no use`() throws {
    // Whether an instrument has a sample matters only for its place among others, and the name of one that has
    // a type only where the type says nothing.
    let lists =
      ["", "drumkit_info/"].map { "\($0)instrumentList/instrument/filename" }
      + ["drumkit_info/instrumentList/instrument/name"]
    try check(
      .song, [Layouts.song093, Layouts.song12, Layouts.song20, Layouts.richSong],
      exempt: Set(lists), result)
  }

  @Test func `a pattern file's elements are read, named or of no use`() throws {
    try check(.patternFile, [Layouts.pattern093, Layouts.pattern12, Layouts.pattern20], result)
  }

  @Test func `a kit's elements are read, named or of no use`() throws {
    let tests = HydrogenKitTests()
    try tests.inFolder { folder in
      try tests.write(HydrogenKitTests.wav(0.3), to: "\(folder)/a.wav")
      try tests.write(HydrogenKitTests.wav(0.6), to: "\(folder)/b.wav")
      // A file name without a layer has a test of its own; a component that is alone silences no other.
      let exempt: Set = [
        "instrumentList/instrument/filename",
        "instrumentList/instrument/instrumentComponent/isSoloed",
      ]
      try check(.kit, [Layouts.kit093, Layouts.kit12, Layouts.kit20], exempt: exempt) { xml in
        try tests.write(Array(xml.utf8), to: "\(folder)/drumkit.xml")
        let found = try HydrogenKitImport(at: folder)
        let drums = found.kit.drums.map { drum in
          let sounds = drum.sounds.map { "\($0.gain) \($0.tuning) \($0.channels.hashValue)" }
          return "\(drum.key) \(drum.pan) \(drum.choices) \(drum.zone) \(sounds)"
        }
        return "\(drums) \(found.rows) \(found.chokes) \(found.summary) \(found.kit.information)"
      }
    }
  }

  @Test func `a new song of any version has nothing to name`() throws {
    for layout in [Layouts.song093, Layouts.song12, Layouts.song20] {
      #expect(try imported(layout).notices == [])
    }
    #expect(try imported(Layouts.song093).rights == ["by Ada", "licence: CC0"])
    #expect(try imported(Layouts.song20).rights == ["by Ada, Bob", "licence: CC0"])
  }

  @Test func `a pattern file shows author, licence, tags and description of every layout`() throws {
    #expect(
      try imported(Layouts.pattern093).summary == "1 note: 1 pattern; by Ada; licence: CC0, GPL")
    #expect(try imported(Layouts.pattern12).summary == "1 note: 1 pattern; by Ada; licence: CC0")
    #expect(
      try imported(Layouts.pattern20).summary
        == "2 notes: 1 pattern; by Ada; licence: CC BY-SA; tags: Charleston, 260 patterns; “From a book”"
    )
    let rock = Layouts.pattern12.replacing("not_categorized", with: "rock")
    #expect(try imported(rock).summary.hasSuffix("; licence: CC0; tags: rock"))
  }

  @Test func `what a song's instruments have besides is counted`() throws {
    let more = """
      <Attack>5</Attack><isStopNote>true</isStopNote><applyVelocity>false</applyVelocity>\
      <FX2Level>0.5</FX2Level><midiOutChannel>3</midiOutChannel><isHihat>0</isHihat>\
      <exclude><id>1</id></exclude><layer><ismodified>true</ismodified><isMuted>1</isMuted></layer>
      """
    let pattern = Fixtures.pattern(
      "a", more: "<info>Slow</info><category>rock</category>", Fixtures.notes([0]))
    let found = try imported(
      String(
        decoding: Fixtures.song(
          head:
            "<volume>0.785</volume><isMuted>true</isMuted><patternModeMode>false</patternModeMode>",
          instruments: Fixtures.instrument(0, "Kick", more: more), patterns: pattern), as: UTF8.self
      ))
    #expect(
      found.notices == [
        "left out: envelopes of instruments (1), instruments whose notes end the one before (1), "
          + "instruments that velocity makes no louder (1), levels of effects (1), "
          + "MIDI channels of instruments (1), hi-hats by pedal pressure (1), "
          + "exclusions of instruments (1), instruments with edited samples (1), "
          + "mutes and solos of layers (1), descriptions of patterns (1), "
          + "categories and tags of patterns (1), "
          + "the song's volume, which belongs to the kit (0.79), the song's mute, "
          + "playing several patterns at once"
      ])
  }

  @Test func `elements that no version is known to write are named, a few of many`() throws {
    let notes = Fixtures.Note(position: 0, more: "<glide>1</glide>").xml
    let odd = (1...12).map { "<odd\($0 + 10)/>" }.joined()
    let song = String(
      decoding: Fixtures.song(
        patterns: Fixtures.pattern("a", notes + notes), tail: "<scenes><scene/></scenes>"),
      as: UTF8.self)
    #expect(
      try imported(song).notices.last
        == "unknown elements, left out: note/glide (2), song/scenes (1)")
    let many = song.replacing("<scenes>", with: odd + "<scenes>")
    #expect(try imported(many).notices.last?.hasSuffix("song/odd19 (1), 4 others") == true)
  }

  @Test func `a kit's unknown elements, pedal groups, effects and picture are named`() throws {
    let tests = HydrogenKitTests()
    try tests.inFolder { folder in
      let more =
        "<isHihat>1</isHihat><FX1Level>0.2</FX1Level><FX2Level>1</FX2Level><bend>2</bend>"
      let kick =
        "<instrument><name>Kick</name>\(more)\(HydrogenKitTests.layer("a.wav", 0, 1))</instrument>"
      let text = String(decoding: HydrogenKitTests.xml(kick), as: UTF8.self)
        .replacing("<instrumentList>", with: "<image>k.png</image><instrumentList>")
      let found = try tests.kit(Array(text.utf8), in: folder)
      #expect(
        found.notices == [
          "left out: levels of effects (1), hi-hats by pedal pressure (1), the picture",
          "unknown elements, left out: instrument/bend (1)",
        ])
    }
  }

  @Test func `a kit's muted layers are silent, and its licence may be spelt otherwise`() throws {
    let tests = HydrogenKitTests()
    try tests.inFolder { folder in
      let layers =
        HydrogenKitTests.layer("a.wav", 0, 1, more: "<isMuted>true</isMuted>")
        + HydrogenKitTests.layer("a.wav", 0, 1)
      let kick =
        "<instrument><name>Kick</name><instrumentComponent><isSoloed>true</isSoloed>\(layers)"
        + "</instrumentComponent><instrumentComponent>\(layers)</instrumentComponent></instrument>"
      let text = String(decoding: HydrogenKitTests.xml(kick, license: "GPL"), as: UTF8.self)
        .replacing("license>", with: "licence>")
      let found = try tests.kit(Array(text.utf8), in: folder)
      #expect(found.rights == "by Somebody; licence: GPL")
      #expect(found.kit.drums[0].sounds.count == 1)
      #expect(found.notices == ["layers that the kit has muted, left out: 3"])
    }
  }
}
