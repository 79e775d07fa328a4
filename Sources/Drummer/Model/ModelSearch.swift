import Files
public import Foundation

/// The directories in which models are searched, in order. Real-time: no.
public struct ModelSearch: Sendable {
  /// The model named on the command line: a path, or a name in one of the directories.
  public var explicit: String?
  /// The directories to search if no file is named.
  public var directories: [String]

  /// The user's and the installation's model directories, from the environment and the program's
  /// path.
  public init(
    explicit: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) {
    self.explicit = explicit
    directories =
      DataFolders(of: "Models", environment: environment, executable: executable).paths
  }

  /// The file named explicitly, or the first by name in the first directory that has any.
  public func find() throws(ModelError) -> String {
    if let explicit { return try named(HomeFolder.expanded(explicit)) }
    guard let first = all().first else { throw .noneFound(directories: directories) }
    return first
  }

  /// The model files of all directories, in the order of preference.
  public func all() -> [String] {
    directories.flatMap { directory in
      FolderListing.files(in: directory, ending: [".safetensors"]).names
        .filter { $0.hasSuffix(".safetensors") }.map { "\(directory)/\($0)" }
    }
  }

  /// Finds a file by path, or by name in one of the directories. A folder hides no file that comes after it.
  private func named(_ name: String) throws(ModelError) -> String {
    var candidates = [name]
    if !name.contains("/") {
      for directory in directories {
        candidates += ["\(directory)/\(name)", "\(directory)/\(name).safetensors"]
      }
    }
    let file = candidates.first(where: FolderListing.holdsFile)
    if let path = file ?? candidates.first(where: FolderListing.holds) { return path }
    guard !name.contains("/") else { throw .unreadable(path: name, reason: "no such file") }
    let places = directories.joined(separator: ", ")
    throw .unreadable(path: name, reason: "no such file; looked here and in \(places)")
  }
}
