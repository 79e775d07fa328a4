import Commands
import GhostnoteTesting
import JACKClient
import Ports
import Testing

/// The connections of the port with this name, as listed by the server.
func connections(of name: String, _ server: JACKServer) throws -> [String] {
  try JACKPorts.list(server: server.name).first { $0.name == name }?.connections ?? []
}

extension JACKTests {
  @Test func `the outputs are connected to the first physical pair, once each`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    #expect(
      try eventually {
        try connections(of: "ghostnote:out_left", server) == ["system:playback_1"]
          && connections(of: "ghostnote:out_right", server) == ["system:playback_2"]
      })
    #expect(
      eventually {
        bench.log.value.contains(
          .connected(source: "ghostnote:out_right", destination: "system:playback_2"))
      })
  }

  @Test func `the outputs stay unconnected on request`() throws {
    let server = try JACKServer()
    let bench = Bench(server) { configuration in
      configuration.connectsPhysicalOutputs = false
      configuration.audioOutputs = JACKConfiguration.pairs(for: (35...60).map { "drum\($0)" })
      configuration.clockOutput = nil
    }
    try #require(bench.session.waitUntilSettled() == .connected)
    #expect(eventually { bench.cycles > 20 })
    let own = try JACKPorts.list(server: server.name).filter { $0.client == "ghostnote" }
    #expect(own.count == 55)
    #expect(own.allSatisfy { $0.connections.isEmpty })
  }

  @Test func `a second session gets another name and reports it`() throws {
    let server = try JACKServer()
    let first = Bench(server)
    try #require(first.session.waitUntilSettled() == .connected)
    let second = Bench(server)
    try #require(second.session.waitUntilSettled() == .connected)
    #expect(first.session.clientName == "ghostnote")
    let name = try #require(second.session.clientName)
    #expect(name != "ghostnote" && name.hasPrefix("ghostnote"))
    #expect(
      second.log.value.first == .up(clientName: name, sampleRate: 48_000, period: 128))
    #expect(
      try eventually { try connections(of: "\(name):out_left", server) == ["system:playback_1"] })
  }

  @Test
  func `a source that matches a pattern is connected when it appears, and again when it returns`()
    throws
  {
    let server = try JACKServer()
    let bench = Bench(server) { $0.sources = [NamePattern("*pad*")] }
    try #require(bench.session.waitUntilSettled() == .connected)
    for _ in 0..<2 {
      let pad = try WirePeer("My Pad", server: server)
      #expect(
        try eventually { try connections(of: "ghostnote:midi_in", server) == ["My Pad:out"] })
      withExtendedLifetime(pad) {}
    }
    let synth = try WirePeer("synth", server: server)
    #expect(eventually { bench.cycles > 100 })
    #expect(try connections(of: "ghostnote:midi_in", server).isEmpty)
    withExtendedLifetime(synth) {}
  }

  @Test func `a wildcard does not match our own ports or Midi Through`() throws {
    let server = try JACKServer()
    let bench = Bench(server) { $0.sources = [NamePattern("*")] }
    let through = try WirePeer("Midi Through", server: server)
    let pad = try WirePeer("pad", server: server)
    #expect(try eventually { try connections(of: "ghostnote:midi_in", server) == ["pad:out"] })
    withExtendedLifetime((bench, through, pad)) {}
  }

  @Test func `a device in ALSA's sequencer is not also connected through its bridge`() throws {
    let server = try JACKServer()
    let bridged = try WirePeer("bridge", alias: "My Pad:out", server: server)
    let pad = try WirePeer("JACK pad", server: server)
    let bench = Bench(server) { configuration in
      configuration.sources = [NamePattern("*pad*")]
      configuration.alsaSources = { ["My Pad:out"] }
    }
    #expect(
      try eventually { try connections(of: "ghostnote:midi_in", server) == ["JACK pad:out"] })
    let before = bench.cycles
    #expect(eventually { bench.cycles > before + 100 })
    #expect(try connections(of: "ghostnote:midi_in", server) == ["JACK pad:out"])
    let alone = Bench(server) { $0.sources = [NamePattern("*pad*")] }
    try #require(alone.session.waitUntilSettled() == .connected)
    let name = try #require(alone.session.clientName)
    // Without ALSA MIDI the bridged port is used.
    #expect(
      try eventually {
        try Set(connections(of: "\(name):midi_in", server)) == ["JACK pad:out", "bridge:out"]
      })
    withExtendedLifetime((bridged, pad)) {}
  }

  @Test func `a pattern's connection that a user removes stays removed`() throws {
    let server = try JACKServer()
    let bench = Bench(server) { $0.sources = [NamePattern("pad")] }
    let pad = try WirePeer("pad", server: server)
    let isSeen = eventually {
      bench.log.value.contains(.connected(source: "pad:out", destination: "ghostnote:midi_in"))
    }
    #expect(isSeen)
    try server.tool("jack_disconnect", "pad:out", "ghostnote:midi_in")
    let isReported = eventually {
      bench.log.value.contains(
        .disconnected(source: "pad:out", destination: "ghostnote:midi_in"))
    }
    #expect(isReported)
    let other = try WirePeer("other", server: server)
    let before = bench.cycles
    #expect(eventually { bench.cycles > before + 100 })
    #expect(try connections(of: "ghostnote:midi_in", server).isEmpty)
    withExtendedLifetime((pad, other)) {}
  }

  @Test func `the listing shows the properties of each port`() throws {
    let server = try JACKServer()
    let ports = try JACKPorts.list(server: server.name)
    let socket = try #require(ports.first { $0.name == "system:playback_1" })
    #expect(socket.isInput && socket.isPhysical && socket.isTerminal && !socket.isMIDI)
    #expect(socket.client == "system" && socket.port == "playback_1")
    #expect(!ports.contains { $0.client == "ghostnote-ports" })
  }

  @Test func `the listing without a server is an error that says so`() {
    #expect(throws: JACKError.noServer(name: "ghostnote-missing")) {
      try JACKPorts.list(server: "ghostnote-missing")
    }
    #expect("\(JACKError.noServer(name: nil))".contains("no JACK server is running"))
  }
}
