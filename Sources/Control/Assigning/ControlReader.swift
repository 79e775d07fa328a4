import Commands
import Playback
import Rhythm

/// Turns what controllers send into commands: positions, encoders, 14 bits, and soft takeover.
///
/// A fader that stands elsewhere than the setting that it moves — the session began, another patch was loaded,
/// or a page moved the setting — does nothing until it passes the setting's value.
struct ControlReader: Sendable {
  /// What notes and controllers mean.
  var input: InputMap { didSet { forgetChanged(since: oldValue) } }

  /// A controller, note or pitch bend on a channel.
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
  private var upper: [Source: UInt16] = [:]
  /// Those that were learned and not moved since: what they send next sets, wherever they stand.
  private var unmoved: Set<Source> = []
  /// Pitch bends that count as pressed buttons.
  private var pressed: Set<Source> = []
  /// Switches that are held, and the words that end them.
  private var held: [Source: [String]] = [:]
  /// Words that end switches which no release will end: their controls mean something else by now.
  private var ends: [[String]] = []
  /// Whether what holds switches has gone.
  private var isReleasingAll = false

  init(_ input: InputMap) { self.input = input }

  /// Another patch is played: no fader stands where its settings are.
  mutating func patchWasLoaded() {
    unmoved = []
    for source in faders.keys { faders[source]?.seen = nil }
  }

  /// A control has got its assignment by being moved.
  mutating func wasLearned(_ assignment: ControlAssignment) {
    guard let channel = assignment.channel else { return }
    unmoved.insert(Source(channel: channel, trigger: assignment.trigger))
  }

  /// A position means nothing for another command.
  private mutating func forgetChanged(since old: InputMap) {
    let new = input
    func isSame(_ source: Source) -> Bool {
      let (trigger, channel) = (source.trigger, source.channel)
      return old.assignment(of: trigger, on: channel) == new.assignment(of: trigger, on: channel)
    }
    faders = faders.filter { isSame($0.key) }
    unmoved = unmoved.filter(isSame)
    pressed = pressed.filter(isSame)
    ends += held.filter { !isSame($0.key) }.values
    held = held.filter { isSame($0.key) }
  }

  /// What faders asked for was carried out.
  mutating func settle() { for source in faders.keys { faders[source]?.seen = nil } }

  /// The assignment that an event is of.
  func assignment(of event: FeedEvent) -> ControlAssignment? {
    guard case .control(let trigger, _, let channel) = event else { return nil }
    return input.assignment(of: trigger, on: channel)
  }

  /// The words of the command that an event asks for; nil for none. `value` gives the value of the setting
  /// that words without their last one set, where that is known.
  mutating func words(
    for event: FeedEvent, value: ([String]) -> Double?
  ) -> [String]? {
    if case .program(let number) = event { return ["program", "\(number + 1)"] }
    guard case .control(let trigger, let sent, let channel) = event,
      let assignment = assignment(of: event)
    else { return nil }
    let action = assignment.action
    if case .note = trigger {
      // What lasts ends with the note; everything else begins with it.
      let velocity = UInt8(clamping: sent)
      let source = Source(channel: channel, trigger: trigger)
      note(source, action, isPressed: sent > 0)
      guard sent == 0 else { return action.words(value: velocity, isPressed: true) }
      return action.gives == .switch ? action.words(value: 0, isPressed: false) : nil
    }
    let source = Source(channel: channel, trigger: assignment.trigger)
    guard case .range(let from, let to) = action.gives else {
      // A patch may give 14 bits to what takes no number: the upper seven say whether it is pressed.
      return trigger == source.trigger ? button(source, assignment, sent) : nil
    }
    let current = value(action.words)
    if trigger != .pitchBend, let steps = assignment.coding.steps(UInt8(clamping: sent)) {
      return turned(source, by: steps, action, Ends(from: from, to: to), current)
    }
    guard let travel = travel(source, assignment, trigger, sent) else { return nil }
    return moved(source, to: from + (to - from) * travel, action, Ends(from: from, to: to), current)
  }

