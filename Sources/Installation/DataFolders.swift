public import Foundation

/// Where files of one kind that come with the program are looked for, the first folder winning.
/// Real-time: no.
public struct DataFolders: Sendable, Hashable {
  /// Searched in this order; a folder that is not there is passed over.
  public var paths: [String]

  public init(_ paths: [String]) { self.paths = paths }

  /// The folders called `name`: one's own, then the installation's: beside the executable, in
  /// `../share`, and above a build folder in the project itself.
  public init(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) {
    // The XDG rules take an empty or a relative path for none.
    let set = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].map { "\($0)/.local/share" }
    paths = (set ?? home).map { ["\($0)/ghostnote/\(name)"] } ?? []
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
