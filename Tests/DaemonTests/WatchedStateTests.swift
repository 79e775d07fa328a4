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
    let all = state.node(status: MachineStatus(), at: place, document: nil, library: .null)
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

  @Test(arguments: 0..<10) func `whatever cannot be foretold is said`(number: Int) {
    let changes: [(inout TransportPlace) -> Void] = [
      { $0.beat = Beats(5) }, { $0.tempo = Tempo(clampingBPM: 121) }, { $0.isRolling = false },
      { $0.isCountingIn = true }, { $0.origin = Beats(4) }, { $0.loopLength = Beats(3) },
      { $0.pattern = "B" }, { $0.bar = Beats(3) }, { $0.end = Beats(8) },
      { $0.barBefore = Beats(3) },
    ]
    #expect(said { _ in } != said(changes[number]))
  }
}