  /// What a control does that is used as a button.
  private mutating func button(
    _ source: Source, _ assignment: ControlAssignment, _ sent: UInt16
  ) -> [String]? {
    let isPressed = Self.isPressed(source.trigger, sent, assignment.coding)
    if source.trigger == .pitchBend {
      // A wheel sends a lot on its way: it counts once.
      guard isPressed != pressed.contains(source) else { return nil }
      if isPressed { pressed.insert(source) } else { pressed.remove(source) }
    }
    note(source, assignment.action, isPressed: isPressed)
    return assignment.action.words(value: 0, isPressed: isPressed)
  }

  /// Whether a value means that a button is pressed.
  private static func isPressed(
    _ trigger: ControlAssignment.Trigger, _ sent: UInt16, _ coding: ControlCoding
  ) -> Bool {
    switch trigger {
    case .note: sent > 0
    // A patch may give an encoder to what takes no number: a step up presses.
    case .controller: coding.steps(UInt8(clamping: sent)).map { $0 > 0 } ?? (sent >= 64)
    // A wheel rests in the middle: its upper quarter counts.
    case .pitchBend: sent >= 12_288
    }
  }

  // MARK: Held switches

  /// A switch is held from now on, or no longer.
  private mutating func note(_ source: Source, _ action: ControlAction, isPressed: Bool) {
    guard action.gives == .switch else { return }
    held[source] = isPressed ? action.words(value: 0, isPressed: false) : nil
  }

  /// Whether an event releases a switch that is held.
  func isRelease(_ event: FeedEvent) -> Bool {
    guard case .control(let trigger, let sent, let channel) = event,
      let coding = assignment(of: event)?.coding
    else { return false }
    return !Self.isPressed(trigger, sent, coding)
      && held[Source(channel: channel, trigger: trigger)] != nil
  }

  /// A device has gone that may have held switches: `takeEnds` ends all.
  mutating func releaseAll() { isReleasingAll = true }

  /// The words that end switches which are held by nothing any more.
  mutating func takeEnds() -> [[String]] {
    if isReleasingAll {
      ends += held.values
      pressed.subtract(held.keys)
      held = [:]
    }
    isReleasingAll = false
    defer { ends = [] }
    return ends
  }

  // MARK: Faders

  /// How far a fader is moved, 0 to 1; nil while its other seven bits are to come.
  private mutating func travel(
    _ source: Source, _ assignment: ControlAssignment, _ trigger: ControlAssignment.Trigger,
    _ sent: UInt16
  ) -> Double? {
    let (highest, of14Bits) = (ControlAssignment.highest, ControlAssignment.highestOf14Bits)
    guard trigger != .pitchBend else { return min(Double(sent), of14Bits) / of14Bits }
    guard assignment.coding == .fourteenBits, assignment.controllers.count == 2 else {
      return min(Double(sent), highest) / highest
    }
    guard trigger != .controller(assignment.controllers[0]) else {
      upper[source] = sent
      return nil
    }
    return upper[source].map { (Double($0) * (highest + 1) + Double(sent)) / of14Bits }
  }

  private mutating func moved(
    _ source: Source, to wanted: Double, _ action: ControlAction, _ ends: Ends, _ current: Double?
  ) -> [String]? {
    let wasLearned = unmoved.remove(source) != nil
    guard let current else { return action.words(number: wanted) }
    let step = abs(ends.to - ends.from) / ControlAssignment.highest + 0.001
    // Where it stood before its first value is not known.
    var fader = faders[source] ?? Fader(position: wanted, isWaiting: true)
    let isOurs =
      abs(current - fader.position) <= step
      || fader.seen.map { abs(current - $0) <= 0.001 } == true
    let wasWaiting = !wasLearned && (fader.isWaiting || !isOurs)
    // What lies beyond its ends is picked up at the nearer one.
    let target = ends.nearest(to: current)
    let hasPassed =
      abs(wanted - target) <= step || (fader.position - target) * (wanted - target) < 0
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
    let next = start + Double(steps) * (ends.to - ends.from) / ControlAssignment.highest
    let position = ends.nearest(to: next)
    faders[source] = Fader(position: position, seen: current)
    return action.words(number: position)
  }

  private struct Ends {
    var from: Double
    var to: Double

    func nearest(to value: Double) -> Double { min(max(value, min(from, to)), max(from, to)) }
  }
}
