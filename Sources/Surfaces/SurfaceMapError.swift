/// Why a surface map cannot be used: the file, the place in it, and the remedy.
public struct SurfaceMapError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path as given.
  public let file: String
  /// The place in the file in words; empty for all of it.
  public let place: String
  /// What is wrong.
  public let problem: String

  /// A problem with `file`, at `place` in it.
  public init(_ file: String, _ place: String = "", _ problem: String) {
    self.file = file
    self.place = place
    self.problem = problem
  }

  /// One sentence.
  public var description: String {
    [file, place, problem].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
