import Commands
import ControlSocket

/// Bytes as clients of the control socket send them: each input is cut into turns of three clients.
enum SocketDoor {
  static func take(_ bytes: [UInt8]) {
    var limits = ControlLimits()
    limits.queue = 4_096
    var hub = ControlHub(limits: limits)
    let ids = (0..<3).compactMap { _ in hub.connect(at: 0) }
    var now: Int64 = 0
    for piece in bytes.split(separator: 0xFF, omittingEmptySubsequences: false) {
      now += 1_000_000
      let id = ids[Int(piece.first ?? 0) % ids.count]
      hub.receive(piece.dropFirst(), from: id)
      while let request = hub.nextRequest(at: now) {
        let tag = request.tag ?? "x"
        precondition((1...32).contains(tag.utf8.count), "a tag of \(tag.utf8.count) bytes")
        let gesture = request.gesture ?? "x"
        precondition(
          (1...32).contains(gesture.utf8.count), "a gesture of \(gesture.utf8.count) bytes")
        precondition(request.gesture == nil || request.tag != nil, "a gesture without a tag")
        precondition(request.line.utf8.count <= 3 * RequestReader.longestLine, "an endless line")
        hub.reply(.ok(JSONNode.string(request.line).text), to: request)
        hub.publish(state: .object(["line": .string(request.line)]))
        if request.line == "watch" { hub.watch([.state, .log], by: request.client) }
      }
      check(&hub, id, now)
    }
    if let node = JSONNode(parsing: String(decoding: bytes, as: UTF8.self)) {
      precondition(JSONNode(parsing: node.text) == node, "JSON changes when it is written")
    }
  }

  /// Every line sent is a reply or an object, and reads as JSON where it holds any.
  private static func check(_ hub: inout ControlHub, _ id: ClientID, _ now: Int64) {
    var sent: [UInt8] = []
    unsafe hub.drain(id, at: now) { piece in
      unsafe sent += piece
      return piece.count
    }
    for line in sent.split(separator: 0x0A) { check(line) }
  }

  /// A line is `[@TAG ]ok [JSON]`, `[@TAG ]error JSON` or an event's object.
  private static func check(_ line: ArraySlice<UInt8>) {
    let isTagged = line.first == UInt8(ascii: "@")
    let rest = isTagged ? line.drop { $0 != UInt8(ascii: " ") }.dropFirst() : line
    // By bytes: a quote and a combining mark after it are one Character, which is not a quote.
    let heads = ["ok ", "error "].map { Array($0.utf8) }
    let head = heads.first { rest.starts(with: $0) } ?? []
    let json = String(decoding: rest.dropFirst(head.count), as: UTF8.self)
    precondition(json == "ok" || JSONNode(parsing: json) != nil, "neither a reply nor an event")
  }
}
