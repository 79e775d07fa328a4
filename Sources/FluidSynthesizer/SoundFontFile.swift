public import Rhythm

/// A SoundFont on disk, checked to be complete and to contain drums. Real-time: no.
public struct SoundFontFile: Sendable, Hashable {
  /// A drum kit in the file: a preset of bank 128.
  public struct DrumPreset: Sendable, Hashable {
    /// The MIDI program that selects it, 0 to 127.
    public let program: UInt8
    /// The name in the file.
    public let name: String
    /// The keys with sounds.
    public let keys: KeySet
  }

  /// Any preset of the file.
  public struct Preset: Sendable, Hashable {
    /// 128 for drums.
    public let bank: UInt16
    /// The MIDI program that selects it, 0 to 127.
    public let program: UInt8
    /// The name in the file.
    public let name: String
    /// The keys with sounds.
    public let keys: KeySet
  }

  /// The path of the file.
  public let path: String
  /// The name in the file, or else the file's name.
  public let name: String
  /// Size in bytes.
  public let byteCount: Int
  /// Its drum kits, lowest program first; none only where any presets would do.
  public let drumPresets: [DrumPreset]

  /// All presets, in the order of the file.
  public let presets: [Preset]

  /// Checks the file at `path`, which is to have drums unless `anyPresets` will do.
  public init(path: String, anyPresets: Bool = false) throws(SoundFontError) {
    let outline = try SoundFontOutline(path: path)
    presets = outline.presets
    guard !outline.drumPresets.isEmpty || anyPresets && !presets.isEmpty else {
      throw SoundFontError(path: path, reason: .noDrums)
    }
    self.path = path
    name = outline.name ?? String(path.split(separator: "/").last ?? "")
    byteCount = outline.byteCount
    drumPresets = outline.drumPresets
  }
}

/// Why a SoundFont cannot be used.
public struct SoundFontError: Error, Hashable, CustomStringConvertible {
  /// The reason.
  public enum Reason: Hashable, Sendable {
    case missing
    /// No searched directory contains one.
    case noneFound
    /// A system error, with its description.
    case unreadable(String)
    case directory
    /// A pipe or a device.
    case notRegular
    case empty
    case text
    /// The file is not a SoundFont 2 file.
    case foreign
    /// A chunk should end at byte `end`, but the file ends at `fileEnd`.
    case truncated(end: Int, fileEnd: Int)
    /// The preset list is missing or has an invalid length.
    case noPresets
    case noDrums
    /// More chunks than a valid SoundFont has, as in a file that is filled with zeros after a valid
    /// beginning.
    case tooManyParts
    /// A loop is played so much too high that FluidSynth would take seconds for it.
    case tooHigh
  }

  /// The file, or the name that was searched.
  public let path: String
  /// The reason.
  public let reason: Reason
  /// The other places that were searched.
  public var tried: [String] = []

  /// One sentence: what, where, and what to do.
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
        "the SoundFont is cut short: expected at least \(end) bytes, found \(fileEnd); fetch it again"
      case .noPresets: "the SoundFont's list of presets is damaged; fetch it again"
      case .tooManyParts: "the SoundFont is damaged: it has too many chunks; fetch it again"
      case .tooHigh:
        "the SoundFont is damaged: a loop is played thousands of times too high; fetch it again"
      case .noDrums:
        "the SoundFont has no drum kit (no preset in bank 128); give one with drums, "
          + "or play a preset of it in a session, as in `kit FONT:0:0`"
      }
    return "\(path): \(problem)" + (tried.isEmpty ? "" : "; tried \(tried.joined(separator: ", "))")
  }
}
