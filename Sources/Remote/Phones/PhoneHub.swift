import ControlSocket
import MusicalTime
import NIOCore
import Rhythm

/// All phones: their seats, and one connection to the session by which they strike.
///
/// It belongs to one event loop. What phones send never becomes a command as it is: a strike is made of a drum of
/// the table, a velocity and a time.
final class PhoneHub {
  private let loop: any EventLoop
  private let daemon: DaemonLines
  /// Nil until the first phone joined: before that, the session is not looked for.
  private var hasSession: Bool?
  private(set) var plan: SeatPlan
  private var delay = EnsembleDelay()
  private var phones: [String: PhoneConnection] = [:]
  /// Phones that are heard of by OSC and have no connection.
  private var sensors: Set<String> = []
  private var watchers: [ObjectIdentifier: (String) -> Void] = [:]
  /// Gives a lost phone's seat away, and forgets one that waited, when its time is over.
  private var clearing: Scheduled<Void>?
  /// Lets the delay follow as time passes.
  private var following: Scheduled<Void>?

  /// How old the time of a stroke may be as it comes, in nanoseconds.
  private let ages: ClosedRange<Int64>

  init(_ session: DaemonAddress, _ limits: RemoteLimits, on loop: any EventLoop) {
    self.loop = loop
    ages = limits.gestureAges
    daemon = DaemonLines(session, on: loop, retry: limits.retry)
    plan = SeatPlan(
      seats: limits.seats, patience: .init(nanoseconds: limits.seatPatience.nanoseconds),
      patienceWithGuests: .init(nanoseconds: limits.seatPatienceWithGuests.nanoseconds))
    daemon.change = { [weak self] in self?.saySession($0) }
  }

  static var now: HostTime { HostTime(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

  // MARK: Who looks

  /// Sends who plays what, whenever it changes, and each stroke.
  func watch(_ id: ObjectIdentifier, send: @escaping (String) -> Void) {
    watchers[id] = send
    send(planText)
  }

  func unwatch(_ id: ObjectIdentifier) { watchers[id] = nil }

  private var planText: String { JSONNode.object(["phones": plan.node(delay)]).text }

  /// Tells everybody how the seats are.
  private func publish() {
    _ = delay.follow(needs, at: Self.now)
    let text = planText
    for send in watchers.values { send(text) }
    for (token, phone) in phones {
      phone.send(text)
      phone.send(JSONNode.object(["own": plan.node(of: token, delay)]).text)
    }
    scheduleClearing()
    scheduleFollowing()
  }

  /// What the phones need that play tight, by their tokens.
  private var needs: [String: Int] {
    phones.filter { plan.isPlaying($0.key) }.compactMapValues(\.need)
  }

  /// Lets the delay of all who play tight follow what they need, and tells them where it changed.
  func followNeeds() {
    if delay.follow(needs, at: Self.now) { publish() } else { scheduleFollowing() }
  }

  private func scheduleFollowing() {
    following?.cancel()
    following = nil
    guard delay.isPending else { return }
    let hub = NIOLoopBound(self, eventLoop: loop)
    following = loop.scheduleTask(in: .seconds(1)) { hub.value.followNeeds() }
  }

  private func scheduleClearing() {
    clearing?.cancel()
    clearing = nil
    guard let end = plan.nextEnd else { return }
    let hub = NIOLoopBound(self, eventLoop: loop)
    let deadline = NIODeadline.uptimeNanoseconds(UInt64(max(0, end.nanoseconds)))
    clearing = loop.scheduleTask(deadline: deadline) {
      hub.value.plan.clear(at: Self.now)
      hub.value.publish()
    }
  }

  // MARK: Phones

  /// Takes a phone in; returns its token.
  func join(_ phone: PhoneConnection, token: String?, name: String) throws(SeatPlan.Refusal)
    -> String
  {
    let token = token ?? Self.newToken()
    plan.clear(at: Self.now)
    try plan.join(token, name: name)
    // The same token from another tab: the later one has the seat.
    if let other = phones[token], other !== phone { other.replace() }
    phones[token] = phone
    publish()
    phone.send(JSONNode.object(["session": .bool(hasSession == true)]).text)
    findDaemon()
    return token
  }

  private static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0...(.max), using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  func rename(_ token: String, _ name: String) {
    plan.rename(token, name)
    publish()
  }

  func choose(_ drum: Drum, for token: String) throws(SeatPlan.Refusal) {
    try plan.choose(drum, for: token)
    publish()
  }

  /// Whether a phone that has joined is seen.
  func setPresent(_ token: String, _ isPresent: Bool, name: String) {
    if isPresent { try? plan.join(token, name: name) } else { plan.lose(token, at: Self.now) }
    publish()
  }

  func leave(_ token: String) {
    phones[token] = nil
    plan.leave(token)
    publish()
  }

  /// The connection of a phone is gone; its seat, or its place in the line, is kept.
  func lose(_ token: String, _ phone: PhoneConnection) {
    guard phones[token] === phone else { return }
    phones[token] = nil
    plan.lose(token, at: Self.now)
    publish()
  }

  /// Takes in a phone that sends accelerations by OSC.
  func joinSensor(_ token: String, name: String) throws(SeatPlan.Refusal) {
    plan.clear(at: Self.now)
    try plan.join(token, name: name)
    sensors.insert(token)
    publish()
    findDaemon()
  }

  /// A phone sends no more by OSC; its seat is kept.
  func loseSensor(_ token: String) {
    guard sensors.remove(token) != nil else { return }
    plan.lose(token, at: Self.now)
    publish()
  }

  /// Strikes the drum of a phone's seat: heard at once, or with the delay of all who play tight.
  func strike(_ token: String, _ velocity: Velocity, at time: HostTime) {
    guard let seat = plan.seat(of: token) else { return }
    let now = Self.now
    let age = time.distance(to: now).nanoseconds
    let struck = ages.contains(age) ? time : now
    let drum = plan.seats[seat].drum
    // With the delay an old one would be later still, and others would overtake it.
    let wait = age > ages.upperBound ? nil : delay.milliseconds(of: token, at: struck)
    let after = wait.map { " after \($0)" } ?? ""
    let line = "hit \(drum.name) \(velocity.value) at \(struck.nanoseconds)\(after)"
    guard daemon.send(line), !watchers.isEmpty else { return }
    let stroke: [String: JSONNode] = [
      "seat": .integer(seat + 1), "drum": .string(drum.name), "velocity": .integer(velocity.value),
      "time": .integer(Int(struck.nanoseconds)), "delay": .integer(wait ?? 0),
    ]
    let text = JSONNode.object(["stroke": .object(stroke)]).text
    for send in watchers.values { send(text) }
  }

  // MARK: The session

  private func findDaemon() {
    guard hasSession == nil else { return }
    hasSession = false
    daemon.begin()
  }

  private func saySession(_ isHere: Bool) {
    hasSession = isHere
    let text = JSONNode.object(["session": .bool(isHere)]).text
    for phone in phones.values { phone.send(text) }
  }
}
