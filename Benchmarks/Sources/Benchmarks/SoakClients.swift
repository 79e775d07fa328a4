import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Sequencing

/// Others' sequencer clients that come and go, with the patchbay that connects them: pads that strike and
/// leave without a note-off, and listeners that come in the middle of a song.
struct SoakClients {
  private static let most = 6

  /// A client that is there.
  private struct Client {
    var address: SequencerPatchbay.Address
    var name: String
    var isPad: Bool
    var held: [UInt8] = []
    var ear = SoakEar()
  }

  private(set) var tally = SoakTally()
  private var patchbay = SequencerPatchbay(patterns: [NamePattern("pad*")], ownName: "Ghostnote")
  private var clients: [Client] = []
  /// Listeners that left, and are to be connected when they return.
  private var gone: [(name: String, wiresGone: Int)] = []
  /// How many wires have gone with their clients.
  private var wiresGone = 0
  private var serial = 0
  private var nextNumber: UInt8 = 128
  private var dice: SplitMix64

  init(seed: UInt64) { dice = SplitMix64(seed: seed) }

  /// Lets a client come, go or strike; returns what arrives by `in`, and from whom.
  mutating func act() -> [(message: ShortMessage, source: MessageSource)] {
    switch Int.random(in: 0..<100, using: &dice) {
    case 0 where clients.count < Self.most: come()
    case 1 where !clients.isEmpty: return leave()
    case 2..<40: return strike()
    default: break
    }
    return []
  }

  /// Every pad lets go of what it holds.
  mutating func letGo() -> [(message: ShortMessage, source: MessageSource)] {
    var all: [(message: ShortMessage, source: MessageSource)] = []
    for index in clients.indices {
      for note in clients[index].held {
        all.append((.noteOff(channel: 9, note: note), source(of: clients[index])))
      }
      clients[index].held = []
    }
    return all
  }

  /// What leaves by `out` or `clock` is heard by whoever listens.
  mutating func hear(_ message: ShortMessage) {
    for index in clients.indices where !clients[index].isPad { clients[index].ear.hear(message) }
  }

  /// At rest no listener holds a note, and one that heard Start or Continue has counted `ticks`, where
  /// that is known; returns what is otherwise, in words.
  mutating func judge(ticks: Int64?) -> [String] {
    var faults: [String] = []
    for index in clients.indices where !clients[index].isPad {
      let ear = clients[index].ear
      if ear.isHolding {
        tally.stuckListeners += 1
        faults.append("\(clients[index].name) holds notes")
      }
      if let ticks, ear.hasSlipped(from: ticks) {
        tally.slippedListeners += 1
        faults.append("\(clients[index].name) counts other ticks than \(ticks)")
      }
      // What is wrong is said once.
      if !faults.isEmpty { clients[index].ear = SoakEar() }
    }
    return faults
  }

  private mutating func come() {
    let isPad = dice.once(in: 2)
    let returning = isPad || dice.once(in: 2) ? nil : gone.randomElement(using: &dice)
    serial += 1
    let name = returning?.name ?? (isPad ? "pad-\(serial)" : "ear-\(serial)")
    nextNumber = nextNumber < 190 ? nextNumber + 1 : 128
    let address = SequencerPatchbay.Address(client: nextNumber, port: 0)
    let wanted = patchbay.portAppeared(
      SequencerPatchbay.Peer(
        address: address, clientName: name, portName: "port", isSource: isPad, isReserved: false))
    for connection in wanted { patchbay.connected(connection) }
    if isPad {
      tally.pads += 1
      if wanted.map(\.own) != [.input] { tally.forgotten += 1 }
    } else {
      tally.listeners += 1
      if returning == nil {
        // Somebody wires it by hand.
        patchbay.connected(SequencerPatchbay.Connection(own: .notes, peer: address))
        patchbay.connected(SequencerPatchbay.Connection(own: .clock, peer: address))
      } else if let returning, wiresGone - returning.wiresGone < SequencerPatchbay.memory,
        Set(wanted.map(\.own)) != [.notes, .clock]
      {
        tally.forgotten += 1
      }
    }
    gone.removeAll { $0.name == name }
    clients.append(Client(address: address, name: name, isPad: isPad))
  }

  /// A client leaves; what a pad still held is let go of, as the sequencer's thread does.
  private mutating func leave() -> [(message: ShortMessage, source: MessageSource)] {
    let client = clients.remove(at: Int.random(in: clients.indices, using: &dice))
    let ended = patchbay.clientVanished(client.address.client)
    if !client.isPad {
      gone.append((client.name, wiresGone))
      if gone.count > 8 { gone.removeFirst() }
    }
    wiresGone += client.isPad ? 1 : 2
    guard ended.contains(where: { $0.own == .input }) else { return [] }
    return [(.controlChange(channel: 9, controller: 123, value: 0), .alsa(client: 127, port: 0))]
  }

  private mutating func strike() -> [(message: ShortMessage, source: MessageSource)] {
    let pads = clients.indices.filter { clients[$0].isPad }
    guard let index = pads.randomElement(using: &dice) else { return [] }
    let source = source(of: clients[index])
    if !clients[index].held.isEmpty, dice.once(in: 2) {
      return [(.noteOff(channel: 9, note: clients[index].held.removeFirst()), source)]
    }
    let note = UInt8.random(in: 35...60, using: &dice)
    guard !clients.contains(where: { $0.held.contains(note) }) else { return [] }
    clients[index].held.append(note)
    let velocity = UInt8.random(in: 1...127, using: &dice)
    return [(.noteOn(channel: 9, note: note, velocity: velocity), source)]
  }

  private func source(of client: Client) -> MessageSource {
    .alsa(client: client.address.client, port: client.address.port)
  }
}

/// A listener to our notes and clock, perhaps since the middle of a song.
struct SoakEar {
  private var notes = NoteBalance()
  private var clock = ClockCounter()
  private var hasBegun = false

  /// Whether a note that it heard begin has not ended.
  var isHolding: Bool { !notes.stuck.isEmpty }

  mutating func hear(_ message: ShortMessage) {
    notes.read(message)
    _ = clock.take(message)
    if message.status == 0xFA || message.status == 0xFB { hasBegun = true }
  }

  /// Whether it was there from Start or Continue on and counted another number of ticks.
  func hasSlipped(from ticks: Int64) -> Bool { hasBegun && clock.next != ticks }
}
