import Commands
import ControlSocket
import NIOCore
import OSC
import Rhythm

/// What goes on between OSC's senders and the session, without sockets: datagrams, replies and events come
/// in, and actions come out.
struct OSCExchange: Sendable {
  /// What is to be done.
  enum Action: Sendable, Hashable {
    case send(OSCPacket, to: SocketAddress)
    /// A line for the session; its reply comes back under `tag`.
    case carryOut(String, tag: String, isUrgent: Bool)
    /// A message of a bundle, to be taken in that many nanoseconds.
    case wait(OSCMessage, from: SocketAddress, nanoseconds: Int64)
    /// What a phone's sensors say.
    case move(SensorReading)
    /// The drum that a phone is to strike by its movement; `replied` says what came of it.
    case choose(Drum, phone: String, from: SocketAddress)
  }

  /// How far ahead a bundle may be, in nanoseconds.
  static let farthest: Int64 = 10_000_000_000

  private let lineCheck: LineCheck
  /// Whether that is the port where we listen, at an address of this machine.
  var isOurOwn: @Sendable (SocketAddress) -> Bool = { _ in false }
  private var requests = OSCRequests()
  var session = SessionPicture()
  var subscriptions = OSCSubscriptions()
  /// What subscribers to `state` were sent, and those who speak Hydrogen's addresses.
  var shown = ShownValues()
  var shownToHydrogen = ShownValues()
  /// The latest beat that was announced.
  var announced: Int?
  var hydrogen = HydrogenMemory()
  private var motion = MotionReader()
  private var clocks: SensorClocks

  /// - Parameter ages: how old the time of a sample may be as it comes, in nanoseconds.
  init(access: AccessLevel, ages: ClosedRange<Int64> = RemoteLimits().gestureAges) {
    lineCheck = LineCheck(access: access)
    clocks = SensorClocks(ages: ages)
  }

  // MARK: From senders

