import Shell

/// Why a patch is not rendered.
public struct RenderingError: Error, Hashable, CustomStringConvertible {
  /// One sentence: what is wrong, and what to do.
  public let description: String

  /// Line breaks in `description` become spaces.
  public init(_ description: String) {
    // It quotes names from files; all fits on one line.
    self.description = description.onOneLine
  }

  /// Runs `body`; what it throws is why a patch is not rendered.
  static func wrapping<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(RenderingError) -> Value {
    do throws(Failure) { return try body() } catch { throw RenderingError("\(error)") }
  }
}
