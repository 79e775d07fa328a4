import Commands
import ControlSocket
import NIOCore
import NIOPosix
import NIOWebSocket

/// One page: a WebSocket, and a connection of its own to the daemon's control socket.
///
/// A slow page holds up only itself: what one end does not take is not read from the other, and the
/// daemon then drops hits and levels for this page.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let address: DaemonAddress
  private let gate: LineGate
  private let limits: RemoteLimits
  private let hub: PhoneHub
  private let writer = WebSocketWriter()
  private let reading: ReadingLimit
  private var daemon: (any Channel)?

  init(_ address: DaemonAddress, _ gate: LineGate, _ limits: RemoteLimits, _ hub: PhoneHub) {
    self.hub = hub
    self.address = address
    self.gate = gate
    self.limits = limits
    reading = ReadingLimit(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    writer.begin(context, ping: limits.ping)
    reading.hasRoom = { [weak self] in self?.daemon?.isWritable ?? true }
    reading.begin(context)
    findDaemon()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    hub.unwatch(ObjectIdentifier(self))
    writer.end()
    reading.end()
    daemon?.close(promise: nil)
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
    case .connectionClose: writer.close(.normalClosure)
    default: writer.close(.protocolError)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    daemon?.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
    reading.writabilityChanged()
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
    let tag: String?
    do throws(LineGate.Refusal) { tag = try gate.check(tagged: line).tag } catch {
      return refuse(error)
    }
    guard let daemon, daemon.isActive else {
      return refuse(
        .init(message: "the session is gone; start it with `ghostnote run`", tag: tag))
    }
    var bytes = daemon.allocator.buffer(capacity: line.utf8.count + 1)
    bytes.writeString(line)
    bytes.writeInteger(0x0A as UInt8)
    daemon.writeAndFlush(bytes, promise: nil)
  }

  /// `!sync T` is the page's question for our clock: T as it came, and CLOCK_MONOTONIC in nanoseconds;
  /// `!phones` asks who plays what, from now on.
  private func obey(_ line: String) {
    if line == "!phones" {
      return hub.watch(ObjectIdentifier(self)) { [weak self] text in self?.writer.send(text) }
    }
    let words = line.split(separator: " ")
    guard words.first == "!sync", words.count == 2, let sent = Double(words[1]), sent.isFinite
    else { return writer.close(.policyViolation) }
    writer.send(#"{"sync":{"sent":\#(sent),"time":\#(NIODeadline.now().uptimeNanoseconds)}}"#)
  }

  private func refuse(_ refusal: LineGate.Refusal) {
    let head = refusal.tag.map { "@\($0) " } ?? ""
    let reason = JSONNode.object(["message": .string(refusal.message)])
    writer.send("\(head)error \(reason.text)")
  }

  // MARK: To the page

  /// Sends a line of the daemon's.
  func pass(_ line: ByteBuffer) { writer.send(line, .text, flushes: false) }

  func flush() { writer.flush() }

  // MARK: The daemon's end

  private func findDaemon() {
    guard let loop = writer.channel?.eventLoop, writer.channel?.isActive == true else { return }
    guard let file = try? address.connect() else { return lookAgain() }
    let page = NIOLoopBound(self, eventLoop: loop)
    ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longest),
            DaemonHandler(page.value))
        }
      }
      .withConnectedSocket(file)
      .whenComplete { result in
        switch result {
        case .success(let channel): page.value.daemonIsHere(channel)
        case .failure: page.value.lookAgain()
        }
      }
  }

  private func daemonIsHere(_ channel: any Channel) {
    guard writer.channel != nil else { return channel.close(promise: nil) }
    daemon = channel
    sayPresence(true)
    reading.update()
  }

  /// The daemon ended, or restarts.
  func daemonIsGone() {
    guard writer.channel != nil, daemon != nil else { return }
    daemon = nil
    sayPresence(false)
    reading.update()
    lookAgain()
  }

  private func lookAgain() {
    guard let loop = writer.channel?.eventLoop else { return }
    if daemon == nil, !hasSaidAbsence { sayPresence(false) }
    let page = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: limits.retry) { page.value.findDaemon() }
  }

  private var hasSaidAbsence = false

  private func sayPresence(_ isHere: Bool) {
    hasSaidAbsence = !isHere
    let members: [String: JSONNode] = [
      "here": .bool(isHere), "access": .string(gate.access.rawValue),
      "session": address.name.map { .string($0) } ?? .null,
    ]
    writer.send(JSONNode.object(["page": .object(members)]).text)
  }

  /// The daemon takes what it is sent, or does not.
  func daemonTakesOrNot() { reading.update() }
}
