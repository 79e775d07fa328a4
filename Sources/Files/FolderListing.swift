internal import Glibc

/// What lies in a folder.
public enum FolderListing {
  /// The names in a folder, sorted; none where it can't be listed.
  public static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      // Read in place: the entry may be shorter than the 256 bytes that the type declares.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      names.append(name)
    }
    return names.sorted()
  }

  /// Whether a file or folder is there.
  public static func holds(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
