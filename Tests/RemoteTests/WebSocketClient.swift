import Foundation

/// A WebSocket as a test speaks it: frames by their bytes.
final class WebSocketClient {
  let raw: RawClient
  private var received: [UInt8] = []

  /// A frame from the server.
  struct Frame: Equatable {
    var opcode: UInt8
    var payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }
    /// The code of a closing frame.
    var code: Int { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0 }
  }

  /// The request that opens one, from the page at `port`.
  static func opening(
    port: Int, path: String = "/socket", version: String = "13",
    key: String = "dGhlIHNhbXBsZSBub25jZQ==", host: String = "127.0.0.1", headers: String? = nil
  ) -> String {
    "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\n"
      + (headers ?? "Origin: http://\(host):\(port)\r\n")
      + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: \(key)\r\n"
      + "Sec-WebSocket-Version: \(version)\r\n\r\n"
  }

  /// - Parameter headers: instead of the Origin of a page at `host`.
  init(
    port: Int, path: String = "/socket", host: String = "127.0.0.1", headers: String? = nil
  ) throws {
    raw = try RawClient(host: host, port: port)
    raw.send(Self.opening(port: port, path: path, host: host, headers: headers))
    let end = Array("\r\n\r\n".utf8)
    let (bytes, _) = raw.receive { $0.firstRange(of: end) != nil }
    guard let head = bytes.firstRange(of: end),
      bytes.starts(with: Array("HTTP/1.1 101".utf8))
    else { throw RawClient.Failure(what: String(decoding: bytes, as: UTF8.self)) }
    received = Array(bytes[head.upperBound...])
  }

  /// A frame as a client sends it: masked.
  static func frame(
    _ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true,
    reserved: UInt8 = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | reserved | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    if payload.count < 126 {
      bytes.append(mask | UInt8(payload.count))
    } else if payload.count < 65_536 {
      bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    } else {
      bytes += [mask | 127] + (0..<8).reversed().map { UInt8(payload.count >> (8 * $0) & 0xFF) }
    }
    let key: [UInt8] = [1, 2, 3, 4]
    if isMasked { bytes += key }
    return bytes + payload.enumerated().map { isMasked ? $1 ^ key[$0 % 4] : $1 }
  }

  func send(_ line: String) { raw.send(Self.frame(Array(line.utf8))) }

  /// The next frame; nil where the server closed the connection or nothing came in time.
  func next(within seconds: Double = 20) -> Frame? {
    while true {
      if let frame = takeFrame() { return frame }
      let (bytes, isClosed) = raw.receive(within: seconds) { !$0.isEmpty }
      received += bytes
      if bytes.isEmpty || isClosed && takeable == nil { return nil }
    }
  }

  /// The first frame that `isWanted` of those that come within `seconds`.
  func frame(within seconds: Double = 20, where isWanted: (Frame) -> Bool) -> Frame? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while let frame = next(within: max(deadline.timeIntervalSinceNow, 0)) {
      if isWanted(frame) { return frame }
    }
    return nil
  }

  /// The text of the first frame that `isWanted`.
  func text(within seconds: Double = 20, where isWanted: (String) -> Bool) -> String? {
    frame(within: seconds) { $0.opcode == 1 && isWanted($0.text) }?.text
  }

  /// The reply to a line.
  func reply(to line: String, tag: String = "t") -> String? {
    send("@\(tag) \(line)")
    return text { $0.hasPrefix("@\(tag) ") }
  }

  /// The code with which the server closes, 0 where it closes without one; nil where it does not close in time.
  func closingCode() -> Int? {
    if let closing = frame(where: { $0.opcode == 8 }) { return closing.code }
    return raw.receive(within: 0.1).isClosed ? 0 : nil
  }

  /// Where the first frame's payload is.
  private var takeable: Range<Int>? {
    guard received.count >= 2 else { return nil }
    var (start, count) = (2, Int(received[1] & 0x7F))
    let wide = count == 126 ? 2 : count == 127 ? 8 : 0
    guard received.count >= 2 + wide else { return nil }
    if wide > 0 { count = received[2..<2 + wide].reduce(0) { $0 << 8 | Int($1) } }
    start += wide
    return received.count >= start + count ? start..<start + count : nil
  }

  private func takeFrame() -> Frame? {
    guard let range = takeable else { return nil }
    let frame = Frame(opcode: received[0] & 0x0F, payload: Array(received[range]))
    received.removeFirst(range.upperBound)
    return frame
  }
}
