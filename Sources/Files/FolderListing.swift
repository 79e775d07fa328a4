internal import Glibc

/// The contents of a folder.
public enum FolderListing {
  /// Most names of a folder that are read where some of them are looked for.
  public static let mostNames = 200_000
  /// Most files of one kind that are listed of a folder.
  public static let mostFiles = 10_000

  /// The files of one kind in a folder.
  public struct Files: Sendable, Hashable {
    /// Their names, sorted.
    public var names: [String] = []
    /// Whether the folder has more than were looked at: which ones those are, its file system decides.
    public var isCut = false
  }

  /// The names in a folder, sorted; empty if it cannot be listed.
  public static func names(in folder: String) -> [String] {
    var names: [String] = []
    unsafe forEachEntry(of: folder) { entry in
      names.append(unsafe String(cString: entry))
      return true
    }
    return names.sorted()
  }

  /// The names in a folder that are wanted, sorted, of the first `mostNames`; empty if it cannot be listed.
  public static func names(
    in folder: String, mostNames: Int = FolderListing.mostNames, where isWanted: (String) -> Bool
  ) -> [String] {
    var names: [String] = []
    unsafe forEachEntry(of: folder, most: mostNames) { entry in
      let name = unsafe String(cString: entry)
      if isWanted(name) { names.append(name) }
      return true
    }
    return names.sorted()
  }

  /// The files in a folder whose names end in one of `endings`, in capitals or not; none if it cannot be listed.
  ///
  /// Only names are read, and no file is opened or asked for its size: a folder of 100,000 files takes some
  /// hundredths of a second, and a larger one not much longer, because it is cut.
  public static func files(
    in folder: String, ending endings: [String], mostFiles: Int = FolderListing.mostFiles,
    mostNames: Int = FolderListing.mostNames
  ) -> Files {
    var names: [String] = []
    let isCut = unsafe forEachEntry(of: folder, most: mostNames) { entry in
      let length = unsafe strlen(entry)
      let isWanted = endings.contains { ending in
        let start = length - ending.utf8.count
        return unsafe start >= 0 && strcasecmp(entry + start, ending) == 0
      }
      guard isWanted else { return true }
      guard names.count < mostFiles else { return false }
      names.append(unsafe String(cString: entry))
      return true
    }
    return Files(names: names.sorted(), isCut: isCut)
  }

  /// Calls `body` with the name of each entry of a folder, of the first `most`, until it returns false; returns
  /// whether any was left out.
  @discardableResult private static func forEachEntry(
    of folder: String, most: Int = .max, _ body: (UnsafePointer<CChar>) -> Bool
  ) -> Bool {
    guard let listing = unsafe opendir(folder) else { return false }
    defer { unsafe closedir(listing) }
    var count = 0
    while let entry = unsafe readdir(listing) {
      guard count < most else { return true }
      count += 1
      // Read in place: the entry may be shorter than the 256 bytes of the declared type.
      let goesOn = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe body(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      guard goesOn else { return true }
    }
    return false
  }

  /// Whether a file or folder exists.
  public static func holds(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether something exists that is not a folder: a file, or a pipe or device, which cannot be opened as one.
  ///
  /// The corresponding C function is `stat`.
  public static func holdsFile(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFDIR
  }
}
