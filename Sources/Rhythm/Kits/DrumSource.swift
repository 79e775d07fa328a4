/// The sound of another SoundFont that one drum has: `FONT[:BANK:PROGRAM][:KEY]`.
public struct DrumSource: Sendable, Hashable {
  /// A path or a name to search for.
  public let font: String
  /// The bank, 0 to 16383, and the program, 0 to 127; nil for the SoundFont's first drum kit, or else
  /// its first preset.
  public let preset: Preset?
  /// The key that sounds, 0 to 127; nil for the drum's note.
  public let key: UInt8?

  /// A preset of a SoundFont.
  public struct Preset: Sendable, Hashable {
    /// 128 for drums.
    public let bank: UInt16
    /// Counted from 0.
    public let program: UInt8

    /// Nil outside the ranges of `Knob.bank` and `Knob.program`.
    public init?(bank: Int, program: Int) {
      guard Knob.bank.wholeRange.contains(bank), Knob.program.wholeRange.contains(program) else {
        return nil
      }
      self.bank = UInt16(bank)
      self.program = UInt8(program)
    }
  }

  /// A sound of `font`.
  public init(font: String, preset: Preset? = nil, key: UInt8? = nil) {
    self.font = font
    self.preset = preset
    self.key = key
  }

  /// Reads the notation; nil for an empty name and for numbers out of range. The last one to three
  /// numbers after colons belong to it, so that a path may have colons of its own.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().reversed().prefix(3).map { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    let count = numbers.firstIndex { $0 == nil } ?? numbers.count
    let values = numbers.prefix(count).compactMap { $0 }.reversed().map { $0 }
    let font = parts.dropLast(count).joined(separator: ":")
    guard !font.isEmpty else { return nil }
    var preset: Preset?
    if count >= 2 {
      guard let found = Preset(bank: values[0], program: values[1]) else { return nil }
      preset = found
    }
    let key = count == 1 ? values[0] : count == 3 ? values[2] : nil
    guard key.map(Voice.notes.contains) ?? true else { return nil }
    self.init(font: font, preset: preset, key: key.map { UInt8($0) })
  }
}

extension DrumSource: CustomStringConvertible {
  /// The notation; reads as the same.
  public var description: String {
    let preset = preset.map { ":\($0.bank):\($0.program)" } ?? ""
    return font + preset + (key.map { ":\($0)" } ?? "")
  }
}
