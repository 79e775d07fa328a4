import Ports
import Testing

@testable import JACKClient

@Suite struct JACKPatchbayTests {
  private func port(_ name: String, isInput: Bool, connections: [String] = []) -> JACKPort {
    JACKPort(
      name: name, aliases: [], isInput: isInput, isMIDI: true, isPhysical: false,
      isTerminal: false, connections: connections)
  }

  private func remembers(wireTo peer: String) -> Bool {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    func look(_ isThere: Bool, connected: Bool) -> JACKPatchbay.Turn {
      let own = port(
        "ghostnote:clock_out", isInput: false, connections: connected ? [peer] : [])
      let others = isThere ? [port(peer, isInput: true)] : []
      return patchbay.look(client: "ghostnote", ports: [own] + others)
    }
    _ = look(true, connected: true)
    #expect(look(false, connected: false).vanished.map(\.peer) == [peer])
    return look(true, connected: false).toConnect.contains {
      $0.own == "clock_out" && $0.peer == peer
    }
  }

  /// Whether a wire that goes while its far end is there, is made again when that has gone `after` a while
  /// and is back; or, where the server goes after that while, when that is back.
  private func remembersWire(whoseEndGoes after: Duration, withServer: Bool) -> Bool {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    let (peer, start) = (port("synth:midi_in", isInput: true), ContinuousClock.now)
    func look(_ peers: [JACKPort], wired: Bool, at time: Duration) -> JACKPatchbay.Turn {
      let own = port(
        "ghostnote:clock_out", isInput: false, connections: wired ? [peer.name] : [])
      return patchbay.look(client: "ghostnote", ports: [own] + peers, at: start + time)
    }
    _ = look([peer], wired: true, at: .zero)
    #expect(look([peer], wired: false, at: .zero).toConnect.isEmpty)
    if withServer {
      patchbay.serverWent(at: start + after)
    } else {
      _ = look([], wired: false, at: after)
    }
    return !look([peer], wired: false, at: after + .seconds(60)).toConnect.isEmpty
  }

  @Test func `a refused connection is tried again for a while, and anew when its port returns`() {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    _ = patchbay.setClockSource(NamePattern("drums:*"))
    let source = port("drums:out", isInput: false)
    func attempts(fresh: Set<String> = []) -> Int {
      var count = 0
      var isFresh = !fresh.isEmpty
      while count < 100 {
        let turn = patchbay.look(client: "ghostnote", ports: [source], fresh: isFresh ? fresh : [])
        guard let wire = turn.toConnect.first else { break }
        #expect(turn.toConnect == [Wire(own: "clock_in", peer: "drums:out", isOutgoing: false)])
        isFresh = false
        patchbay.wasRefused(wire)
        count += 1
      }
      return count
    }
    #expect(attempts() == JACKPatchbay.mostAttempts)
    #expect(patchbay.known == ["drums:out"])
    #expect(attempts(fresh: ["drums:out"]) == JACKPatchbay.mostAttempts)
  }

  @Test func `a connection that was made after a refusal is left to whoever removes it`() {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    _ = patchbay.setClockSource(NamePattern("drums:*"))
    func look(connected: Bool) -> [Wire] {
      let own = port(
        "ghostnote:clock_in", isInput: true, connections: connected ? ["drums:out"] : [])
      return patchbay.look(client: "ghostnote", ports: [own, port("drums:out", isInput: false)])
        .toConnect
    }
    for wire in look(connected: false) { patchbay.wasRefused(wire) }
    #expect(look(connected: false).map(\.peer) == ["drums:out"])
    #expect(look(connected: true).isEmpty)
    #expect(look(connected: false).isEmpty)
  }

  @Test func `a wire that goes just before its end comes back with it, one taken off does not`() {
    #expect(remembersWire(whoseEndGoes: .seconds(1), withServer: false))
    #expect(!remembersWire(whoseEndGoes: .seconds(3), withServer: false))
    #expect(remembersWire(whoseEndGoes: .milliseconds(50), withServer: true))
    #expect(!remembersWire(whoseEndGoes: .milliseconds(200), withServer: true))
  }

  @Test func `a synthesizer is wired again when it returns, a monitor is not`() {
    #expect(remembers(wireTo: "synth:midi_in"))
    #expect(!remembers(wireTo: "ghostnote-clock:\(JACKConfiguration.monitorInput)"))
  }
}
