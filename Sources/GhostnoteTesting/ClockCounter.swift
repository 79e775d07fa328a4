public import MIDI
public import MusicalTime

/// Counts clock as any gear does that keeps to MIDI 1.0: what our followers believe.
public struct ClockCounter: Sendable {
  /// The position of the next clock that counts, in clocks from the beginning.
  public private(set) var next: Int64 = 0
  /// It counts.
  public private(set) var isRolling = false
  /// Messages that a sender has no business to send: Stop out of nowhere, position while rolling.
  public private(set) var strayCount = 0

  public init() {}

  /// Takes a message; answers the beat of a clock that counts.
  public mutating func take(_ message: ShortMessage) -> Beats? {
    switch message.status {
    case 0xFA: (next, isRolling) = (0, true)
    case 0xFB:
      if isRolling { strayCount += 1 }
      isRolling = true
    case 0xFC:
      if !isRolling { strayCount += 1 }
      isRolling = false
    case 0xF2:
      if isRolling { strayCount += 1 }
      next = (Int64(message.data1) + Int64(message.data2) * 128) * 6
    case 0xF8 where isRolling:
      next += 1
      return .clockTick * (next - 1)
    default: break
    }
    return nil
  }
}
