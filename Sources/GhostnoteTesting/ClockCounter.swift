public import MIDI
public import MusicalTime

/// A model of a device that follows MIDI 1.0 clock: tracks its song position.
public struct ClockCounter: Sendable {
  /// The position of the next clock, in clocks from the beginning.
  public private(set) var next: Int64 = 0
  /// Whether it is playing.
  public private(set) var isRolling = false
  /// Messages that a correct sender does not send: Stop while stopped, song position while playing.
  public private(set) var strayCount = 0

  /// Stopped at the beginning.
  public init() {}

  /// Processes a message; returns the beat of a clock that advances the position.
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
      next = Int64(message.songPosition) * 6
    case 0xF8 where isRolling:
      next += 1
      return .clockTick * (next - 1)
    default: break
    }
    return nil
  }
}
