import Commands
import ControlSocket
import NIOCore
import OSC
import Rhythm
import Testing

@testable import Remote

/// What goes on between those who speak Hydrogen's addresses and the session.
@Suite struct HydrogenExchangeTests {
  private let peer: SocketAddress
  private let now = TwoClocks(monotonic: 1_000_000_000, unix: 1_700_000_000_000_000_000)

  init() throws { peer = try SocketAddress(ipAddress: "127.0.0.1", port: 5_000) }

  private static func event(_ text: String) -> JSONNode {
    JSONNode(parsing: #"{"state":{"revision":2,"changes":[\#(text)]}}"#) ?? .null
  }

  private static func change(_ path: String, _ value: String) -> JSONNode {
    event(#"{"op":"replace","path":"\#(path)","value":\#(value)}"#)
  }

  /// An exchange that knows a session at rest, and one that plays.
  private func exchange(rolling: Bool = false, access: AccessLevel = .files) -> OSCExchange {
    var exchange = OSCExchange(access: access)
    let seed = JSONNode.object(["seed": HydrogenAddressTests.session(rolling: rolling).tree])
    _ = exchange.take(event: .object(["state": seed]), at: now)
    return exchange
  }

  private func take(
    _ exchange: inout OSCExchange, _ messages: [OSCMessage], at now: TwoClocks? = nil
  ) -> [OSCExchange.Action] {
    let bundle = OSCPacket.bundle(OSCBundle(messages.map { .message($0) }))
    return exchange.take(bundle.bytes, from: peer, at: now ?? self.now)
  }

  private func messages(_ actions: [OSCExchange.Action]) -> [OSCMessage] {
    actions.flatMap { action -> [OSCMessage] in
      guard case .send(let packet, _) = action else { return [] }
      return packet.messages.map(\.message)
    }
  }

  /// The lines that are asked for; with `!` where they overtake others.
  private func lines(_ actions: [OSCExchange.Action]) -> [String] {
    actions.compactMap { action in
      guard case .carryOut(let line, _, let isUrgent) = action else { return nil }
      return isUrgent ? line + "!" : line
    }
  }

  // MARK: Feedback

  @Test func `a layout that is new hears every value at once, then what changes`() {
    var exchange = exchange()
    let first = take(&exchange, [OSCMessage("/Hydrogen/STOP")])
    #expect(messages(first).count == exchange.session.hydrogenValues.count)
    #expect(messages(first).contains(OSCMessage("/Hydrogen/STRIP_MUTE_TOGGLE/1", [1.0])))
    #expect(lines(first) == ["stop; locate 1"])
    // It is known by now.
    #expect(messages(take(&exchange, [OSCMessage("/Hydrogen/STOP")])).isEmpty)
    #expect(exchange.take(reply: "o1", isOK: true, json: "").isEmpty)
    let sent = exchange.take(event: Self.change("/document/kit/level", "0"), at: now) ?? []
    #expect(messages(sent) == [OSCMessage("/Hydrogen/MASTER_VOLUME_ABSOLUTE", [1.0])])
    // After its lease it is new again.
    let later = TwoClocks(
      monotonic: now.monotonic + OSCSubscriptions.hydrogenLease, unix: now.unix)
    #expect(messages(take(&exchange, [OSCMessage("/Hydrogen/STOP")], at: later)).count > 100)
  }

  @Test func `a first message that is refused is one from a new layout as well`() {
    var exchange = exchange()
    let sent = messages(take(&exchange, [OSCMessage("/Hydrogen/NEW_PLAYLIST")]))
    #expect(sent.count == exchange.session.hydrogenValues.count + 1)
    #expect(sent.last?.address == "/ghostnote/error")
  }

  @Test func `who subscribes to Hydrogen's feedback hears every value`() {
    var exchange = exchange()
    let sent = messages(take(&exchange, [OSCMessage("/ghostnote/subscribe", ["hydrogen"])]))
    #expect(sent.count == exchange.session.hydrogenValues.count + 1)
  }

  @Test func `a layout hears every value of a session that is back`() {
    var exchange = exchange()
    _ = take(&exchange, [OSCMessage("/Hydrogen/STOP")])
    _ = exchange.sessionEnded()
    let seed = JSONNode.object(["seed": HydrogenAddressTests.session().tree])
    let sent = messages(exchange.take(event: .object(["state": seed]), at: now) ?? [])
    #expect(sent.count == exchange.session.hydrogenValues.count)
  }

  @Test func `who only sent Hydrogen's addresses makes room for who subscribes`() throws {
    var exchange = OSCExchange(access: .files)
    for port in 0..<40 {
      let peer = try SocketAddress(ipAddress: "127.0.0.1", port: 6_000 + port)
      let tap = OSCPacket.message(OSCMessage("/Hydrogen/TAP_TEMPO"))
      let time = TwoClocks(monotonic: now.monotonic + Int64(port), unix: now.unix)
      _ = exchange.take(tap.bytes, from: peer, at: time)
    }
    let before = exchange.subscriptions.peers(of: .hydrogen)
    #expect(before.count == OSCSubscriptions.most)
    let confirmed = messages(take(&exchange, [OSCMessage("/ghostnote/subscribe", ["beat"])]))
    #expect(confirmed.map(\.address) == ["/ghostnote/subscribed"])
    let after = exchange.subscriptions.peers(of: .hydrogen)
    #expect(exchange.subscriptions.peers(of: .beat) == [peer])
    // The oldest went.
    #expect(after == before.filter { $0.port != 6_008 })
  }

  // MARK: Faster than the session says

  @Test func `ten steps up in a row are ten steps`() {
    var exchange = exchange()
    let step = OSCMessage("/Hydrogen/BPM_INCR", [1.0])
    let asked = lines(take(&exchange, Array(repeating: step, count: 5)))
    #expect(asked == (121...125).map { "tempo \($0)" })
    // The session has come as far as the third.
    _ = exchange.take(event: Self.change("/transport/tempo", "123"), at: now)
    let more = lines(take(&exchange, Array(repeating: step, count: 5)))
    #expect(more == (126...130).map { "tempo \($0)" })
  }

  @Test func `steps of faders add up`() {
    var exchange = exchange()
    for (address, argument, asked): (OSCAddress, OSCArgument, [String]) in [
      ("/Hydrogen/MASTER_VOLUME_RELATIVE", 1.0, ["level -5.2", "level -4.4", "level -3.7"]),
      (
        "/Hydrogen/STRIP_VOLUME_RELATIVE/1", -1.0,
        ["level kick -3.6", "level kick -4.3", "level kick -5"]
      ),
      ("/Hydrogen/PAN_RELATIVE/1", -1.0, ["pan kick 0.4", "pan kick 0.3", "pan kick 0.2"]),
      (
        "/Hydrogen/HUMANIZATION_SWING_RELATIVE", 0.1,
        ["groove swing16 62.5", "groove swing16 65", "groove swing16 67.5"]
      ),
    ] {
      let found = take(&exchange, Array(repeating: OSCMessage(address, [argument]), count: 3))
      #expect(lines(found) == asked, "\(address)")
    }
  }

  @Test(arguments: [
    ("MUTE_TOGGLE", ["level -60", "level -6"]),
    ("STRIP_MUTE_TOGGLE/1", ["mute kick off", "mute kick on"]),
    ("STRIP_SOLO_TOGGLE/3", ["solo snare on", "solo snare off"]),
    ("TOGGLE_METRONOME", ["metronome on", "metronome off"]),
    ("RECORD_READY", ["record on", "record off"]),
    ("RECORD_STROBE_TOGGLE", ["record on; continue", "record off"]),
    ("PLAY_PAUSE_TOGGLE", ["continue!", "stop!"]),
    ("PLAY_STOP_TOGGLE", ["continue!", "stop; locate 1"]),
    ("COUNT_IN_PAUSE_TOGGLE", ["countin 1; play", "stop!"]),
  ])
  func `a toggle twice in a bundle ends where it began`(path: String, asked: [String]) throws {
    var exchange = exchange()
    let toggle = OSCMessage(try #require(OSCAddress("/Hydrogen/\(path)")), [1.0])
    #expect(lines(take(&exchange, [toggle, toggle])) == asked)
  }

  @Test func `playing on does not overtake the way back that was asked for before`() {
    var exchange = exchange(rolling: true)
    let toggle = OSCMessage("/Hydrogen/PLAY_STOP_TOGGLE", [1.0])
    #expect(lines(take(&exchange, [toggle, toggle])) == ["stop; locate 1", "continue"])
    for tag in ["o1", "o2"] { _ = exchange.take(reply: tag, isOK: true, json: "") }
    #expect(lines(take(&exchange, [OSCMessage("/Hydrogen/PLAY")])) == ["continue!"])
  }

  @Test func `two bars on are two bars on, at rest and while it plays`() {
    for (isRolling, asked) in [(false, ["locate 9", "locate 13", "locate 9"])]
      + [(true, ["locate 13", "locate 17", "locate 13"])]
    {
      var exchange = exchange(rolling: isRolling)
      // By then the one that plays has come from beat 5.5, which was heard at 0, to 7.5.
      let second = TwoClocks(monotonic: 1_250_000_000, unix: now.unix + 250_000_000)
      let (next, before) = (
        OSCMessage("/Hydrogen/NEXT_BAR"), OSCMessage("/Hydrogen/PREVIOUS_BAR")
      )
      let found =
        take(&exchange, [next], at: second) + take(&exchange, [next, before], at: second)
      #expect(lines(found) == asked)
    }
  }

  @Test func `what the session shows counts again once it has come to what was asked for`() {
    var exchange = exchange()
    let step = OSCMessage("/Hydrogen/BPM_INCR", [1.0])
    _ = take(&exchange, [step])
    _ = exchange.take(event: Self.change("/transport/tempo", "121"), at: now)
    // Somebody else sets it.
    _ = exchange.take(event: Self.change("/transport/tempo", "90"), at: now)
    #expect(lines(take(&exchange, [step])) == ["tempo 91"])
  }

  @Test func `what was refused, or does not come within a second, is forgotten`() {
    var exchange = exchange()
    let step = OSCMessage("/Hydrogen/BPM_INCR", [1.0])
    _ = take(&exchange, [step])
    _ = exchange.take(reply: "o1", isOK: false, json: #"{"message":"no"}"#)
    #expect(lines(take(&exchange, [step])) == ["tempo 121"])
    let later = TwoClocks(monotonic: now.monotonic + 1_000_000_000, unix: now.unix)
    #expect(lines(take(&exchange, [step], at: later)) == ["tempo 121"])
    var player = self.exchange(access: .play)
    let mute = OSCMessage("/Hydrogen/MUTE_TOGGLE")
    #expect(lines(take(&player, [mute, mute])).isEmpty)
    #expect(player.hydrogen == HydrogenMemory())
  }
}
