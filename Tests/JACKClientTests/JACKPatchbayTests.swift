import Ports
import Testing

@testable import JACKClient

@Suite struct JACKPatchbayTests {
  private func port(
    _ name: String, isInput: Bool, isMIDI: Bool = true, isPhysical: Bool = false,
    connections: [String] = []
  ) -> JACKPort {
    JACKPort(
      name: name, aliases: [], isInput: isInput, isMIDI: isMIDI, isPhysical: isPhysical,
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
  private func remembersWire(
    whoseEndGoes after: Duration, withServer: Bool, isOfCard: Bool = false
  ) -> Bool {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    let (peer, start) = (
      port("synth:midi_in", isInput: true, isPhysical: isOfCard), ContinuousClock.now
    )
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

  /// Our audio outputs, each connected to all of `peers`.
  private func outputs(to peers: [String]) -> [JACKPort] {
    ["out_left", "out_right"].map {
      port("ghostnote:\($0)", isInput: false, isMIDI: false, connections: peers)
    }
  }

  /// The sockets of a sound card; none for nil.
  private func sockets(of card: String?) -> [JACKPort] {
    guard let card else { return [] }
    return (1...2).map {
      port("\(card):playback_\($0)", isInput: true, isMIDI: false, isPhysical: true)
    }
  }

  @Test(arguments: ["system", "usb"], [[], ["system:playback_1"]])
  func `outputs to a program wait for it when the server returns, those to a card take any card`(
    card: String, alsoTo: [String]
  ) {
    var patchbay = JACKPatchbay(JACKConfiguration())
    /// The peers that are connected when there are a card and perhaps the program.
    func look(to peers: [String], _ card: String, withProgram: Bool) -> Set<String> {
      let program = port("ardour:in", isInput: true, isMIDI: false)
      let ports = outputs(to: peers) + sockets(of: card) + (withProgram ? [program] : [])
      return Set(patchbay.look(client: "ghostnote", ports: ports).toConnect.map(\.peer))
    }
    let first = look(to: [], "system", withProgram: false)
    #expect(first == ["system:playback_1", "system:playback_2"])
    _ = look(to: ["ardour:in"] + alsoTo, "system", withProgram: true)
    patchbay.serverWent()
    // The program comes later than we do.
    let again = look(to: [], card, withProgram: false)
    if alsoTo.isEmpty {
      #expect(again.isEmpty)
    } else if card == "system" {
      #expect(again == Set(alsoTo))
    } else {
      #expect(again == ["usb:playback_1", "usb:playback_2"])
    }
    #expect(look(to: Array(again), card, withProgram: true) == ["ardour:in"])
  }

  @Test func `a card that is seen to go before the server is one that another stands in for`() {
    var patchbay = JACKPatchbay(JACKConfiguration())
    func look(to peers: [String], _ card: String?) -> Set<String> {
      let ports = outputs(to: peers) + sockets(of: card)
      return Set(patchbay.look(client: "ghostnote", ports: ports).toConnect.map(\.peer))
    }
    _ = look(to: ["system:playback_1"], "system")
    #expect(look(to: [], nil).isEmpty)
    patchbay.serverWent()
    #expect(look(to: [], "usb") == ["usb:playback_1", "usb:playback_2"])
  }

  @Test
  func
    `a connection that is not made is asked for again for half a minute, and when its port returns`()
  {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    _ = patchbay.setClockSource(NamePattern("drums:*"))
    let (source, start) = (port("drums:out", isInput: false), ContinuousClock.now)
    let wire = Wire(own: "clock_in", peer: "drums:out", isOutgoing: false)
    /// The seconds at which it is tried, of `count` looks from `first` on.
    func attempts(from first: Int, count: Int, fresh: Set<String> = []) -> [Int] {
      (first..<first + count).filter { second in
        let moment = start + .seconds(second)
        let isDue = patchbay.hasAttempts(at: moment)
        let turn = patchbay.look(
          client: "ghostnote", ports: [source], fresh: second == first ? fresh : [], at: moment)
        #expect(turn.toConnect.isEmpty || turn.toConnect == [wire])
        #expect(second == first || isDue == !turn.toConnect.isEmpty)
        if !turn.toConnect.isEmpty { patchbay.hasAsked(for: wire, at: moment) }
        return !turn.toConnect.isEmpty
      }
    }
    #expect(attempts(from: 0, count: 60) == Array(0..<30))
    #expect(attempts(from: 100, count: 60, fresh: ["drums:out"]) == Array(100..<130))
    // Two attempts are a moment apart, whatever happens in between.
    let soon = start + .seconds(200)
    #expect(
      patchbay.look(client: "ghostnote", ports: [source], fresh: ["drums:out"], at: soon).toConnect
        == [wire])
    patchbay.hasAsked(for: wire, at: soon)
    #expect(
      patchbay.look(client: "ghostnote", ports: [source], at: soon + .milliseconds(100)).toConnect
        .isEmpty)
  }

  @Test func `one that was made at the second attempt, and removed, stays removed`() {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    _ = patchbay.setClockSource(NamePattern("drums:*"))
    let start = ContinuousClock.now
    func look(_ second: Int, connected: Bool) -> [Wire] {
      let own = port(
        "ghostnote:clock_in", isInput: true, connections: connected ? ["drums:out"] : [])
      let ports = [own, port("drums:out", isInput: false)]
      return patchbay.look(client: "ghostnote", ports: ports, at: start + .seconds(second))
        .toConnect
    }
    for wire in look(0, connected: false) { patchbay.hasAsked(for: wire, at: start) }
    #expect(look(1, connected: false).map(\.peer) == ["drums:out"])
    #expect(look(2, connected: true).isEmpty)
    #expect(look(3, connected: false).isEmpty)
    #expect(!patchbay.hasAttempts(at: start + .seconds(5)))
  }

  @Test func `a source of an earlier clock that was not connected is not asked for again`() {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    _ = patchbay.setClockSource(NamePattern("drums:*"))
    let (ports, start) = ([port("drums:out", isInput: false)], ContinuousClock.now)
    for wire in patchbay.look(client: "ghostnote", ports: ports, at: start).toConnect {
      patchbay.hasAsked(for: wire, at: start)
    }
    #expect(patchbay.hasAttempts(at: start + .seconds(1)))
    _ = patchbay.setClockSource(NamePattern("other:*"))
    #expect(!patchbay.hasAttempts(at: start + .seconds(1)))
    #expect(
      patchbay.look(client: "ghostnote", ports: ports, at: start + .seconds(1)).toConnect.isEmpty)
  }

