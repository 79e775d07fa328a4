public import Foundation

/// The folders in which one kind of installed file is searched; the first match is used. Real-time:
/// no.
public struct DataFolders: Sendable, Hashable {
  /// Searched in this order; missing folders are skipped.
  public var paths: [String]
  /// The user's own folder, the first in `paths`, which may not exist yet; nil without a home
  /// folder.
  public var own: String?

  /// Searches `paths`.
  public init(_ paths: [String], own: String? = nil) {
    self.paths = paths
    self.own = own
  }

  /// Whether `path` is directly in one of the folders other than the user's.
  public func isInstalled(_ path: String) -> Bool {
    let folder = Self.real(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let own = own.map(Self.real)
    return paths.contains { Self.real($0) == folder && folder != own }
  }

  private static func real(_ folder: String) -> String {
    URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The folders called `name`: the user's, then the installation's: beside the executable, in
  /// `../share`, and in the project itself if the executable is in a build folder.
  public init(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) {
    // The XDG specification treats an empty or relative path as unset.
    let set = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].map { "\($0)/.local/share" }
    own = (set ?? home).map { "\($0)/ghostnote/\(name)" }
    paths = own.map { [$0] } ?? []
    guard let executable else { return }
    let program = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    paths.append("\(folder.path)/\(name)")
    paths.append("\(folder.deletingLastPathComponent().path)/share/ghostnote/\(name)")
    let parts = program.pathComponents
    // The last one: the checkout itself may be in a folder of such a name.
    if let build = parts.lastIndex(where: { $0.hasPrefix(".build") }) {
      paths.append("/" + (parts[1..<build] + [name]).joined(separator: "/"))
    }
  }
}
