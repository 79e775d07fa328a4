import Commands
import ControlSocket
import MusicalTime
import Testing

@testable import Control
@testable import Daemon

/// What is said again to those who watch the transport, and what they can foretell.
@Suite struct WatchedStateTests {
  private let began = TransportPlace(
    beat: Beats(4), time: HostTime(nanoseconds: 1_000_000_000), tempo: Tempo(clampingBPM: 120),
    isRolling: true, isCountingIn: false, origin: Beats(0), loopLength: Beats(4), pattern: "A")

  /// The transport as it is said after `began` and then `change`.
  private func said(_ change: (inout TransportPlace) -> Void) -> JSONNode {
    var state = WatchedState()
    var next = began
    change(&next)
    _ = node(&state, began)
    return node(&state, next)
  }

  private func node(_ state: inout WatchedState, _ place: TransportPlace) -> JSONNode {
    let all = state.node(
      status: MachineStatus(), xruns: RecentXruns(), at: place, document: nil, library: .null)
    guard case .object(let members) = all else { return .null }
    return members["transport"] ?? .null
  }

  @Test func `a song that goes on at its tempo is not said again`() {
    #expect(
      said { _ in }
        == said {
          ($0.beat, $0.time) = (Beats(6), $0.time.advanced(by: .init(nanoseconds: 1_000_000_000)))
        })
  }

  @Test(arguments: 0..<11) func `whatever cannot be foretold is said`(number: Int) {
    let changes: [(inout TransportPlace) -> Void] = [
      { $0.beat = Beats(5) }, { $0.tempo = Tempo(clampingBPM: 121) }, { $0.isRolling = false },
      { $0.isCountingIn = true }, { $0.origin = Beats(4) }, { $0.loopLength = Beats(3) },
      { $0.pattern = "B" }, { $0.bar = Beats(3) }, { $0.end = Beats(8) },
      { $0.barBefore = Beats(3) }, { $0.pulse = Beats(1, over: 2) },
    ]
    #expect(said { _ in } != said(changes[number]))
  }

  /// The status as it is said at each of some times, in milliseconds after `began`.
  private func statuses(
    _ milliseconds: [Int64], _ change: (Int, inout MachineStatus, inout RecentXruns) -> Void
  ) -> [[String: JSONNode]] {
    var (state, xruns) = (WatchedState(), RecentXruns())
    return milliseconds.enumerated().map { index, passed in
      var (place, status) = (began, MachineStatus())
      place.time = began.time.advanced(by: .init(nanoseconds: passed * 1_000_000))
      change(index, &status, &xruns)
      let all = state.node(
        status: status, xruns: xruns, at: place, document: nil, library: .null)
      guard case .object(let members) = all, case .object(let said)? = members["status"] else {
        return [:]
      }
      return said
    }
  }

  private func clock(_ status: [String: JSONNode], _ key: String) -> JSONNode? {
    guard case .object(let members)? = status["clock"] else { return nil }
    return members[key]
  }

  @Test func `how well a clock is followed is said once a second, and of no other clock`() {
    let said = statuses([0, 100, 999, 1_000, 1_100]) { index, status, _ in
      status.clock.leader = .midi
      status.clock.presence = index < 4 ? .locked : .lost
      (status.clock.jitterMS, status.clock.phaseErrorMS) = (0.5 + Double(index), -0.123)
    }
    #expect(
      said.map { clock($0, "jitterMS")?.text } == ["0.5", "0.5", "0.5", "3.5", "0"], "\(said)")
    #expect(said[0..<4].allSatisfy { clock($0, "phaseErrorMS")?.text == "-0.12" })
    #expect(clock(said[4], "phaseErrorMS")?.text == "0")
    let own = statuses([0]) { _, status, _ in status.clock.jitterMS = 3 }
    #expect(clock(own[0], "jitterMS")?.text == "0")
  }

  @Test func `xruns are said as they come, and are no longer of the last minute after it`() {
    let totals = [0, 2, 2, 3, 3, 3]
    let times: [Int64] = [0, 10, 30_000, 45_000, 61_000, 106_000]
    let said = statuses(times) { index, _, xruns in
      xruns.note(
        total: totals[index],
        at: began.time.advanced(by: .init(nanoseconds: times[index] * 1_000_000)))
    }
    let counts = said.map { status -> [String] in
      guard case .object(let members)? = status["xruns"] else { return [] }
      return ["total", "lastMinute"].map { members[$0]?.text ?? "" }
    }
    #expect(
      counts == [["0", "0"], ["2", "2"], ["2", "2"], ["3", "3"], ["3", "1"], ["3", "0"]],
      "\(counts)")
  }
}
