import Files
public import Foundation

/// Where models are looked for, in order. Real-time: no.
public struct ModelSearch: Sendable {
  /// The file that the command line names: a path, or a name in one of the directories.
  public var explicit: String?
  /// Directories searched when no file is named, first to last.
  public var directories: [String]

  /// The user's and the installation's models, found from the environment and the program's place.
  public init(
    explicit: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = Bundle.main.executablePath
  ) {
    self.explicit = explicit
    directories =
      DataFolders(of: "Models", environment: environment, executable: executable).paths
  }

  /// The file of the model to play: the one named, or the first by name in the first directory that
  /// has any.
  public func find() throws(ModelError) -> String {
    if let explicit { return try named(HomeFolder.expanded(explicit)) }
    guard let first = all().first else { throw .noneFound(directories: directories) }
    return first
  }

  /// Every model's file in the directories; first to be chosen first.
  public func all() -> [String] {
    directories.flatMap { directory in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      return names.filter { $0.hasSuffix(".safetensors") }.sorted().map { "\(directory)/\($0)" }
    }
  }

  private func named(_ name: String) throws(ModelError) -> String {
    var candidates = [name]
    if !name.contains("/") {
      for directory in directories {
        candidates += ["\(directory)/\(name)", "\(directory)/\(name).safetensors"]
      }
    }
    for path in candidates where FileManager.default.fileExists(atPath: path) { return path }
    throw .unreadable(path: name, reason: "there is no such file")
  }
}
