internal import Glibc

/// The contents of a folder.
public enum FolderListing {
  /// The names in a folder, sorted; empty if it cannot be listed.
  public static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      // Read in place: the entry may be shorter than the 256 bytes of the declared type.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      names.append(name)
    }
    return names.sorted()
  }

  /// Whether a file or folder exists.
  public static func holds(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
