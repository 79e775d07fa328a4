import Commands
import ControlSocket
import NIOCore
import NIOWebSocket

/// One page: a WebSocket, and a connection of its own to the daemon's control socket, for all but hits and
/// levels, which all pages have from one.
///
/// A slow page holds up only itself: what one end does not take is not read from the other, and hits and
/// levels are dropped for this page.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let address: DaemonAddress
  private let lineCheck: LineCheck
  private let limits: RemoteLimits
  private let hubs: Hubs
  private let writer = WebSocketWriter()
  private let shared: PageWatch
  private let reading: ReadingLimit
  private var daemon: DaemonLines?

  init(_ address: DaemonAddress, _ lineCheck: LineCheck, _ limits: RemoteLimits, _ hubs: Hubs) {
    self.hubs = hubs
    shared = PageWatch(writer)
    self.address = address
    self.lineCheck = lineCheck
    self.limits = limits
    reading = ReadingLimit(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    writer.begin(context, ping: limits.ping)
    reading.hasRoom = { [weak self] in self?.daemon?.isWritable ?? true }
    reading.begin(context)
    findDaemon(context.eventLoop)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    hubs.phones.unwatch(ObjectIdentifier(self))
    hubs.events.watch([], by: shared)
    writer.end()
    reading.end()
    daemon?.end()
    daemon = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !writer.isClosing else { return }
    writer.hear()
    reading.count()
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return writer.close(.protocolError)
    }
    switch frame.opcode {
    case .text: take(frame.unmaskedData)
    case .binary: writer.close(.unacceptableData)
    case .ping: writer.send(frame.unmaskedData, .pong)
    case .pong: break
    case .connectionClose: writer.replyToClose(frame.unmaskedData)
    default: writer.close(.protocolError)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let isWritable = context.channel.isWritable
    daemon?.setReading(isWritable)
    reading.writabilityChanged()
    if isWritable { shared.hasCaughtUp() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: writer.close(.messageTooLarge)
    default: writer.close(.protocolError)
    }
  }

  // MARK: From the page

  private func take(_ data: ByteBuffer) {
    guard let line = String(validating: data.readableBytesView, as: UTF8.self) else {
      return writer.close(.unknown(1007))
    }
    if line.hasPrefix("!") { return obey(line) }
    let (tag, command): (String?, String)
    do throws(LineCheck.Refusal) { (tag, command) = try lineCheck.check(tagged: line) } catch {
      return refuse(error)
    }
    var passed = line
    if let (channels, rest) = PageWatch.split(command) {
      hubs.events.watch(channels, by: shared)
      passed = tag.map { "@\($0) \(rest)" } ?? rest
    }
    // What was read is sent on: it is the page that is held up.
    if daemon?.send(passed, mayWait: true) != true {
      refuse(.init(message: "the session is gone; start it with `ghostnote run`", tag: tag))
    }
  }

  /// `!sync T` is the page's question for our clock: T as it came, and CLOCK_MONOTONIC in nanoseconds;
  /// `!phones` asks who plays what, from now on.
  private func obey(_ line: String) {
    if line == "!phones" {
      return hubs.phones.watch(ObjectIdentifier(self)) { [weak self] text in self?.writer.send(text)
      }
    }
    let words = line.split(separator: " ")
    guard words.first == "!sync", words.count == 2, let sent = Double(words[1]), sent.isFinite
    else { return writer.close(.policyViolation) }
    writer.send(#"{"sync":{"sent":\#(sent),"time":\#(NIODeadline.now().uptimeNanoseconds)}}"#)
  }

  private func refuse(_ refusal: LineCheck.Refusal) {
    let head = refusal.tag.map { "@\($0) " } ?? ""
    var reason: [String: JSONNode] = ["message": .string(refusal.message)]
    if refusal.isUsage { reason["usage"] = .bool(true) }
    writer.send("\(head)error \(JSONNode.object(reason).text)")
  }

  // MARK: The daemon's end

  private func findDaemon(_ loop: any EventLoop) {
    let daemon = DaemonLines(address, on: loop, retry: limits.retry)
    daemon.take = { [writer] in writer.send($0, .text, flushes: false) }
    daemon.finish = { [writer] in writer.flush() }
    daemon.turn = { [reading] in reading.update() }
    daemon.change = { [weak self] isHere in
      self?.sayPresence(isHere)
      self?.reading.update()
    }
    self.daemon = daemon
    daemon.begin()
  }

  private func sayPresence(_ isHere: Bool) {
    let members: [String: JSONNode] = [
      "here": .bool(isHere), "access": .string(lineCheck.access.rawValue),
      "session": address.name.map { .string($0) } ?? .null,
    ]
    writer.send(JSONNode.object(["page": .object(members)]).text)
  }
}
