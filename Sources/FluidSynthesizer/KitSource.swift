public import Rhythm

/// The sound that one drum of a kit has from another SoundFont, found and checked.
public struct KitSource: Sendable, Hashable {
  /// The file.
  public let file: SoundFontFile
  /// The preset.
  public let preset: SoundFontFile.Preset
  /// The key that sounds.
  public let key: UInt8

  /// The sound of `source` for `drum`; throws if the file does not have it.
  public init(
    _ source: DrumSource, for drum: Drum, in search: SoundFontSearch
  ) throws(KitSourceError) {
    do throws(SoundFontError) { file = try search.find(anyPresetsOf: source.font) } catch {
      throw KitSourceError(description: "\(drum.name): \(error)")
    }
    let wanted = file.presets.first { preset in
      source.preset.map { preset.bank == $0.bank && preset.program == $0.program } ?? false
    }
    let standard = file.presets.first { $0.bank == 128 } ?? file.presets.first
    guard let preset = source.preset == nil ? standard : wanted else {
      let there = file.presets.prefix(8).map { "\($0.bank):\($0.program) \($0.name)" }
      throw KitSourceError(
        description: "\(drum.name): \(file.path) has no such preset; it has "
          + there.joined(separator: ", ") + (file.presets.count > 8 ? " and more" : ""))
    }
    let key = source.key ?? drum.note
    guard preset.keys.contains(key) else {
      throw KitSourceError(
        description: "\(drum.name): \(preset.name) of \(file.path) has no sound on key \(key): "
          + "name another, as in \(source.font):\(preset.bank):\(preset.program):60")
    }
    self.preset = preset
    self.key = key
  }
}

/// Why a drum's sound was not found, in one sentence.
public struct KitSourceError: Error, Hashable, CustomStringConvertible {
  /// One sentence: which drum, what was looked for, and where.
  public let description: String
}
