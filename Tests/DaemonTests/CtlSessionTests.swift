import ControlSocket
import Foundation
import GhostnoteTesting
import Testing

@testable import Daemon

/// What `ghostnote ctl` says and shows of what comes from the session.
@Suite struct CtlSessionTests {
  /// What was complained of.
  private let complaints = Locked<[String]>([])

  /// Performs `line` in a session called My Set that sends `sent` and ends; `shows` says whether standard output
  /// takes what is shown.
  private func outcome(
    of line: String, sent: String = "", isJSON: Bool = false, place: String = "", shows: Bool = true
  ) throws -> CtlSession.Outcome {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let peer = ControlClient(adopting: ends[0])
    #expect(peer.send(bytes: Array(sent.utf8)))
    peer.endInput()
    let session = CtlSession(
      ControlClient(adopting: ends[1]), name: "My Set", isJSON: isJSON, show: { _ in shows },
      complain: { [complaints] text in complaints.change { $0.append(text) } },
      soundIsLost: { _ in })
    let outcome = session.perform(line, place: place)
    withExtendedLifetime(peer) {}
    return outcome
  }

  @Test(arguments: [
    (
      "status", false,
      "ghostnote: error: line 3: the session has ended; start it with `ghostnote run --name 'My Set'`"
    ),
    (
      "status", true,
      #"{"message":"line 3: the session has ended; start it with `ghostnote run --name 'My Set'`"}"#
    ),
    (
      "status --json", false,
      #"{"message":"line 3: the session has ended; start it with `ghostnote run --name 'My Set'`"}"#
    ),
  ])
  func `that a session has ended is said with its name, as JSON where that is wanted`(
    line: String, isJSON: Bool, said: String
  ) throws {
    #expect(try outcome(of: line, isJSON: isJSON, place: "line 3: ") == .failed)
    #expect(complaints.value == [said])
  }

  @Test(arguments: [
    ("tempo 301", "ghostnote: error: too fast"),
    ("tempo 301 --json", #"{"message":"too fast","usage":true}"#),
  ])
  func `a command's own words ask for its error as JSON`(line: String, said: String) throws {
    let sent = #"@ctl error {"message":"too fast","usage":true}"# + "\n"
    #expect(try outcome(of: line, sent: sent) == .usage)
    #expect(complaints.value == [said])
  }

  @Test(arguments: [(true, CtlSession.Outcome.done), (false, .failed)])
  func `watching ends as a failure where standard output takes no more`(
    shows: Bool, ends: CtlSession.Outcome
  ) throws {
    let sent = "@ctl ok\n" + #"{"hits":[]}"# + "\n"
    #expect(try outcome(of: "watch hits", sent: sent, shows: shows) == ends)
    #expect(complaints.value.isEmpty)
  }

  @Test func `watch alone ends with its reply, and what follows is carried out`() throws {
    let sent = "@ctl ok\n" + #"@ctl error {"message":"too fast","usage":true}"# + "\n"
    #expect(try outcome(of: "watch; tempo 301", sent: sent) == .usage)
    #expect(complaints.value == ["ghostnote: error: too fast"])
  }
}
