import Testing

@testable import JACKClient

@Suite struct JACKWiringTests {
  private func port(_ name: String, isInput: Bool, connections: [String] = []) -> JACKPort {
    JACKPort(
      name: name, aliases: [], isInput: isInput, isMIDI: true, isPhysical: false,
      isTerminal: false, connections: connections)
  }

  private func remembers(wireTo peer: String) -> Bool {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var wiring = JACKClient.Wiring(configuration)
    func look(_ isThere: Bool, connected: Bool) -> JACKClient.Wiring.Turn {
      let own = port(
        "ghostnote:clock_out", isInput: false, connections: connected ? [peer] : [])
      let others = isThere ? [port(peer, isInput: true)] : []
      return wiring.look(client: "ghostnote", ports: [own] + others)
    }
    _ = look(true, connected: true)
    #expect(look(false, connected: false).vanished.map(\.peer) == [peer])
    return look(true, connected: false).toConnect.contains {
      $0.own == "clock_out" && $0.peer == peer
    }
  }

  @Test func `a synthesizer is reconnected when it returns, a monitor is not`() {
    #expect(remembers(wireTo: "synth:midi_in"))
    #expect(!remembers(wireTo: "ghostnote-clock:\(JACKConfiguration.monitorInput)"))
  }
}
