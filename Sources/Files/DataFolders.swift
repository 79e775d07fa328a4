public import Foundation

/// Where files of one kind that come with the program are looked for, the first folder winning.
/// Real-time: no.
public struct DataFolders: Sendable, Hashable {
  /// Searched in this order; a folder that is not there is passed over.
  public var paths: [String]
  /// The user's, first of them, which need not be there yet; nil without a home folder.
  public var own: String?

  public init(_ paths: [String], own: String? = nil) {
    self.paths = paths
    self.own = own
  }

  /// Whether `path` lies right in one of the folders that are not the user's.
  public func isInstalled(_ path: String) -> Bool {
    let folder = Self.real(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let own = own.map(Self.real)
    return paths.contains { Self.real($0) == folder && folder != own }
  }

  private static func real(_ folder: String) -> String {
    URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The folders called `name`: one's own, then the installation's: beside the executable, in
  /// `../share`, and above a build folder in the project itself.
  public init(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) {
    // The XDG rules take an empty or a relative path for none.
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
    if let build = parts.firstIndex(where: { $0.hasPrefix(".build") }) {
      paths.append("/" + (parts[1..<build] + [name]).joined(separator: "/"))
    }
  }
}
