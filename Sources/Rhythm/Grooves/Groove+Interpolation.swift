public import MusicalTime

extension Groove {
  /// The numbers of notes of a rhythm.
  public static let noteCounts = 1...256

  /// The groove that leads from one rhythm to another: at amount t, each note is at (1 − t) times
  /// its beat in the first plus t times that in the second.
  ///
  /// Both begin at 0 and are in order within `period`. Rhythms with the same number of notes are
  /// matched in order. Otherwise each note of the shorter rhythm is matched with one of the longer,
  /// the first with the first, in order and with the least total distance; the remaining notes move
  /// with their neighbours, so that the warp stays a bijection.
  public init(
    name: String, period: Beats, from: [Beats], to: [Beats]
  ) throws(GrooveError) {
    guard Warp.periods.contains(period) else { throw .period(period) }
    for rhythm in [from, to] { try Self.check(rhythm, period: period) }
    let isToLonger = to.count > from.count
    let (fewer, more) = isToLonger ? (from, to) : (to, from)
    let points = zip(fewer, Self.matched(fewer, among: more)).map { one, other in
      isToLonger ? Warp.Point(one, other) : Warp.Point(other, one)
    }
    guard let warp = Warp(period: period, points) else { throw .period(period) }
    self.init(name: name, warp: warp)
  }

  /// Swing: the first of each pair of notes takes `share` of the pair's length `pair`.
  public static func swing(
    name: String, pair: Beats, _ share: SwingShare
  ) throws(GrooveError) -> Groove {
    try Groove(
      name: name, period: pair, from: [.zero, Beats(units: pair.units / 2)],
      to: [.zero, share.place(in: pair)])
  }

  private static func check(_ rhythm: [Beats], period: Beats) throws(GrooveError) {
    guard let first = rhythm.first, noteCounts.contains(rhythm.count) else {
      throw .noteCount(rhythm.count)
    }
    guard first == .zero else { throw .beginning(first) }
    for note in rhythm.indices.dropFirst() {
      guard rhythm[note - 1] < rhythm[note], rhythm[note] < period else {
        throw .place(note: note, rhythm[note], period: period)
      }
    }
  }

  /// Matches each of `fewer` with one of `more`, in order and the first with the first, with the
  /// least sum of distances; of equal solutions the earliest.
  private static func matched(_ fewer: [Beats], among more: [Beats]) -> [Beats] {
    guard fewer.count < more.count else { return more }
    let unreachable = Int64.max / 2
    // least[k]: the least total distance so far if the last note is matched with more[k].
    var least = more.indices.map { $0 == 0 ? Int64(0) : unreachable }
    var choices: [[Int]] = []
    for note in fewer.dropFirst() {
      var best = 0
      var row: [Int] = []
      var next: [Int64] = []
      for place in more.indices {
        if place > 0, least[place - 1] < least[best] { best = place - 1 }
        row.append(best)
        let isFree = place > 0 && least[best] < unreachable
        next.append(isFree ? least[best] + abs((more[place] - note).units) : unreachable)
      }
      choices.append(row)
      least = next
    }
    var place = least.indices.min { least[$0] < least[$1] } ?? 0
    var found = [more[place]]
    for row in choices.reversed() {
      place = row[place]
      found.append(more[place])
    }
    return found.reversed()
  }
}
