import Commands
import ControlSocket
import NIOCore
import OSC
import Rhythm
import Testing

@testable import Remote

/// What goes on between senders and the session, without sockets.
@Suite struct OSCExchangeTests {
  private let peer: SocketAddress
  private let other: SocketAddress
  private let now = TwoClocks(monotonic: 1_000_000_000, unix: 1_700_000_000_000_000_000)

  init() throws {
    peer = try SocketAddress(ipAddress: "127.0.0.1", port: 5_000)
    other = try SocketAddress(ipAddress: "127.0.0.1", port: 5_001)
  }

  /// Of a session that has that beat at that time by `CLOCK_MONOTONIC`.
  private static func seed(
    rolling: Bool, tempo: Double = 120, beat: Double = 0, time: Int64 = 1_000_000_000
  ) -> JSONNode {
    let text = """
      {"state":{"revision":1,"seed":{"document":{"kit":{"level":-6}},
      "pattern":{"bar":4,"lanes":[]},"status":{"patch":"Rock"},
      "transport":{"rolling":\(rolling),"tempo":\(tempo),"beat":\(beat),"time":\(time),
      "origin":0,"pattern":"A"}}}}
      """
    return JSONNode(parsing: text) ?? .null
  }

  private static func event(_ path: String, _ value: String, op: String = "replace") -> JSONNode {
    let change = #"{"op":"\#(op)","path":"\#(path)","value":\#(value)}"#
    return JSONNode(parsing: #"{"state":{"revision":2,"changes":[\#(change)]}}"#) ?? .null
  }

  private func take(
    _ exchange: inout OSCExchange, _ message: OSCMessage, from peer: SocketAddress? = nil
  ) -> [OSCExchange.Action] {
    exchange.take(OSCPacket.message(message).bytes, from: peer ?? self.peer, at: now)
  }

  /// The moment that many nanoseconds after `now`.
  private func moment(after nanoseconds: Int64) -> TwoClocks {
    TwoClocks(monotonic: now.monotonic + nanoseconds, unix: now.unix + nanoseconds)
  }

  private func messages(_ actions: [OSCExchange.Action]) -> [OSCMessage] {
    actions.flatMap { action -> [OSCMessage] in
      guard case .send(let packet, _) = action else { return [] }
      return packet.messages.map(\.message)
    }
  }

  @Test func `addresses that are too long are refused with a reply that fits into a packet`() throws
  {
    var exchange = OSCExchange(access: .files)
    let name = String(repeating: "ab", count: 30_000)
    let (stars, words) = (
      String(repeating: "*", count: 60_000), String(repeating: "q,", count: 9_000)
    )
    for text in ["/ghostnote/\(name)", "/Hydrogen/\(name)", "/\(name)", "/ghostnote/\(stars)"]
      + ["/ghostnote/*{\(words)}", "/ghostnote/{\(words.prefix(300))}"]
    {
      let address = try #require(OSCAddress(text))
      let found = messages(take(&exchange, OSCMessage(address, [1.0])))
      #expect(found.map(\.address) == ["/ghostnote/error"], "\(text.prefix(20))")
      #expect(found.allSatisfy { OSCPacket.message($0).bytes.count < 1_000 }, "\(text.prefix(20))")
    }
    let asked = take(&exchange, OSCMessage("/ghostnote/tempo", [.string(name)]))
    #expect(messages(asked).map(\.address) == ["/ghostnote/error"])
    #expect(messages(asked).allSatisfy { OSCPacket.message($0).bytes.count < 5_000 })
    // Those that are as long as may be are taken.
    let drums = Drum.all.map(\.name).joined(separator: ",")
    let every = try #require(OSCAddress("/ghostnote/level/{\(drums)}"))
    #expect(take(&exchange, OSCMessage(every, [-6.0])).count == Drum.count)
  }

  @Test func `a packet may have few addresses with wildcards`() {
    var exchange = OSCExchange(access: .files)
    let one = OSCPacket.message(OSCMessage("/ghostnote/mut?/kick", [1.0]))
    let few = OSCPacket.bundle(OSCBundle(Array(repeating: one, count: 16)))
    #expect(exchange.take(few.bytes, from: peer, at: now).count == 16)
    let many = OSCPacket.bundle(OSCBundle(Array(repeating: one, count: 17)))
    let refused = messages(exchange.take(many.bytes, from: peer, at: now))
    #expect(refused.map(\.address) == ["/ghostnote/error"])
  }

  @Test func `a message becomes a line, and its reply goes to its sender`() {
    var exchange = OSCExchange(access: .files)
    let asked = take(&exchange, OSCMessage("/ghostnote/tempo", [96.0]))
    #expect(asked == [.carryOut("tempo 96", tag: "o1", isUrgent: false)])
    #expect(
      take(&exchange, OSCMessage("/ghostnote/hit", ["kick", 1.0]), from: other)
        == [.carryOut("hit kick 127", tag: "o2", isUrgent: true)])
    let done = exchange.take(reply: "o2", isOK: true, json: "")
    #expect(
      done == [.send(.message(OSCMessage("/ghostnote/reply", ["/ghostnote/hit", ""])), to: other)])
    let refused = exchange.take(reply: "o1", isOK: false, json: #"{"message":"no"}"#)
    #expect(
      refused
        == [.send(.message(OSCMessage("/ghostnote/error", ["/ghostnote/tempo", "no"])), to: peer)])
    // Each once.
    #expect(exchange.take(reply: "o1", isOK: true, json: "").isEmpty)
  }

  @Test func `a line by cmd is any line that the access level allows`() {
    var exchange = OSCExchange(access: .edit)
    #expect(
      take(&exchange, OSCMessage("/ghostnote/cmd", ["tempo 96; play"]))
        == [.carryOut("tempo 96; play", tag: "o1", isUrgent: false)])
    for line in [
      "quit", "load rock", "tempo 96; quit", "watch state", "listen", "tempo\n96", "x",
      "\"watch\" state", "oneshot kick 100", "tempo 96; watch", "assign note 38 save /x.json",
      "learn export x.mid", "surface use /etc/passwd",
    ] {
      let refused = messages(take(&exchange, OSCMessage("/ghostnote/cmd", [.string(line)])))
      #expect(refused.map(\.address) == ["/ghostnote/error"], "\(line)")
    }
    let wrong = messages(take(&exchange, OSCMessage("/ghostnote/cmd", [1])))
    #expect(wrong.map(\.address) == ["/ghostnote/error"])
  }

  @Test func `what is not OSC gets no reply, and what nearly is gets the reason`() {
    var exchange = OSCExchange(access: .files)
    #expect(exchange.take([1, 2, 3, 4], from: peer, at: now).isEmpty)
    #expect(exchange.take([], from: peer, at: now).isEmpty)
    let reason = messages(exchange.take(Array("/abc".utf8), from: peer, at: now))
    #expect(reason.map(\.address) == ["/ghostnote/error"])
    // Our own messages, sent back to us, make no echo.
    for address: OSCAddress in ["/ghostnote/error", "/ghostnote/reply", "/ghostnote/beat"] {
      #expect(take(&exchange, OSCMessage(address, ["/x", "y"])).isEmpty)
    }
  }

  @Test func `a bundle waits for its time, and one that is late does not`() {
    var exchange = OSCExchange(access: .files)
    let play = OSCMessage("/ghostnote/play")
    func bundle(in nanoseconds: Int64) -> [UInt8] {
      let time = OSCTimeTag(unixNanoseconds: now.unix + nanoseconds)
      return OSCPacket.bundle(OSCBundle([.message(play)], at: time)).bytes
    }
    #expect(
      exchange.take(bundle(in: 250_000_000), from: peer, at: now)
        == [.wait(play, from: peer, nanoseconds: 250_000_000)])
    #expect(
      exchange.take(bundle(in: -250_000_000), from: peer, at: now)
        == [.carryOut("play", tag: "o1", isUrgent: true)])
    let far = exchange.take(bundle(in: 10_100_000_000), from: peer, at: now)
    #expect(messages(far).map(\.address) == ["/ghostnote/error"])
    let many = OSCBundle(Array(repeating: .message(play), count: 257))
    let tooMany = exchange.take(OSCPacket.bundle(many).bytes, from: peer, at: now)
    #expect(messages(tooMany).map(\.address) == ["/ghostnote/error"])
  }

  @Test func `a subscriber gets everything once, then what changes, until it does not renew`() {
    var exchange = OSCExchange(access: .files)
    _ = exchange.take(event: Self.seed(rolling: false), at: now)
    let first = messages(take(&exchange, OSCMessage("/ghostnote/subscribe", ["state"])))
    #expect(first.first == OSCMessage("/ghostnote/subscribed", [30, "state"]))
    #expect(first.contains(OSCMessage("/ghostnote/level", [-6.0])))
    #expect(first.count == exchange.session.values.count + 1)
    let sent = exchange.take(event: Self.event("/document/kit/level", "-9"), at: now) ?? []
    #expect(messages(sent) == [OSCMessage("/ghostnote/level", [-9.0])])
    exchange.subscriptions.expire(at: now.monotonic + OSCSubscriptions.lease)
    #expect(exchange.subscriptions.channels.isEmpty)
    #expect(exchange.take(event: Self.seed(rolling: true), at: now) == [])
  }

  @Test func `a change that does not fit asks for a seed`() {
    var exchange = OSCExchange(access: .files)
    let change = JSONNode(
      parsing: #"{"state":{"revision":2,"changes":[{"op":"replace","path":"/a/b","value":1}]}}"#)
    #expect(exchange.take(event: change ?? .null, at: now) == nil)
  }

  @Test func `feedback may go to another port, and wrong subscriptions are refused`() throws {
    var exchange = OSCExchange(access: .files)
    let there = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat", 9_000]))
    var target = peer
    target.port = 9_000
    #expect(
      there
        == [.send(.message(OSCMessage("/ghostnote/subscribed", [30, "beat"])), to: target)])
    for wrong: [OSCArgument] in [["everything"], [80], [70_000], [.blob([])]] {
      let refused = messages(take(&exchange, OSCMessage("/ghostnote/subscribe", wrong)))
      #expect(refused.map(\.address) == ["/ghostnote/error"], "\(wrong)")
    }
  }

  @Test func `our own port is sent nothing, and what comes from it all the same is not obeyed`() {
    var exchange = OSCExchange(access: .files)
    exchange.isOurOwn = { $0.port == 9_000 }
    var own = peer
    own.port = 9_000
    let refused = take(&exchange, OSCMessage("/ghostnote/subscribe", ["state", 9_000]))
    #expect(messages(refused).map(\.address) == ["/ghostnote/error"])
    #expect(messages(refused).first?.arguments.first == "/ghostnote/subscribe")
    for message in [
      OSCMessage("/ghostnote/subscribe"), OSCMessage("/ghostnote/level", [-9.0]),
      OSCMessage("/ghostnote/load", ["Rock"]), OSCMessage("/Hydrogen/TOGGLE_METRONOME", [1.0]),
    ] {
      #expect(take(&exchange, message, from: own).isEmpty, "\(message.address)")
    }
    #expect(exchange.subscriptions.channels.isEmpty)
  }

  @Test(arguments: [[], [1.0], [false], [.impulse]] as [[OSCArgument]])
  func `who asked for feedback to another port ends it, also by a button`(
    arguments: [OSCArgument]
  ) {
    var exchange = OSCExchange(access: .files)
    let asked = [["beat", 9_000], ["state"]] as [[OSCArgument]]
    for wish in asked { _ = take(&exchange, OSCMessage("/ghostnote/subscribe", wish)) }
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["hits"]), from: other)
    let reply = messages(take(&exchange, OSCMessage("/ghostnote/unsubscribe", arguments)))
    #expect(reply == [OSCMessage("/ghostnote/reply", ["/ghostnote/unsubscribe", ""])])
    #expect(exchange.subscriptions.channels == [.hits])
    // Who is sent it may end it as well.
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat", 5_001]))
    _ = take(&exchange, OSCMessage("/ghostnote/unsubscribe"), from: other)
    #expect(exchange.subscriptions.channels.isEmpty)
  }

  @Test func `feedback to a port is ended by its number, from whatever port of the same machine`()
    throws
  {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat", 9_000]))
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["state"]))
    let elsewhere = try SocketAddress(ipAddress: "127.0.0.2", port: 5_000)
    _ = take(&exchange, OSCMessage("/ghostnote/unsubscribe", [9_000]), from: elsewhere)
    #expect(exchange.subscriptions.channels == [.beat, .state])
    _ = take(&exchange, OSCMessage("/ghostnote/unsubscribe", [9_000]), from: other)
    #expect(exchange.subscriptions.channels == [.state])
  }

  @Test(arguments: [["state"], [80], [70_000], [9_000, 9_001]] as [[OSCArgument]])
  func `a wrong end of a subscription is refused and ends nothing`(arguments: [OSCArgument]) {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat"]))
    let refused = messages(take(&exchange, OSCMessage("/ghostnote/unsubscribe", arguments)))
    #expect(refused.map(\.address) == ["/ghostnote/error"])
    #expect(exchange.subscriptions.channels == [.beat])
  }

  @Test func `hits come with their times`() {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["hits"]))
    let event = JSONNode(
      parsing: #"""
        {"hits":[{"drum":"kick","velocity":100,"beat":4.5,"time":1250000000,"by":"drummer"}]}
        """#)
    let sent = exchange.take(event: event ?? .null, at: now) ?? []
    let message = OSCMessage("/ghostnote/hits", ["kick", 100, "drummer", .double(4.5)])
    let time = OSCTimeTag(unixNanoseconds: now.unix + 250_000_000)
    #expect(sent == [.send(.bundle(OSCBundle([.message(message)], at: time)), to: peer)])
  }

  @Test func `each beat is announced once, 20 ms before it is heard, with its position in the bar`()
  {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat"]))
    #expect(exchange.nextBeat(at: now) == nil)
    _ = exchange.take(event: Self.seed(rolling: true), at: now)
    var (heard, at): ([OSCMessage], TwoClocks) = ([], now)
    for beat in 0..<6 {
      let time = exchange.nextBeat(at: at) ?? 0
      #expect(time == 1_000_000_000 + Int64(beat) * 500_000_000 - 20_000_000)
      let wait = max(time - at.monotonic, 0)
      at = TwoClocks(monotonic: at.monotonic + wait, unix: at.unix + wait)
      heard += messages(exchange.announceBeat(at: at))
    }
    let places = heard.map { $0.arguments.prefix(3).compactMap(\.number) }
    #expect(places == [[1, 1, 1], [2, 2, 1], [3, 3, 1], [4, 4, 1], [5, 1, 2], [6, 2, 2]])
    // Counting begins where it was moved to, and a stop ends it.
    _ = exchange.take(event: Self.seed(rolling: true, beat: 64), at: now)
    #expect(messages(exchange.announceBeat(at: now)).first?.arguments.first == 65)
    _ = exchange.take(event: Self.seed(rolling: false), at: now)
    #expect(exchange.nextBeat(at: now) == nil)
  }

  @Test func `who subscribes to beats again is sent none of those in between`() {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat"]))
    _ = exchange.take(event: Self.seed(rolling: true), at: now)
    #expect(messages(exchange.announceBeat(at: now)).first?.arguments.first == 1)
    _ = take(&exchange, OSCMessage("/ghostnote/unsubscribe"))
    // Beat 40.6 from 0: 41 is the next.
    let later = moment(after: 20_300_000_000)
    let again = OSCPacket.message(OSCMessage("/ghostnote/subscribe", ["beat"])).bytes
    _ = exchange.take(again, from: peer, at: later)
    #expect(exchange.nextBeat(at: later) == now.monotonic + 41 * 500_000_000 - 20_000_000)
    #expect(exchange.announceBeat(at: later).isEmpty)
    let due = moment(after: 41 * 500_000_000)
    #expect(messages(exchange.announceBeat(at: due)).compactMap(\.arguments.first) == [42])
  }

  @Test(arguments: [0.7, 1.2, 2.4, 9])
  func `the first beat is announced again where the transport begins again`(beat: Double) {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat"]))
    _ = exchange.take(event: Self.seed(rolling: true), at: now)
    let then = moment(after: Int64(beat * 500_000_000))
    for at in [now, then] { _ = exchange.announceBeat(at: at) }
    _ = exchange.take(event: Self.seed(rolling: true, time: then.monotonic), at: then)
    #expect(messages(exchange.announceBeat(at: then)).compactMap(\.arguments.first) == [1])
  }

  @Test func `a beat is not announced again where a clock that is followed is corrected`() {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat"]))
    _ = exchange.take(event: Self.seed(rolling: true), at: now)
    _ = exchange.announceBeat(at: now)
    let then = moment(after: 490_000_000)
    #expect(messages(exchange.announceBeat(at: then)).compactMap(\.arguments.first) == [2])
    _ = exchange.take(event: Self.seed(rolling: true, beat: 0.9, time: then.monotonic), at: then)
    #expect(exchange.announceBeat(at: moment(after: 540_000_000)).isEmpty)
  }

  @Test
  func `a beat's position is that in the pattern that is heard, not in the one that is edited`() {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/subscribe", ["beat"]))
    _ = exchange.take(event: Self.seed(rolling: true, beat: 4), at: now)
    _ = exchange.take(event: Self.event("/transport/bar", "3", op: "add"), at: now)
    let place = messages(exchange.announceBeat(at: now)).first?.arguments.prefix(3)
    #expect(place?.compactMap(\.number) == [5, 2, 2])
  }

  @Test func `requests to a session that ends are replied to by the server`() {
    var exchange = OSCExchange(access: .files)
    _ = take(&exchange, OSCMessage("/ghostnote/play"))
    _ = take(&exchange, OSCMessage("/ghostnote/stop"), from: other)
    #expect(
      messages(exchange.sessionEnded()).map(\.address) == ["/ghostnote/error", "/ghostnote/error"])
    #expect(exchange.sessionEnded().isEmpty)
  }

  @Test func `who subscribed while the session was gone gets everything when it is back`() {
    var exchange = OSCExchange(access: .files)
    _ = exchange.take(event: Self.seed(rolling: false), at: now)
    _ = exchange.sessionEnded()
    #expect(exchange.shown.values.isEmpty)
    #expect(messages(take(&exchange, OSCMessage("/ghostnote/subscribe", ["state"]))).count == 1)
    let sent = messages(exchange.take(event: Self.seed(rolling: false), at: now) ?? [])
    #expect(sent.count == exchange.session.values.count)
    #expect(sent.contains(OSCMessage("/ghostnote/level", [-6.0])))
  }

  @Test func `no more waits for replies than may`() {
    var exchange = OSCExchange(access: .files)
    for _ in 0..<OSCRequests.most {
      #expect(messages(take(&exchange, OSCMessage("/ghostnote/play"))).isEmpty)
    }
    let refused = messages(take(&exchange, OSCMessage("/ghostnote/play")))
    #expect(refused.map(\.address) == ["/ghostnote/error"])
  }

  @Test func `there are 32 subscribers at most, and each that goes makes room`() throws {
    var subscriptions = OSCSubscriptions()
    let peers = try (0..<33).map { try SocketAddress(ipAddress: "127.0.0.1", port: 6_000 + $0) }
    var added = peers.prefix(32).map { subscriptions.add($0, [.beat], at: 0) }
    #expect(added.allSatisfy { $0 })
    added = [subscriptions.add(peers[32], [.beat], at: 0)]
    added.append(subscriptions.add(peers[3], [.state], at: 0))
    added.append(subscriptions.remove(peers[5]))
    added.append(subscriptions.add(peers[32], [.hits], at: 0))
    #expect(added == [false, true, true, true])
    #expect(subscriptions.peers(of: .beat).count == 31)
    subscriptions.expire(at: OSCSubscriptions.lease)
    #expect(subscriptions.channels.isEmpty)
  }
}
