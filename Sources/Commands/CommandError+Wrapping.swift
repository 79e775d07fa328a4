extension CommandError {
  /// Runs `body`; what it throws becomes the error of a command, in the same words.
  public static func wrapping<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(CommandError) -> Value {
    do throws(Failure) { return try body() } catch { throw CommandError("\(error)") }
  }
}
