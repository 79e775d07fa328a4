import MusicalTime
import Rhythm

/// Who plays which drum: seats, who waits for one, and who was lost and may come back.
///
/// A value without sockets and clocks: times are handed in.
struct SeatPlan: Sendable, Hashable {
  /// A person with a phone.
  struct Player: Sendable, Hashable {
    /// What the phone shows to have its seat again.
    let token: String
    var name: String
    /// Which of the colours; a person keeps it.
    let colour: Int
    /// When the phone was lost; nil while it is here.
    var lost: HostTime?
  }

  /// A drum, and who plays it.
  struct Seat: Sendable, Hashable {
    var drum: Drum
    var player: Player?
  }

  /// Why something is not done.
  enum Refusal: Error, Hashable {
    case taken(Drum, by: String)
    case waitingRoomFull
    case notSeated
  }

  private(set) var seats: [Seat]
  /// Who waits for a seat, the first to come first; those who are lost keep their places.
  private(set) var waiting: [Player] = []
  private var lastColour = -1

  static let colourCount = 12
  static let mostWaiting = 24
  static let nameLength = 20
  /// How long a lost phone's seat or place in the line is kept, and how long a seat is while others wait.
  private let patience: HostTime.Interval
  private let patienceWithGuests: HostTime.Interval

  /// The seven drums of TVDrums, then others, in the order in which seats are given.
  static let order: [Drum] = {
    let first: [Drum] = [.kick, .snare, .closedHat, .crash, .tom3, .tom5, .ride]
    return first + Drum.all.filter { !first.contains($0) }
  }()

  /// Seven seats as a rule, one for each drum at most.
  ///
  /// A lost phone's seat is kept for `patience`, and for `patienceWithGuests` while others wait, lost or not. A place in
  /// the line is kept for `patience`; while its player is lost, it is passed over.
  init(
    seats count: Int = 7, patience: HostTime.Interval = .init(nanoseconds: 600_000_000_000),
    patienceWithGuests: HostTime.Interval = .init(nanoseconds: 30_000_000_000)
  ) {
    (self.patience, self.patienceWithGuests) = (patience, patienceWithGuests)
    seats = Self.order.prefix(max(1, count)).map { Seat(drum: $0) }
  }

  // MARK: Coming and going

  /// Takes in a phone: it has its seat again, or is given one, or waits.
  mutating func join(_ token: String, name: String) throws(Refusal) {
    if let seat = seat(of: token) {
      seats[seat].player?.lost = nil
      return rename(token, name)
    }
    if let index = waiting.firstIndex(where: { $0.token == token }) {
      waiting[index].lost = nil
      rename(token, name)
      return giveSeats()
    }
    try makeRoom()
    lastColour = (lastColour + 1) % Self.colourCount
    waiting.append(Player(token: token, name: Self.plain(name), colour: lastColour))
    giveSeats()
  }

  /// Forgets who was lost first, where the waiting room is full.
  private mutating func makeRoom() throws(Refusal) {
    guard waiting.count >= Self.mostWaiting else { return }
    guard let first = waiting.compactMap(\.lost).min(),
      let index = waiting.firstIndex(where: { $0.lost == first })
    else { throw .waitingRoomFull }
    waiting.remove(at: index)
  }

  /// A phone was put away, or its connection was lost: its seat, or its place in the line, is kept for it.
  mutating func lose(_ token: String, at now: HostTime) {
    if let seat = seat(of: token) { seats[seat].player?.lost = now }
    for index in waiting.indices where waiting[index].token == token { waiting[index].lost = now }
    clear(at: now)
  }

  /// A person gives the seat up.
  mutating func leave(_ token: String) {
    if let seat = seat(of: token) { seats[seat].player = nil }
    waiting.removeAll { $0.token == token }
    giveSeats()
  }

  /// Clears the seats of those who were lost too long ago, and forgets those who waited.
  mutating func clear(at now: HostTime) {
    for index in seats.indices {
      guard let end = end(of: seats[index]), end <= now else { continue }
      seats[index].player = nil
    }
    waiting = waiting.filter { guest in end(ofGuest: guest).map { now < $0 } ?? true }
    giveSeats()
  }

  /// When the next seat or place of a lost phone is to be cleared; nil where none is lost.
  var nextEnd: HostTime? {
    (seats.compactMap { end(of: $0) } + waiting.compactMap { end(ofGuest: $0) }).min()
  }

  private func end(ofGuest guest: Player) -> HostTime? { guest.lost?.advanced(by: patience) }

  private func end(of seat: Seat) -> HostTime? {
    seat.player?.lost?.advanced(by: waiting.isEmpty ? patience : patienceWithGuests)
  }

  private mutating func giveSeats() {
    for index in seats.indices where seats[index].player == nil {
      guard let next = waiting.firstIndex(where: { $0.lost == nil }) else { return }
      seats[index].player = waiting.remove(at: next)
    }
  }

  // MARK: What a person may change

  mutating func rename(_ token: String, _ name: String) {
    let name = Self.plain(name)
    if let seat = seat(of: token) { seats[seat].player?.name = name }
    for index in waiting.indices where waiting[index].token == token { waiting[index].name = name }
  }

  /// Plays another drum: a free one.
  mutating func choose(_ drum: Drum, for token: String) throws(Refusal) {
    guard let seat = seat(of: token) else { throw .notSeated }
    guard let other = seats.firstIndex(where: { $0.drum == drum }), other != seat else {
      seats[seat].drum = drum
      return
    }
    if let player = seats[other].player, player.lost == nil {
      throw .taken(drum, by: player.name)
    }
    seats[other].drum = seats[seat].drum
    seats[seat].drum = drum
  }

  /// The seat of a phone, nil for one that waits or is unknown.
  func seat(of token: String) -> Int? { seats.firstIndex { $0.player?.token == token } }

  /// Whether a phone has a seat, and is there.
  func isPlaying(_ token: String) -> Bool {
    seat(of: token).map { seats[$0].player?.lost == nil } ?? false
  }

  /// The place in the line of those who wait and are there, from 1.
  func place(of token: String) -> Int? {
    guard let index = waiting.firstIndex(where: { $0.token == token }) else { return nil }
    return waiting[..<index].count(where: { $0.lost == nil }) + 1
  }

  /// One line without control characters, not too long.
  private static func plain(_ name: String) -> String {
    let kept = name.unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        && $0.properties.generalCategory != .lineSeparator
        && $0.properties.generalCategory != .paragraphSeparator
    }
    let text = String(String.UnicodeScalarView(kept)).split(separator: " ").joined(separator: " ")
    // A letter may have many marks above it: scalars are counted as well.
    let short = String(text.prefix(nameLength).unicodeScalars.prefix(4 * nameLength))
    return short.isEmpty ? "Drummer" : short
  }
}
