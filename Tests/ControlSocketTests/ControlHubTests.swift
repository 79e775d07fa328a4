import Commands
import ControlSocket
import Testing

/// Clients of the control socket without sockets; a second is 1 000 000 000.
@Suite struct ControlHubTests {
  private var hub = ControlHub()

  /// What a client takes, which is offered as the server does it: only where something waits.
  private func taken(_ hub: inout ControlHub, _ id: ClientID, atMost limit: Int = .max) -> [String]
  {
    guard hub.hasOutput(id) else { return [] }
    var bytes: [UInt8] = []
    unsafe hub.drain(id, at: 0) { piece in
      let count = min(piece.count, limit - bytes.count)
      unsafe bytes += piece.prefix(count)
      return count
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func connect(_ hub: inout ControlHub) throws -> ClientID {
    let id = hub.connect(at: 0)
    return try #require(id)
  }

  private func requests(_ hub: inout ControlHub, at now: Int64 = 0) -> [ControlRequest] {
    var requests: [ControlRequest] = []
    while let request = hub.nextRequest(at: now) { requests.append(request) }
    return requests
  }

  private func send(_ hub: inout ControlHub, _ id: ClientID, _ text: String) {
    hub.receive(Array(text.utf8), from: id)
  }

  @Test func `replies carry the tag of their request and come in order`() throws {
    var hub = hub
    let id = try connect(&hub)
    send(&hub, id, "@1 a\n@2 b\nc\n@bad/tag d\n")
    for reply in [ControlReply.ok(nil), .ok(#"{"text":"x"}"#), .failure("no", isUsage: true)] {
      let next = hub.nextRequest(at: 0)
      let request = try #require(next)
      let another = hub.nextRequest(at: 0)
      #expect(another == nil, "one at a time")
      hub.reply(reply, to: request)
    }
    let end = hub.nextRequest(at: 0)
    #expect(end == nil)
    let lines = taken(&hub, id)
    #expect(
      lines == [
        "@1 ok", #"@2 ok {"text":"x"}"#, #"error {"message":"no","usage":true}"#,
        #"error {"message":"expected a tag of 1–32 letters, digits, “.”, “_” or “-” after @, and the same after +","usage":true}"#,
      ])
  }

  @Test func `a request has its gesture, and its reply the tag alone`() throws {
    var hub = hub
    let id = try connect(&hub)
    send(&hub, id, "@1+drag.7 step kick 1 x\n@2 play\n@3+ stop\n")
    let first = hub.nextRequest(at: 0)
    let request = try #require(first)
    #expect(request.tag == "1" && request.gesture == "drag.7" && request.line == "step kick 1 x")
    hub.reply(.ok(nil), to: request)
    let second = hub.nextRequest(at: 0)
    let plain = try #require(second)
    #expect(plain.gesture == nil && plain.line == "play")
    hub.reply(.ok(nil), to: plain)
    let none = hub.nextRequest(at: 0)
    #expect(none == nil)
    let lines = taken(&hub, id)
    #expect(lines.prefix(2) == ["@1 ok", "@2 ok"])
    #expect(lines.count == 3 && lines[2].hasPrefix("error "))
  }

  @Test func `each client has its turn, however much one sends`() throws {
    var hub = hub
    let ids = try (0..<4).map { _ in try connect(&hub) }
    send(&hub, ids[0], String(repeating: "flood\n", count: 10_000))
    for id in ids.dropFirst() { send(&hub, id, "one\ntwo\n") }
    var order: [ClientID] = []
    for _ in 0..<2 {
      let turn = requests(&hub)
      order += turn.map(\.client)
      for request in turn { hub.reply(.ok(nil), to: request) }
    }
    #expect(order.count == 8)
    for id in ids { #expect(order.count { $0 == id } == 2) }
  }

  @Test func `a flood is carried out at a bounded rate, and others are not held up by it`() throws {
    var hub = hub
    let (flooder, other) = (try connect(&hub), try connect(&hub))
    send(&hub, flooder, String(repeating: "x\n", count: 40_000))
    var carriedOut = 0
    for _ in 0..<1_000 {
      guard let request = hub.nextRequest(at: 5) else { break }
      hub.reply(.ok(nil), to: request)
      carriedOut += 1
      _ = taken(&hub, flooder)
    }
    #expect(carriedOut == 256)
    let window = hub.nextWindow(at: 5)
    #expect(window == 20_000_005)
    send(&hub, other, "play\n")
    let (next, later) = (hub.nextRequest(at: 6), hub.nextRequest(at: 20_000_005))
    #expect(next?.client == other)
    #expect(later?.client == flooder)
    #expect(hub.wantsInput(flooder) == false, "not more is read than is kept")
  }

  @Test func `a client that takes no replies is asked for no more`() throws {
    var limits = ControlLimits()
    limits.queue = 100
    var hub = ControlHub(limits: limits)
    let id = try connect(&hub)
    send(&hub, id, String(repeating: "status\n", count: 50))
    var count = 0
    while let request = hub.nextRequest(at: 0) {
      hub.reply(.ok(#"{"text":"0123456789012345678901234567890"}"#), to: request)
      count += 1
    }
    #expect(count == 3)
    let replies = taken(&hub, id)
    #expect(replies.count == 3)
    let next = hub.nextRequest(at: 0)
    #expect(next != nil)
  }

  @Test func `state comes as a seed, then as differences with revisions without a gap`() throws {
    var hub = hub
    hub.publish(state: .object(["tempo": .integer(96)]))
    let id = try connect(&hub)
    hub.watch([.state], by: id)
    hub.publish(state: .object(["tempo": .integer(96)]))
    hub.publish(state: .object(["tempo": .integer(97)]))
    hub.publish(state: .object(["tempo": .integer(98), "rolling": .bool(true)]))
    let events = taken(&hub, id)
    #expect(
      events == [
        #"{"state":{"revision":1,"seed":{"tempo":96}}}"#,
        #"{"state":{"changes":[{"op":"replace","path":"/tempo","value":97}],"revision":2}}"#,
        #"{"state":{"changes":[{"op":"add","path":"/rolling","value":true},"#
          + #"{"op":"replace","path":"/tempo","value":98}],"revision":3}}"#,
      ])
  }

  @Test func `a slow reader loses hits, never state: it gets a new seed`() throws {
    var limits = ControlLimits()
    limits.queue = 400
    var hub = ControlHub(limits: limits)
    let (slow, quick) = (try connect(&hub), try connect(&hub))
    for id in [slow, quick] { hub.watch([.state, .hits], by: id) }
    var read: [String] = []
    for tempo in 1...100 {
      hub.publish(state: .object(["tempo": .integer(tempo)]))
      hub.publish(.array([.integer(tempo)]), to: .hits)
      read += taken(&hub, quick)
    }
    #expect(read.count == 201)
    #expect(read.last == #"{"hits":[100]}"#)
    let late = taken(&hub, slow)
    let lost = try #require(late.first { $0.hasPrefix(#"{"lost""#) })
    #expect(late.last == #"{"state":{"revision":100,"seed":{"tempo":100}}}"#)
    let hits = late.count { $0.hasPrefix(#"{"hits""#) }
    #expect(lost == #"{"lost":{"hits":\#(100 - hits)}}"#)
    hub.publish(state: .object(["tempo": .integer(101)]))
    let next = taken(&hub, slow)
    #expect(next.first?.contains(#""revision":101"#) == true)
  }

  /// A client that watches state and hits, and was just sent one message larger than its queue.
  private func missing(_ send: (inout ControlHub, String) -> Void) throws -> (ControlHub, ClientID)
  {
    var limits = ControlLimits()
    limits.queue = 100
    var hub = ControlHub(limits: limits)
    let id = try connect(&hub)
    hub.watch([.state, .hits], by: id)
    _ = taken(&hub, id)
    #expect(!hub.hasOutput(id))
    send(&hub, String(repeating: "x", count: 200))
    return (hub, id)
  }

  private static func publishText(_ hub: inout ControlHub, _ text: String) {
    hub.publish(state: .object(["text": .string(text)]))
  }

  @Test func `a change larger than the queue comes as a seed, also where nothing else waits`()
    throws
  {
    let (start, id) = try missing(Self.publishText)
    var hub = start
    let seed = taken(&hub, id)
    let text = String(repeating: "x", count: 200)
    #expect(seed == [#"{"state":{"revision":1,"seed":{"text":"\#(text)"}}}"#])
    #expect(!hub.hasOutput(id))
    Self.publishText(&hub, "y")
    let next = taken(&hub, id)
    #expect(
      next == [
        #"{"state":{"changes":[{"op":"replace","path":"/text","value":"y"}],"revision":2}}"#
      ])
  }

  @Test func `hits larger than the queue are reported as lost, also where nothing else waits`()
    throws
  {
    let (start, id) = try missing { hub, text in hub.publish(.array([.string(text)]), to: .hits) }
    var hub = start
    let lost = taken(&hub, id)
    #expect(lost == [#"{"lost":{"hits":1}}"#])
    #expect(!hub.hasOutput(id))
  }

  @Test func `a connection that listens is sent sound alone, whatever it missed before`() throws {
    let (start, id) = try missing(Self.publishText)
    var hub = start
    hub.listen(id)
    hub.publish(sound: Array("sound".utf8))
    let bytes = taken(&hub, id)
    #expect(bytes == ["sound"])
  }

  @Test func `a client that is gone is sent nothing of what it missed`() throws {
    let (start, id) = try missing(Self.publishText)
    var hub = start
    #expect(hub.hasOutput(id))
    hub.lose(id)
    #expect(!hub.hasOutput(id))
  }

  @Test(arguments: [false, true])
  func `a client that left before its request was carried out gives up its place`(
    listens: Bool
  ) throws {
    var hub = ControlHub()
    let id = try connect(&hub)
    send(&hub, id, "watch state\n")
    let next = hub.nextRequest(at: 0)
    let request = try #require(next)
    hub.lose(id)
    if listens { hub.listen(id) } else { hub.watch([.state], by: id) }
    hub.reply(.ok(nil), to: request)
    let isDone = hub.isDone(id)
    #expect(isDone && hub.watchedBits == 0 && !hub.hasListeners)
  }

  @Test func `a listener that is slow loses the oldest sound, in whole pieces`() throws {
    var limits = ControlLimits()
    limits.sound = 40
    var hub = ControlHub(limits: limits)
    let id = try connect(&hub)
    hub.listen(id)
    for number in UInt8(0)..<20 { hub.publish(sound: [UInt8](repeating: number, count: 12)) }
    var bytes: [UInt8] = []
    unsafe hub.drain(id, at: 0) { piece in
      unsafe bytes += piece
      return piece.count
    }
    #expect(bytes == (UInt8(17)..<20).flatMap { [UInt8](repeating: $0, count: 12) })
    send(&hub, id, "quit\n")
    let request = hub.nextRequest(at: 0)
    #expect(request == nil, "a listener commands nothing")
  }

  @Test func `one client too many is refused, until one has taken nothing for long`() throws {
    var limits = ControlLimits()
    limits.clients = 2
    var hub = ControlHub(limits: limits)
    let first = try connect(&hub)
    _ = try connect(&hub)
    let refused = hub.connect(at: 0)
    #expect(refused == nil)
    hub.watch([.state], by: first)
    #expect(hub.stalled(at: 9_000_000_000) == nil)
    #expect(hub.stalled(at: 11_000_000_000) == first)
    hub.disconnect(first)
    let taken = hub.connect(at: 0)
    #expect(taken != nil)
  }

  @Test func `what a client asked before it left is carried out, but for a line cut off`() throws {
    var hub = hub
    let id = try connect(&hub)
    send(&hub, id, "play\nstop\ntempo 1")
    hub.lose(id)
    var lines: [String] = []
    while let request = hub.nextRequest(at: 0) {
      let isDone = hub.isDone(id)
      #expect(!isDone)
      lines.append(request.line)
      hub.reply(.ok(nil), to: request)
    }
    #expect(lines == ["play", "stop"])
    let isDone = hub.isDone(id)
    #expect(isDone)
    #expect(!hub.hasOutput(id))
  }
}
