import Glibc

/// Where patches are looked for by name, the first folder winning.
public struct PatchFolders: Sendable, Hashable {
  /// Searched in this order; a folder that is not there is passed over.
  public var paths: [String]

  public init(_ paths: [String]) { self.paths = paths }

  /// One's own folder, then the installation's: beside the executable, in `../share`, and above a
  /// build folder in the project itself.
  public init(environment: [String: String], executable: String) {
    let home = environment["HOME"].map { "\($0)/.local/share" }
    // The XDG rules take an empty variable for none.
    let set = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let own = (set ?? home).map { ["\($0)/ghostnote/Patches"] } ?? []
    let folder = Self.folder(of: executable)
    var paths = own + ["\(folder)/Patches", "\(Self.folder(of: folder))/share/ghostnote/Patches"]
    if let build = folder.start(ofComponentBeginning: ".build") {
      paths.append("\(folder[..<build])Patches")
    }
    self.init(paths)
  }

  /// The folders for this process.
  public static var standard: PatchFolders {
    var environment: [String: String] = [:]
    for name in ["HOME", "XDG_DATA_HOME"] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return PatchFolders(
      environment: environment, executable: Files.resolved("/proc/self/exe"))
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension String {
  /// Where a path's component that begins with `prefix` starts.
  fileprivate func start(ofComponentBeginning prefix: String) -> Index? {
    indices.first { index in
      self[index...].hasPrefix(prefix)
        && (index == startIndex || self[self.index(before: index)] == "/")
    }
  }
}
