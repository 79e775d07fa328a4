public import Rhythm

/// A SoundFont on disk, looked into far enough to know that it is whole and has drums. Real-time: no.
public struct SoundFontFile: Sendable, Hashable {
  /// A drum kit inside: a preset of bank 128.
  public struct DrumPreset: Sendable, Hashable {
    /// The MIDI program that selects it, 0 to 127.
    public let program: UInt8
    /// What the file calls it.
    public let name: String
    /// The keys it has sounds on.
    public let keys: KeySet
  }

  /// Where the file is.
  public let path: String
  /// What the file calls itself, or else the file's name.
  public let name: String
  /// Size in bytes.
  public let byteCount: Int
  /// Its drum kits, lowest program first; at least one.
  public let drumPresets: [DrumPreset]

  /// Looks into the file at `path`.
  public init(path: String) throws(SoundFontError) {
    let outline = try SoundFontOutline(path: path)
    guard !outline.drumPresets.isEmpty else { throw SoundFontError(path: path, reason: .noDrums) }
    self.path = path
    name = outline.name ?? String(path.split(separator: "/").last ?? "")
    byteCount = outline.byteCount
    drumPresets = outline.drumPresets
  }

  /// The kit of lowest program: 0, General MIDI's standard kit, where the file has it.
  public var standardProgram: UInt8 { drumPresets.first?.program ?? 0 }
}

/// Why a SoundFont cannot be used.
public struct SoundFontError: Error, Hashable, CustomStringConvertible {
  /// What is the matter.
  public enum Reason: Hashable, Sendable {
    case missing
    /// No directory that was searched has one.
    case noneFound
    /// The system's reason.
    case unreadable(String)
    case directory
    /// A pipe or a device.
    case notRegular
    case empty
    case text
    /// Something else than a SoundFont 2.
    case foreign
    /// A part should end at byte `end`, the file at byte `fileEnd`.
    case truncated(end: Int, fileEnd: Int)
    /// The list of presets is absent or of odd length.
    case noPresets
    case noDrums
    /// More chunks than any SoundFont has, as in a file of zeros behind a whole beginning.
    case tooManyParts
  }

  /// The file, or what was asked for.
  public let path: String
  public let reason: Reason
  /// Where else was looked.
  public var tried: [String] = []

  /// One plain sentence: what, where, and what next.
  public var description: String {
    let problem =
      switch reason {
      case .missing: "no such SoundFont"
      case .noneFound:
        "no SoundFont with drums here or elsewhere; put an .sf2 file here or name one"
      case .unreadable(let reason): "cannot be read: \(reason); check its permissions"
      case .directory: "this is a folder; give an .sf2 or .sf3 file in it"
      case .notRegular: "this is a device or a pipe, not a file; give an .sf2 or .sf3 file"
      case .empty: "the file is empty; fetch it again"
      case .text: "this is a text file, not a SoundFont; give an .sf2 or .sf3 file"
      case .foreign: "this is not a SoundFont 2 file; give an .sf2 or .sf3 file"
      case .truncated(let end, let fileEnd):
        "the SoundFont is cut short: it should have \(end) bytes at least and has \(fileEnd); fetch it again"
      case .noPresets: "the SoundFont's list of presets is damaged; fetch it again"
      case .tooManyParts: "the SoundFont is damaged: it falls into too many parts; fetch it again"
      case .noDrums: "the SoundFont has no drum kit (no preset in bank 128); give one with drums"
      }
    return "\(path): \(problem)" + (tried.isEmpty ? "" : "; tried \(tried.joined(separator: ", "))")
  }
}
