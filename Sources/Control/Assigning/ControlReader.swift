import Commands
import Playback
import Rhythm

/// Turns what controllers send into commands: positions, encoders, 14 bits, and soft takeover.
///
/// A fader that stands elsewhere than the setting that it moves — another patch was loaded, or a page moved
/// the setting — does nothing until it passes the setting's value.
struct ControlReader: Sendable {
  /// What notes and controllers mean.
  var input: InputMap

  /// A controller or note on a channel.
  struct Source: Sendable, Hashable {
    var channel: UInt8
    var trigger: ControlAssignment.Trigger
  }

  /// Where a fader stands, and what it moved.
  private struct Fader: Sendable {
    /// The value that its position means.
    var position: Double
    /// The setting's value before its latest command, which may not have been carried out yet.
    var seen: Double?
    /// Whether it waits until it passes the setting's value.
    var isWaiting = false
  }
  private var faders: [Source: Fader] = [:]
  /// The upper seven bits of controllers of 14.
  private var upper: [Source: UInt8] = [:]
  /// Whether a fader whose position is not known waits as well.
  private var isOtherPatch = false

  init(_ input: InputMap) { self.input = input }

  /// Another patch is played: no fader stands where its settings are.
  mutating func patchWasLoaded() {
    isOtherPatch = true
    for source in faders.keys { faders[source]?.seen = nil }
  }

  /// What faders asked for was carried out.
  mutating func settle() { for source in faders.keys { faders[source]?.seen = nil } }

  /// The assignment that an event is of.
  func assignment(of event: FeedEvent) -> ControlAssignment? {
    guard case .control(let isNote, let number, _, let channel) = event else { return nil }
    return input.assignment(of: isNote ? .note(number) : .controller(number), on: channel)
  }

  /// The words of the command that an event asks for; nil for none. `value` gives the value of the setting
  /// that words without their last one set, where that is known.
  mutating func words(
    for event: FeedEvent, value: ([String]) -> Double?
  ) -> [String]? {
    if case .program(let number) = event { return ["program", "\(number + 1)"] }
    guard case .control(let isNote, let number, let sent, let channel) = event,
      let assignment = assignment(of: event)
    else { return nil }
    let action = assignment.action
    guard !isNote else {
      // What lasts ends with the note; everything else begins with it.
      guard sent == 0 else { return action.words(value: sent, isPressed: true) }
      return action.gives == .switch ? action.words(value: 0, isPressed: false) : nil
    }
    guard case .range(let from, let to) = action.gives else {
      return action.words(value: sent, isPressed: sent >= 64)
    }
    let source = Source(channel: channel, trigger: assignment.trigger)
    let current = value(action.words)
    if let steps = assignment.coding.steps(sent) {
      return turned(source, by: steps, action, Ends(from: from, to: to), current)
    }
    guard let travel = travel(source, assignment, number, sent) else { return nil }
    return moved(source, to: from + (to - from) * travel, action, Ends(from: from, to: to), current)
  }

  // MARK: Faders

  /// How far a fader is moved, 0 to 1; nil while its other seven bits are to come.
  private mutating func travel(
    _ source: Source, _ assignment: ControlAssignment, _ number: UInt8, _ sent: UInt8
  ) -> Double? {
    guard assignment.coding == .fourteenBits, assignment.controllers.count == 2 else {
      return Double(min(sent, 127)) / 127
    }
    guard number != assignment.controllers[0] else {
      upper[source] = sent
      return nil
    }
    return upper[source].map { (Double($0) * 128 + Double(sent)) / 16_383 }
  }

  private mutating func moved(
    _ source: Source, to wanted: Double, _ action: ControlAction, _ ends: Ends, _ current: Double?
  ) -> [String]? {
    guard let current else { return action.words(number: wanted) }
    let step = abs(ends.to - ends.from) / 127 + 0.001
    var fader = faders[source] ?? Fader(position: wanted, isWaiting: isOtherPatch)
    let isOurs =
      faders[source] == nil || abs(current - fader.position) <= step
      || fader.seen.map { abs(current - $0) <= 0.001 } == true
    let wasWaiting = fader.isWaiting || !isOurs
    let hasPassed =
      abs(wanted - current) <= step || (fader.position - current) * (wanted - current) < 0
    fader.isWaiting = wasWaiting && !hasPassed
    fader.position = wanted
    if !fader.isWaiting { fader.seen = current }
    faders[source] = fader
    return fader.isWaiting ? nil : action.words(number: wanted)
  }

  private mutating func turned(
    _ source: Source, by steps: Int, _ action: ControlAction, _ ends: Ends, _ current: Double?
  ) -> [String]? {
    guard steps != 0 else { return nil }
    let fader = faders[source]
    // Steps that came since the latest command was given add up.
    let isPending = fader?.seen != nil && fader?.seen == current
    let middle = (ends.from + ends.to) / 2
    let start = isPending ? fader?.position ?? middle : current ?? fader?.position ?? middle
    let next = start + Double(steps) * (ends.to - ends.from) / 127
    let position = min(max(next, min(ends.from, ends.to)), max(ends.from, ends.to))
    faders[source] = Fader(position: position, seen: current)
    return action.words(number: position)
  }

  private struct Ends {
    var from: Double
    var to: Double
  }
}
