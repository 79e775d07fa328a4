/// How a session of the daemon went, for its exit status.
public struct SessionOutcome: Sendable {
  /// Lines that could not be carried out.
  var refusedLines = 0
  /// Whether the WAV file does not hold all that was played.
  var recordingFailed = false
  /// Whether a signal or the terminal ended it, instead of its own lines or options.
  var isAskedFor = false

  /// Whether a script has to know: one that ended the session itself wants all its lines done.
  public var isFailure: Bool { recordingFailed || refusedLines > 0 && !isAskedFor }
}
