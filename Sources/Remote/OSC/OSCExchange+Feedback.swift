import ControlSocket
import NIOCore
import OSC

/// What subscribers are sent.
extension OSCExchange {
  /// Bytes of a packet that fits into one Ethernet frame.
  private static let frame = 1_400
  /// How long before it is heard a beat is announced, in nanoseconds.
  private static let lead: Int64 = 20_000_000
  /// How late one is announced at most; its time tag says when it was. Older ones are left out.
  private static let mostLate: Int64 = 100_000_000
  /// Beats by which the transport jumped back at least; where it follows a clock, it is corrected by less.
  private static let jump = 0.25

  /// Takes an event that the session sent; nil where a new seed of its state has to be asked for.
  mutating func take(event: JSONNode, at now: TwoClocks) -> [Action]? {
    if let state = event["state"] {
      let place = session.beat(at: now.monotonic)
      guard session.take(state) else { return nil }
      hydrogen.compare(with: session, at: now.monotonic)
      countAgain(after: place, at: now)
      return changes(at: now)
    }
    if let hits = event["hits"] { return struck(hits.elements, at: now) }
    return []
  }

  /// All values, for one that just subscribed.
  func everything(to peer: SocketAddress) -> [Action] {
    Self.packets(session.values).map { .send($0, to: peer) }
  }

  /// All of Hydrogen's values, for one that speaks its addresses from now on.
  func everythingOfHydrogen(to peer: SocketAddress) -> [Action] {
    Self.packets(session.hydrogenValues).map { .send($0, to: peer) }
  }

  private mutating func changes(at now: TwoClocks) -> [Action] {
    var actions = send(Self.packets(shown.difference(to: session.values)), to: .state)
    let changed = shownToHydrogen.difference(to: session.hydrogenValues)
    actions += send(Self.packets(changed), to: .hydrogen)
    return actions
  }

  private func struck(_ hits: [JSONNode], at now: TwoClocks) -> [Action] {
    let packets = hits.compactMap { hit -> OSCPacket? in
      guard let drum = hit["drum"]?.string, let velocity = hit["velocity"]?.number,
        let beat = hit["beat"]?.number, let time = hit["time"]?.number.flatMap(Int64.init(exactly:))
      else { return nil }
      let message = OSCMessage(
        "/ghostnote/hits",
        [
          .string(drum), .int32(Int32(clamping: Int64(velocity))),
          .string(hit["by"]?.string ?? ""), .double(beat),
        ])
      return .bundle(OSCBundle([.message(message)], at: now.tag(ofMonotonic: time)))
    }
    return send(packets, to: .hits)
  }

  // MARK: Beats

  /// When the next beat is to be announced, by `CLOCK_MONOTONIC`; nil while stopped or without listeners.
  func nextBeat(at now: TwoClocks) -> Int64? {
    guard !subscriptions.peers(of: .beat).isEmpty,
      let time = session.time(ofBeat: Double(upcomingBeat(at: now)))
    else { return nil }
    return time - Self.lead
  }

  private func upcomingBeat(at now: TwoClocks) -> Int {
    // The first beat after a start has begun when the session says that it rolls.
    let heard = session.beat(at: now.monotonic - Self.mostLate) ?? 0
    let first = Int(exactly: min(max(heard.rounded(.up), 0), 1e12)) ?? 0
    return announced.map { max($0 + 1, first) } ?? first
  }

  /// After a stop, or a jump back from `place`, beats are announced again that were announced before.
  private mutating func countAgain(after place: Double?, at now: TwoClocks) {
    guard let place, let beat = session.beat(at: now.monotonic) else { return }
    if !session.isRolling || beat < place - Self.jump { announced = nil }
  }

  /// Announces the beat that `nextBeat` was about, with its time: its number, that in its bar, the bar's
  /// number, all from 1, and the tempo.
  mutating func announceBeat(at now: TwoClocks) -> [Action] {
    let beat = upcomingBeat(at: now)
    guard let time = session.time(ofBeat: Double(beat)), time - Self.lead <= now.monotonic else {
      return []
    }
    announced = beat
    let place = session.place(ofBeat: Double(beat))
    let message = OSCMessage(
      "/ghostnote/beat",
      [
        .int32(Int32(clamping: beat + 1)), .int32(Int32(clamping: place.beat)),
        .int32(Int32(clamping: place.bar)), .float32(Float(session.tempo)),
      ])
    let bundle = OSCBundle([.message(message)], at: now.tag(ofMonotonic: time))
    return send([.bundle(bundle)], to: .beat)
  }

  // MARK: Packets

  private func send(
    _ packets: [OSCPacket], to channel: OSCSubscriptions.Channel
  ) -> [Action] {
    guard !packets.isEmpty else { return [] }
    return subscriptions.peers(of: channel).flatMap { peer in
      packets.map { .send($0, to: peer) }
    }
  }

  /// Bundles of the values in the order of their addresses, none longer than a frame.
  private static func packets(_ values: [OSCAddress: [OSCArgument]]) -> [OSCPacket] {
    var packets: [OSCPacket] = []
    var elements: [OSCPacket] = []
    var size = 16
    for (address, arguments) in values.sorted(by: { $0.key.description < $1.key.description }) {
      let element = OSCPacket.message(OSCMessage(address, arguments))
      let bytes = element.bytes.count + 4
      if size + bytes > frame, !elements.isEmpty {
        packets.append(.bundle(OSCBundle(elements)))
        (elements, size) = ([], 16)
      }
      elements.append(element)
      size += bytes
    }
    if !elements.isEmpty { packets.append(.bundle(OSCBundle(elements))) }
    return packets
  }
}