  /// Takes a datagram. One of our own is left out: what we show, sent back to us, would be obeyed.
  mutating func take(
    _ bytes: some Collection<UInt8>, from peer: SocketAddress, at now: TwoClocks
  ) -> [Action] {
    guard !isOurOwn(peer) else { return [] }
    let packet: OSCPacket
    do throws(OSCError) { packet = try OSCPacket(bytes) } catch {
      // What does not even begin as OSC gets no reply, so that two programs never complain to each other.
      guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "#") else {
        return []
      }
      return [failure("/", error.description, to: peer)]
    }
    let messages = packet.messages
    if let obstacle = Self.obstacle(to: messages.map(\.message)) {
      return [failure("/", obstacle, to: peer)]
    }
    return messages.flatMap { message, time in
      // A sensor cannot have measured what is to come: where its clock is ahead, that does not delay it.
      let wait = Self.isCommand(message) ? time.map(now.nanoseconds(until:)) ?? 0 : 0
      guard wait <= Self.farthest else {
        let most = Self.farthest / 1_000_000_000
        return [failure(message.address, "expected a time at most \(most) s ahead", to: peer)]
      }
      let measured = wait > 0 ? nil : time.flatMap { stamp($0, from: peer, at: now) }
      return wait > 0
        ? [.wait(message, from: peer, nanoseconds: wait)]
        : take(message, from: peer, at: now, stamped: measured)
    }
  }

  /// Whether a message is for the session: all others are from sensors.
  private static func isCommand(_ message: OSCMessage) -> Bool {
    let root = message.address.parts.first
    return root == Substring(OSCCommands.root) || root == Substring(HydrogenAddress.root)
  }

  /// Takes a message whose time has come; `stamp` is when a sensor measured it, by the monotonic clock, and nil for now.
  mutating func take(
    _ message: OSCMessage, from peer: SocketAddress, at now: TwoClocks, stamped stamp: Int64? = nil
  ) -> [Action] {
    do throws(CommandError) {
      switch message.address.parts.first {
      case Substring(OSCCommands.root): return try takeOwn(message, from: peer, at: now)
      case Substring(HydrogenAddress.root): return takeHydrogen(message, from: peer, at: now)
      default:
        // A bundle says when the sensor measured, which neither the network nor we delay.
        guard let samples = motion.take(message, from: peer, at: stamp ?? now.monotonic) else {
          throw CommandError(
            "unknown address \(message.address): expected /ghostnote/… or /Hydrogen/…")
        }
        guard samples.isEmpty || lineCheck.access >= .play else {
          throw CommandError(
            "striking drums needs access level play, and this is \(lineCheck.access.rawValue)")
        }
        return samples.map { .move($0) }
      }
    } catch { return [failure(message.address, error.description, to: peer)] }
  }

  /// The time that a bundle says, by the monotonic clock; nil if the sender's clock is another one than ours.
  private mutating func stamp(
    _ time: OSCTimeTag, from peer: SocketAddress, at now: TwoClocks
  ) -> Int64? {
    guard let measured = now.monotonic(of: time) else { return nil }
    return clocks.time(measured, of: MotionReader.name(peer), at: now.monotonic)
  }

  private mutating func takeOwn(
    _ message: OSCMessage, from peer: SocketAddress, at now: TwoClocks
  ) throws(CommandError) -> [Action] {
    let name = message.address.parts.count == 2 ? message.address.parts[1] : ""
    switch name {
    case "cmd":
      guard message.arguments.count == 1, case .string(let line) = message.arguments[0] else {
        throw CommandError("/ghostnote/cmd: expected one string, a command's line", isUsage: true)
      }
      return try enter(line, of: message.address, from: peer)
    case "subscribe": return try subscribe(message, from: peer, at: now)
    case "motion":
      return try setMotion(message, of: peer, at: now)
    case "unsubscribe":
      try unsubscribe(message, from: peer)
      return [reply(message.address, "", to: peer)]
    // What we send ourselves; another Ghostnote at the other end must not make an echo.
    case _ where OSCOwnAddress.sent.contains(name): return []
    default:
      var actions: [Action] = []
      for command in try OSCCommands.commands(message) {
        actions += try enter(command.line, of: message.address, from: peer)
      }
      return actions
    }
  }

  /// Sets the unit of a phone's app, whether gravity is included, and the phone's drum.
  private mutating func setMotion(
    _ message: OSCMessage, of peer: SocketAddress, at now: TwoClocks
  ) throws(CommandError) -> [Action] {
    var (rest, drum): ([OSCArgument], Drum?) = ([], nil)
    for argument in message.arguments {
      if case .string(let name) = argument, let found = Drum(name: name) {
        drum = found
      } else {
        rest.append(argument)
      }
    }
    guard drum == nil || lineCheck.access >= .play else {
      throw CommandError(
        "motion: a drum needs access level play, and this is \(lineCheck.access.rawValue)")
    }
    try motion.set(rest, from: peer, at: now.monotonic)
    guard let drum else { return [reply(message.address, "", to: peer)] }
    return [.choose(drum, phone: MotionReader.name(peer), from: peer)]
  }

  /// The reply to a phone that asked for a drum; `refusal` is why it does not get it.
  func replied(toChoiceOf peer: SocketAddress, _ refusal: SeatPlan.Refusal?) -> Action {
    let address: OSCAddress = "/ghostnote/motion"
    guard let refusal else { return reply(address, "", to: peer) }
    return failure(address, "motion: \(refusal.message)", to: peer)
  }

  private mutating func takeHydrogen(
    _ message: OSCMessage, from peer: SocketAddress, at now: TwoClocks
  ) -> [Action] {
    let isNew = !subscriptions.isSent(peer, .hydrogen, at: now.monotonic)
    // Who is one too many is still obeyed.
    let isAdded = subscriptions.add(
      peer, [.hydrogen], at: now.monotonic, for: OSCSubscriptions.hydrogenLease)
    // Hydrogen sends a new client how everything stands.
    let greeting = isNew && isAdded ? everythingOfHydrogen(to: peer) : []
    do throws(CommandError) {
      return greeting + (try obeyHydrogen(message, from: peer, at: now))
    } catch { return greeting + [failure(message.address, error.description, to: peer)] }
  }

  private mutating func obeyHydrogen(
    _ message: OSCMessage, from peer: SocketAddress, at now: TwoClocks
  ) throws(CommandError) -> [Action] {
    var memory = hydrogen
    let lines = try HydrogenAddress.lines(message, session: session, at: now.monotonic, &memory)
    var actions: [Action] = []
    if !lines.isEmpty {
      let line = lines.joined(separator: "; ")
      actions = try enter(line, of: message.address, from: peer, isHydrogens: true)
    }
    // What may not be asked for is not remembered as asked.
    hydrogen = memory
    return actions
  }

  /// Asks the session for a line.
  private mutating func enter(
    _ line: String, of address: OSCAddress, from peer: SocketAddress, isHydrogens: Bool = false
  ) throws(CommandError) -> [Action] {
    // What is watched is ours to say: replies to it are not sent to a sender.
    guard OSCCommands.isCommand(line) else {
      throw CommandError("\(address): expected a command; /ghostnote/subscribe watches")
    }
    do throws(LineCheck.Refusal) { try lineCheck.check(line) } catch {
      throw CommandError(error.message)
    }
    let request = OSCRequests.Request(line, of: address, from: peer, isHydrogens: isHydrogens)
    let (tag, isUrgent) = try requests.add(request)
    return [.carryOut(line, tag: tag, isUrgent: isUrgent)]
  }

  private mutating func subscribe(
    _ message: OSCMessage, from peer: SocketAddress, at now: TwoClocks
  ) throws(CommandError) -> [Action] {
    let (channels, port) = try OSCSubscriptions.wish(in: message)
    let sender = peer
    var peer = peer
    if let port { peer.port = port }
    guard !isOurOwn(peer) else {
      throw CommandError(
        "subscribe: expected the port of a program that shows it, found Ghostnote’s own",
        isUsage: true)
    }
    guard subscriptions.add(peer, channels, by: sender, at: now.monotonic) else {
      throw CommandError("expected at most \(OSCSubscriptions.most) subscribers")
    }
    let seconds = Int32(OSCSubscriptions.lease / 1_000_000_000)
    let names = channels.map(\.rawValue).sorted().map { OSCArgument.string($0) }
    let confirmation = OSCMessage("/ghostnote/subscribed", [.int32(seconds)] + names)
    var actions: [Action] = [.send(.message(confirmation), to: peer)]
    if channels.contains(.state) { actions += everything(to: peer) }
    if channels.contains(.hydrogen) { actions += everythingOfHydrogen(to: peer) }
    return actions
  }

  /// Ends what a port of the sender's is sent, whichever program asked for it, or all that the sender asked for.
  private mutating func unsubscribe(
    _ message: OSCMessage, from peer: SocketAddress
  ) throws(CommandError) {
    guard let port = try OSCSubscriptions.end(in: message) else {
      return subscriptions.removeAll(of: peer)
    }
    var target = peer
    target.port = port
    _ = subscriptions.remove(target)
  }

  // MARK: From the session

  /// Passes a reply on to the sender of its line.
  mutating func take(reply tag: String, isOK: Bool, json: String) -> [Action] {
    guard let request = requests.remove(tag) else { return [] }
    guard isOK else {
      if request.isHydrogens { hydrogen.forgetAsked() }
      let message = JSONNode(parsing: json)?["message"]?.string ?? json
      return [failure(request.address, message, to: request.peer)]
    }
    // Hydrogen sends no replies, and what was made for it expects none.
    guard !request.isHydrogens else { return [] }
    guard json.utf8.count < 60_000 else {
      return [
        failure(
          request.address,
          "the reply has \(json.utf8.count) bytes, more than a packet; ask by the control socket",
          to: request.peer)
      ]
    }
    return [reply(request.address, json, to: request.peer)]
  }

  /// The session has gone: what was asked of it gets no reply of its own.
  mutating func sessionEnded() -> [Action] {
    session.forget()
    shown.forget()
    shownToHydrogen.forget()
    hydrogen.forgetAsked()
    announced = nil
    return requests.removeAll().map { failure($0.address, Self.gone, to: $0.peer) }
  }

  /// Takes back a line that could not be sent.
  mutating func lineWasLost(_ tag: String, _ reason: String = gone) -> [Action] {
    guard let request = requests.remove(tag) else { return [] }
    if request.isHydrogens { hydrogen.forgetAsked() }
    return [failure(request.address, reason, to: request.peer)]
  }

  static let gone = "the session is gone; start it with `ghostnote run`"

  // MARK: Messages

  private func reply(_ address: OSCAddress, _ json: String, to peer: SocketAddress) -> Action {
    let arguments: [OSCArgument] = [.string(address.description), .string(json)]
    return .send(.message(OSCMessage("/ghostnote/reply", arguments)), to: peer)
  }

  private func failure(_ address: OSCAddress, _ reason: String, to peer: SocketAddress) -> Action {
    let arguments: [OSCArgument] = [.string(address.description), .string(Self.shortened(reason))]
    return .send(.message(OSCMessage("/ghostnote/error", arguments)), to: peer)
  }
}
