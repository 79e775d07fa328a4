import MusicalTime
public import Rhythm

extension Vocabulary {
  /// Converts hits to tokens, ordered by step, then drum, then time.
  ///
  /// Positions are rounded to 1/96 beat (halves up). Of two hits of one drum on one tick the louder
  /// is kept; drums that none of the 13 can stand for, and hits before the beginning, are dropped.
  public static func tokens(of hits: [Hit]) -> [PlacedToken] {
    var loudest: [Cell: UInt8] = [:]
    for hit in hits {
      guard let drum = index(of: hit.drum) else { continue }
      let tick = Int((hit.beat + Beats(units: tick.units / 2)).dividedRoundingDown(by: tick))
      guard tick >= 0 else { continue }
      let cell = Cell(step: (tick + ticksPerStep / 2) / ticksPerStep, drum: drum, tick: tick)
      loudest[cell] = max(loudest[cell] ?? 0, hit.velocity.value)
    }
    var last = 0
    return loudest.sorted { $0.key < $1.key }.map { cell, velocity in
      defer { last = cell.step }
      let token = Token(
        wait: UInt8(min(cell.step - last, Token.longestWait)), drum: UInt8(cell.drum),
        offset: UInt8(cell.tick - cell.step * ticksPerStep + ticksPerStep / 2),
        velocity: velocity >> 2)
      return PlacedToken(token: token, step: cell.step, velocity: velocity)
    }
  }

  /// Converts a token to a hit; a negative beat becomes 0.
  public static func hit(of placed: PlacedToken) -> Hit {
    let tick = placed.step * ticksPerStep + Int(placed.token.offset) - ticksPerStep / 2
    return Hit(
      drum: drums[Int(placed.token.drum)], velocity: Velocity(clamping: Int(placed.velocity)),
      beat: Self.tick * Int64(max(tick, 0)))
  }

  private struct Cell: Hashable, Comparable {
    var step: Int
    var drum: Int
    /// Ticks from the beginning.
    var tick: Int

    static func < (a: Cell, b: Cell) -> Bool {
      (a.step, a.drum, a.tick) < (b.step, b.drum, b.tick)
    }
  }
}
