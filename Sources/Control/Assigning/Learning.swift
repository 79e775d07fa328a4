import Playback
import Rhythm

/// Waits for the control that is to be assigned, and finds out how it is coded.
struct Learning: Sendable {
  /// What the control is to do.
  let action: ControlAction
  private var channel: UInt8 = 0
  private var number: UInt8 = 0
  private var values: [UInt8] = []
  private var hasLowerBits = false
  private var began: ContinuousClock.Instant?

  /// Values after which it is clear how a controller is coded, and how long they are waited for.
  private static let enough = 6
  private static let patience = Duration.milliseconds(400)

  /// How long a control is waited for.
  private static let longest = Duration.seconds(60)
  private let asked: ContinuousClock.Instant

  init(_ action: ControlAction, at now: ContinuousClock.Instant) {
    self.action = action
    asked = now
  }

  /// Whether nothing was used for too long.
  func isOver(at now: ContinuousClock.Instant) -> Bool {
    began == nil && asked.duration(to: now) >= Self.longest
  }

  /// Takes what was used; returns the assignment as soon as it is clear.
  mutating func take(
    _ event: FeedEvent, at now: ContinuousClock.Instant
  ) -> ControlAssignment? {
    guard case .control(let isNote, let number, let value, let channel) = event else { return nil }
    if isNote {
      guard began == nil, value > 0 else { return nil }
      return ControlAssignment(.note(number), action, channel: channel)
    }
    guard began != nil else {
      (self.number, self.channel, values, began) = (number, channel, [value], now)
      // A button has no more to say.
      guard case .range = action.gives else { return assignment }
      return nil
    }
    guard channel == self.channel else { return nil }
    if number == self.number {
      values.append(value)
    } else if self.number < 32, number == self.number + 32 {
      hasLowerBits = true
    } else if number < 32, self.number == number + 32 {
      (self.number, hasLowerBits) = (number, true)
    }
    return values.count >= Self.enough ? assignment : nil
  }

  /// The assignment where nothing more came for a while.
  func look(at now: ContinuousClock.Instant) -> ControlAssignment? {
    guard let began, began.duration(to: now) >= Self.patience else { return nil }
    return assignment
  }

  private var assignment: ControlAssignment {
    var coding = ControlCoding.absolute
    if case .range = action.gives {
      coding = hasLowerBits ? .fourteenBits : ControlCoding(of: values)
    }
    return ControlAssignment(.controller(number), action, channel: channel, coding: coding)
  }
}
