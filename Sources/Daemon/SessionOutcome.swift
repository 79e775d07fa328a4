/// The outcome of a daemon session, for its exit status.
public struct SessionOutcome: Sendable {
  /// Lines that failed.
  var refusedLines = 0
  /// Whether the WAV file is incomplete.
  var recordingFailed = false
  /// Whether a signal or the terminal ended it, instead of its own commands or options.
  var isAskedFor = false

  /// Whether the exit status should report a failure: a script that ended the session itself
  /// expects all its lines to succeed.
  public var isFailure: Bool { recordingFailed || refusedLines > 0 && !isAskedFor }
}
