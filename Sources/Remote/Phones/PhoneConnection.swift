import ControlSocket
import MusicalTime
import NIOCore
import NIOWebSocket

/// One phone: a WebSocket by which it joins, and strikes the drum of its seat.
final class PhoneConnection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let hub: PhoneHub
  private let limits: RemoteLimits
  private let writer = WebSocketWriter()
  private var token: String?
  private var name = ""
  /// In milliseconds: what it needs to play tight; nil where it plays fast.
  private(set) var need: Int?
  /// Thirty fingers a second are many; what exceeds them is not struck.
  private var strokes = Allowance(burst: 16, perSecond: 40)
  private var changes = Allowance(burst: 20, perSecond: 5)
  private var questions = Allowance(burst: 40, perSecond: 10)
  private var refusals = Allowance(burst: 20, perSecond: 1)

  init(_ hub: PhoneHub, _ limits: RemoteLimits) {
    self.hub = hub
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) { writer.begin(context, ping: limits.ping) }

  func handlerRemoved(context: ChannelHandlerContext) {
    writer.end()
    if let token { hub.lose(token, self) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !writer.isClosing else { return }
    writer.hear()
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return writer.close(.protocolError)
    }
    switch frame.opcode {
    case .text: take(frame.unmaskedData)
    case .ping where questions.takes(at: PhoneHub.now): writer.send(frame.unmaskedData, .pong)
    case .ping: writer.close(.policyViolation)
    case .pong: break
    case .connectionClose: writer.replyToClose(frame.unmaskedData)
    case .binary: writer.close(.unacceptableData)
    default: writer.close(.protocolError)
    }
  }

  /// A phone that takes nothing is closed: it has its seat again when it comes back.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if !context.channel.isWritable { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: writer.close(.messageTooLarge)
    default: writer.close(.protocolError)
    }
  }

  func send(_ text: String) { writer.send(text) }

  /// Another connection has the seat now.
  func replace() {
    token = nil
    send(JSONNode.object(["replaced": .bool(true)]).text)
    writer.close(.normalClosure)
  }

  // MARK: What it sends

  private func take(_ data: ByteBuffer) {
    guard let line = String(validating: data.readableBytesView, as: UTF8.self) else {
      return writer.close(.unknown(1007))
    }
    do throws(PhoneMessage.Refusal) { try obey(PhoneMessage(line)) } catch {
      refuse(error.message)
    }
  }

  private func obey(_ message: PhoneMessage) throws(PhoneMessage.Refusal) {
    let now = PhoneHub.now
    switch message {
    case .hit(let velocity, let time):
      guard let token, strokes.takes(at: now) else { return }
      hub.strike(token, velocity, at: time)
    case .sync(let sent):
      guard questions.takes(at: now) else { return writer.close(.policyViolation) }
      send(#"{"sync":{"sent":\#(sent),"time":\#(PhoneHub.now.nanoseconds)}}"#)
    default:
      guard changes.takes(at: now) else { return writer.close(.policyViolation) }
      do throws(SeatPlan.Refusal) { try change(message) } catch { refuse(error.message) }
    }
  }

  private func change(_ message: PhoneMessage) throws(SeatPlan.Refusal) {
    switch message {
    case .join(let shown, let name):
      self.name = name
      token = try hub.join(self, token: token ?? shown, name: name)
      return
    // Also before it has joined: then it has its delay from the first stroke on.
    case .tight(let milliseconds): return play(needing: milliseconds)
    case .fast: return play(needing: nil)
    default: break
    }
    guard let token else { throw .notSeated }
    switch message {
    case .name(let name):
      self.name = name
      hub.rename(token, name)
    case .drum(let drum): try hub.choose(drum, for: token)
    case .away: hub.setPresent(token, false, name: name)
    case .back: hub.setPresent(token, true, name: name)
    case .leave:
      (self.token, need) = (nil, nil)
      hub.leave(token)
    default: break
    }
  }

  private func play(needing milliseconds: Int?) {
    need = milliseconds
    hub.followNeeds()
  }

  private func refuse(_ message: String) {
    guard refusals.takes(at: PhoneHub.now) else { return writer.close(.policyViolation) }
    send(JSONNode.object(["refused": .object(["message": .string(message)])]).text)
  }
}
