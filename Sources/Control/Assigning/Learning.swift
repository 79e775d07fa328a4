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
  /// A note that gets the command where no fader follows it.
  private var touch: (found: ControlAssignment, at: ContinuousClock.Instant)?

  /// Values after which it is clear how a controller is coded, and how long they are waited for.
  private static let enough = 6
  private static let patience = Duration.milliseconds(400)
  /// How long an encoder that is turned one way is given to be turned the other way as well.
  private static let turnPatience = Duration.seconds(2)
  /// How long a fader is waited for after a note.
  private static let touchPatience = Duration.seconds(1)

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
    guard case .control(let trigger, let value, let channel) = event else { return nil }
    switch trigger {
    case .note: return struck(trigger, value, on: channel, at: now)
    case .pitchBend:
      // It has 14 bits, whatever it does.
      return began == nil ? ControlAssignment(.pitchBend, action, channel: channel) : nil
    case .controller(let number):
      return moved(number, to: UInt8(clamping: value), on: channel, at: now)
    }
  }

  /// Takes a note. A fader that notices a finger sends one before it moves, so that a note only gets what a
  /// fader could have as well where nothing else comes.
  private mutating func struck(
    _ note: ControlAssignment.Trigger, _ velocity: UInt16, on channel: UInt8,
    at now: ContinuousClock.Instant
  ) -> ControlAssignment? {
    guard began == nil, velocity > 0 else { return nil }
    let found = ControlAssignment(note, action, channel: channel)
    guard case .range = action.gives else { return found }
    if touch == nil { touch = (found, now) }
    return nil
  }

  private mutating func moved(
    _ number: UInt8, to value: UInt8, on channel: UInt8, at now: ContinuousClock.Instant
  ) -> ControlAssignment? {
    guard began != nil else {
      (self.number, self.channel, values, began) = (number, channel, [value], now)
      // A button has no more to say.
      guard case .range = action.gives else { return assignment }
      return nil
    }
    guard channel == self.channel else { return nil }
    let upper = ControlCoding.upperControllers
    if number == self.number {
      values.append(value)
    } else if upper.contains(self.number), number == self.number + 32 {
      hasLowerBits = true
    } else if upper.contains(number), self.number == number + 32 {
      (self.number, hasLowerBits) = (number, true)
    }
    return values.count >= Self.enough && !isAmbiguous ? assignment : nil
  }

  /// The assignment where nothing more came for a while.
  func look(at now: ContinuousClock.Instant) -> ControlAssignment? {
    if let began {
      let patience = isAmbiguous ? Self.turnPatience : Self.patience
      return began.duration(to: now) >= patience ? assignment : nil
    }
    guard let touch, touch.at.duration(to: now) >= Self.touchPatience else { return nil }
    return touch.found
  }

  /// Whether an encoder has to be turned the other way before its coding is clear.
  private var isAmbiguous: Bool { !hasLowerBits && ControlCoding.isAmbiguous(values) }

  private var assignment: ControlAssignment {
    var coding = ControlCoding.absolute
    if case .range = action.gives {
      coding = hasLowerBits ? .fourteenBits : ControlCoding(of: values)
    }
    return ControlAssignment(.controller(number), action, channel: channel, coding: coding)
  }
}