  @Test func `an output wired to our own input is taken off each time, and not remembered`() {
    var configuration = JACKConfiguration()
    configuration.connectsPhysicalOutputs = false
    var patchbay = JACKPatchbay(configuration)
    let feedback = Wire(own: "midi_in", peer: "ghostnote:midi_out", isOutgoing: false)
    /// `midi_out` with a synthesizer, and with our own input.
    func look(withSynth: Bool, isFedBack: Bool) -> JACKPatchbay.Turn {
      let heard = (withSynth ? ["synth:in"] : []) + (isFedBack ? ["ghostnote:midi_in"] : [])
      return patchbay.look(
        client: "ghostnote",
        ports: [
          port("ghostnote:midi_out", isInput: false, connections: heard),
          port(
            "ghostnote:midi_in", isInput: true,
            connections: isFedBack ? ["ghostnote:midi_out"] : []),
          port("synth:in", isInput: true, connections: withSynth ? ["ghostnote:midi_out"] : []),
        ])
    }
    let first = look(withSynth: true, isFedBack: true)
    #expect(first.toDisconnect == [feedback] && first.feedback == [feedback])
    #expect(first.appeared.map(\.peer) == ["synth:in"] && first.toConnect.isEmpty)
    #expect(look(withSynth: true, isFedBack: false) == JACKPatchbay.Turn())
    let second = look(withSynth: true, isFedBack: true)
    #expect(second.toDisconnect == [feedback] && second.feedback == [feedback])
    #expect(second.appeared.isEmpty && second.vanished.isEmpty)
    #expect(patchbay.remembered.map(\.peer) == ["synth:in"])
    // A server that returns gets back the synthesizer only.
    patchbay.serverWent()
    #expect(look(withSynth: false, isFedBack: false).toConnect.map(\.peer) == ["synth:in"])
  }

  @Test func `a wire that goes just before its end comes back with it, one taken off does not`() {
    #expect(remembersWire(whoseEndGoes: .seconds(1), withServer: false))
    #expect(!remembersWire(whoseEndGoes: .seconds(3), withServer: false))
    #expect(remembersWire(whoseEndGoes: .milliseconds(900), withServer: true))
    #expect(!remembersWire(whoseEndGoes: .milliseconds(1_100), withServer: true))
    // The card's ports go with the server itself.
    #expect(remembersWire(whoseEndGoes: .milliseconds(50), withServer: true, isOfCard: true))
    #expect(!remembersWire(whoseEndGoes: .milliseconds(200), withServer: true, isOfCard: true))
  }

  @Test func `a synthesizer is wired again when it returns, a monitor is not`() {
    #expect(remembers(wireTo: "synth:midi_in"))
    #expect(!remembers(wireTo: "ghostnote-clock:\(JACKConfiguration.monitorInput)"))
  }
}
