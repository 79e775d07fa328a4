import Testing

@testable import Daemon

/// The exit status of a session.
@Suite struct SessionOutcomeTests {
  @Test func `a recording that is incomplete is a failure, however the session ended`() {
    var outcome = SessionOutcome()
    #expect(!outcome.isFailure)
    outcome.recordingFailed = true
    #expect(outcome.isFailure)
    outcome.isAskedFor = true
    #expect(outcome.isFailure)
  }

  @Test func `lines that failed count where a script ends the session, not where a person does`() {
    var outcome = SessionOutcome(refusedLines: 1)
    #expect(outcome.isFailure)
    outcome.isAskedFor = true
    #expect(!outcome.isFailure)
  }
}
