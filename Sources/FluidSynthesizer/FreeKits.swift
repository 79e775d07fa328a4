internal import Files

/// Free drum kits that Debian and Ubuntu package.
public struct FreeKit: Sendable, Hashable {
  /// The package's name for apt.
  public let package: String
  /// What it has, in a few words.
  public let meaning: String
  /// A file that is there once it is installed.
  let file: String

  /// Every package that is known, the best kits first.
  public static let all = [
    FreeKit(
      package: "fluid-soundfont-gm", meaning: "FluidR3, 9 kits of General MIDI",
      file: "/usr/share/sounds/sf2/FluidR3_GM.sf2"),
    FreeKit(
      package: "hydrogen-drumkits", meaning: "14 kits of Hydrogen, for `ghostnote kit import`",
      file: "/usr/share/hydrogen/data/drumkits/ForzeeStereo/drumkit.xml"),
    FreeKit(
      package: "hydrogen-data", meaning: "GMRockKit and the TR-808, for `ghostnote kit import`",
      file: "/usr/share/hydrogen/data/drumkits/GMRockKit/drumkit.xml"),
    FreeKit(
      package: "avldrums.lv2-soundfont",
      meaning: "two acoustic kits, for `kit Black_Pearl_4_LV2:0:0` and `keymap avl`",
      file: "/usr/share/sounds/sf2/Black_Pearl_4_LV2.sf2"),
    FreeKit(
      package: "musescore-general-soundfont-small", meaning: "9 kits of MuseScore, .sf3",
      file: "/usr/share/sounds/sf3/MuseScore_General_Lite.sf3"),
    FreeKit(
      package: "timgm6mb-soundfont", meaning: "a small General MIDI set",
      file: "/usr/share/sounds/sf2/TimGM6mb.sf2"),
    FreeKit(
      package: "opl3-soundfont", meaning: "the OPL3 chip of old sound cards",
      file: "/usr/share/sounds/sf2/OPL-3_FM_128M.sf2"),
  ]

  /// Whether it is installed here.
  public var isInstalled: Bool { FolderListing.holds(file) }

  /// A line that names the ones that are missing; nil where all are there.
  public static var offer: String? { offer { $0.isInstalled } }

  /// The same, where `isInstalled` says which are there.
  static func offer(isInstalled: (FreeKit) -> Bool) -> String? {
    let missing = all.filter { !isInstalled($0) }
    guard !missing.isEmpty else { return nil }
    return "more free kits by apt install: "
      + missing.map { "\($0.package) (\($0.meaning))" }.joined(separator: ", ")
  }
}
