import Files
public import Foundation

/// The places in which SoundFonts are searched, in order. Real-time: no.
public struct SoundFontSearch: Sendable {
  /// The file named on the command line.
  public var explicit: String?
  /// The file named in the patch; relative to `patchDirectory` if it is not absolute.
  public var fromPatch: String?
  /// The directory of the patch.
  public var patchDirectory: String?
  /// The directories to search if no file is named.
  public var directories: [String]

  /// Most SoundFonts of a directory that are opened to find one that plays.
  public static let mostOpened = 256
  /// Most of them that an error says what is wrong with.
  private static let mostExplained = 8
  /// What a SoundFont's file may have after its name, the usual endings first.
  private static let endings = [
    "", ".sf2", ".sf3", ".SF2", ".SF3", ".Sf2", ".Sf3", ".sF2", ".sF3",
  ]
  /// Most names of a directory that are read.
  package var mostNames = FolderListing.mostNames

  /// The user's, the installation's and the system's SoundFonts, from the environment and the
  /// program's path.
  public init(
    explicit: String? = nil, fromPatch: String? = nil, patchDirectory: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) {
    self.explicit = explicit
    self.fromPatch = fromPatch
    self.patchDirectory = patchDirectory
    directories =
      DataFolders(of: "SoundFonts", environment: environment, executable: executable).paths + [
        "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts",
      ]
    // Kits that were imported come last: they play where they are named.
    let kits = DataFolders(of: "Kits", environment: environment, executable: nil)
    directories += kits.paths
  }

  /// The SoundFont to use: the one named, or the first valid one with drums in bank 128, of the first
  /// `mostOpened` of each directory; with `anyPresets`, one that is named may do without.
  public func find(anyPresets: Bool = false) throws(SoundFontError) -> SoundFontFile {
    if let explicit { return try named(explicit, in: nil, anyPresets: anyPresets) }
    if let fromPatch { return try named(fromPatch, in: patchDirectory, anyPresets: anyPresets) }
    var tried: [String] = []
    for directory in directories {
      let (files, isCut) = self.files(in: directory)
      if files.isEmpty {
        tried.append(directory + (isCut ? " (only the first \(mostNames) names were read)" : ""))
      }
      var problems: [SoundFontError] = []
      for path in files.prefix(Self.mostOpened) {
        do throws(SoundFontError) { return try SoundFontFile(path: path) } catch {
          problems.append(error)
        }
      }
      tried += problems.prefix(Self.mostExplained).map(\.description)
      if problems.count > Self.mostExplained {
        let isAll = !isCut && files.count == problems.count
        tried.append(
          "\(problems.count - Self.mostExplained) others "
            + (isAll
              ? "in \(directory)"
              : "of the \(problems.count) files of \(directory) that were looked at"))
      }
    }
    var error = SoundFontError(path: directories.first ?? "/", reason: .noneFound)
    error.tried = tried
    throw error
  }

  /// The SoundFont of that name, with drums or without.
  public func find(anyPresetsOf name: String) throws(SoundFontError) -> SoundFontFile {
    try named(name, in: patchDirectory, anyPresets: true)
  }

  /// Every SoundFont in the directories, those without a drum kit too, or the reason why it cannot be used;
  /// in the order of preference.
  public func all() -> [Result<SoundFontFile, SoundFontError>] {
    paths.map { path in
      Result { () throws(SoundFontError) in try SoundFontFile(path: path, anyPresets: true) }
    }
  }

  /// The paths of all SoundFonts in the directories, in the order of preference.
  public var paths: [String] { directories.flatMap { files(in: $0).paths } }

  /// The directories that have more SoundFonts than are listed, `FolderListing.mostFiles` of each.
  public var cutDirectories: [String] { directories.filter { files(in: $0).isCut } }

  /// The names of all SoundFonts in the directories, by which they can be found; sorted.
  public var names: [String] {
    let files = paths.compactMap { path in
      path.split(separator: "/").last.map { String($0.dropLast(4)) }
    }
    return Set(files).sorted()
  }

  /// Finds a file by path, or by name in one of the directories. A folder hides no file that comes after it.
  private func named(
    _ name: String, in base: String?, anyPresets: Bool = false
  ) throws(SoundFontError) -> SoundFontFile {
    let expanded = HomeFolder.expanded(name)
    var candidates = [expanded]
    if !expanded.hasPrefix("/") {
      if let base { candidates.insert("\(base)/\(expanded)", at: 0) }
      for directory in directories {
        candidates += Self.endings.map { "\(directory)/\(expanded)\($0)" }
      }
    }
    let file = candidates.first(where: FolderListing.holdsFile)
    if let path = file ?? candidates.first(where: FolderListing.holds) {
      return try SoundFontFile(path: path, anyPresets: anyPresets)
    }
    var error = SoundFontError(path: name, reason: .missing)
    // The folders say enough: the path stands before them.
    if !expanded.hasPrefix("/") { error.tried = [base].compactMap(\.self) + directories }
    throw error
  }

  /// A directory's SoundFonts sorted by name, with the system's default first, and whether there are more.
  private func files(in directory: String) -> (paths: [String], isCut: Bool) {
    let files = FolderListing.files(
      in: directory, ending: [".sf2", ".sf3"], mostNames: mostNames)
    let (first, others) = (
      files.names.filter { $0.hasPrefix("default") },
      files.names.filter { !$0.hasPrefix("default") }
    )
    return ((first + others).map { "\(directory)/\($0)" }, files.isCut)
  }
}
