public import Files
import Foundation
import Shell

/// The maps that are installed and those of one's own, by the names of their files.
public struct SurfaceMaps: Sendable {
  private let folders: DataFolders

  /// Most maps of a folder that are read to find those that fit a device; each is found by its name.
  public static let mostMaps = 256

  /// Searches `folders`.
  public init(folders: DataFolders = DataFolders(of: "Surfaces")) { self.folders = folders }

  /// All names, sorted.
  public var names: [String] { Set(folders.paths.flatMap { Self.names(in: $0) }).sorted() }

  private static func names(in folder: String) -> [String] {
    FolderListing.files(in: folder, ending: [".json"]).names
      .filter { $0.hasSuffix(".json") && $0.first != "." }.map { String($0.dropLast(5)) }
  }

  /// The map of that name, or in that file; throws where it is not there or is wrong.
  public func map(_ name: String) throws(SurfaceMapError) -> SurfaceMap {
    if name.contains("/") { return try SurfaceMap(path: HomeFolder.expanded(name)) }
    for folder in folders.paths {
      let path = "\(folder)/\(name).json"
      if FolderListing.holds(path) { return try SurfaceMap(path: path) }
    }
    let guess = Spelling.nearest(to: name, among: names).map { "; did you mean “\($0)”?" }
    let places = folders.paths.joined(separator: ", ")
    throw SurfaceMapError(name, "", "no such surface map (looked in \(places))" + (guess ?? ""))
  }

  /// Every map that can be read, and what is wrong with the others; of each folder the first `mostMaps`.
  public func all() -> (maps: [(name: String, map: SurfaceMap)], problems: [SurfaceMapError]) {
    var (maps, problems): ([(name: String, map: SurfaceMap)], [SurfaceMapError]) = ([], [])
    var names: Set<String> = []
    for folder in folders.paths {
      let all = Self.names(in: folder)
      names.formUnion(all.prefix(Self.mostMaps))
      if all.count > Self.mostMaps {
        let problem = "only the first \(Self.mostMaps) of \(all.count) maps are read"
        problems.append(SurfaceMapError(folder, "", problem + "; the others are found by name"))
      }
    }
    for name in names.sorted() {
      do { maps.append((name, try map(name))) } catch { problems.append(error) }
    }
    return (maps, problems)
  }

  /// Writes a learnt map to the user's own folder; returns its path.
  public func save(_ map: SurfaceMap, as name: String) throws(SurfaceMapError) -> String {
    guard let own = folders.own else {
      throw SurfaceMapError(name, "", "without a home folder there is nowhere to keep it")
    }
    try? FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let path = "\(own)/\(name).json"
    do { try FileReplacement.replace(path, with: Array(map.plainJSON.utf8)) } catch {
      throw SurfaceMapError(path, "", "cannot be written: \(error.reason)")
    }
    return path
  }
}
