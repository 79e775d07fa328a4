import ControlSocket
import Files
import FluidSynthesizer

/// The SoundFonts that `kit` finds by name, with their drum kits. A file is read once, and again where
/// another version of it was written.
struct KitListing {
  /// Where SoundFonts are looked for.
  var search = SoundFontSearch()
  /// How many files were read so far.
  private(set) var readings = 0
  private var known: [String: Font] = [:]

  private struct Font {
    var version: FileVersion
    /// Nil for what is not a SoundFont.
    var node: JSONNode?
  }

  /// Most kits that are listed of a SoundFont.
  private static let mostKits = 128
  /// Most SoundFonts that are listed.
  var mostFonts = 1_000
  /// Most files that are read for them: damaged ones are not listed, and hide no others.
  var mostRead = 4_000

  /// The SoundFonts in the order of preference, the first `mostFonts` among the first `mostRead` files; of those of
  /// one name the first, which is the one that is found.
  mutating func node() -> JSONNode {
    var (fonts, found): ([JSONNode], [String: Font]) = ([], [:])
    var names: Set<String> = []
    for path in search.paths {
      guard fonts.count < mostFonts, found.count < mostRead else { break }
      guard let version = FileVersion(of: path),
        let name = path.split(separator: "/").last.map({ String($0.dropLast(4)) }),
        names.insert(name).inserted
      else { continue }
      var font = known[path] ?? Font(version: version)
      if known[path]?.version != version {
        font = Font(version: version, node: Self.read(path, name))
        readings += 1
      }
      found[path] = font
      if let node = font.node { fonts.append(node) }
    }
    known = found
    return .array(fonts)
  }

  private static func read(_ path: String, _ name: String) -> JSONNode? {
    guard let file = try? SoundFontFile(path: path, anyPresets: true) else { return nil }
    var kits = file.drumPresets.map { kit in
      JSONNode.object(["program": .integer(kit.program), "name": .string(kit.name)])
    }
    if kits.isEmpty {
      kits = file.presets.map { preset in
        .object([
          "bank": .integer(preset.bank), "program": .integer(preset.program),
          "name": .string(preset.name),
        ])
      }
    }
    return .object(["font": .string(name), "kits": .array(Array(kits.prefix(mostKits)))])
  }
}
