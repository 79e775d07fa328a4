import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Synchronization

/// The engine for several threads: the one that carries out commands, and those that send urgent ones.
///
/// Each call holds the lock for a short copy only. Thread-safe. Real-time: no.
final class EngineLink: Sendable {
  fileprivate struct State: ~Copyable {
    var engine: EngineControl
    var clock: ClockSetup
    var reader: ControlReader
    /// Whether the reader's assignments have urgent ones, besides those that every patch has.
    var hasUrgentControls: Bool
    /// Messages it was asked for up to the last that moves the song or changes its clock; 0 once that was waited for.
    var move: Int64 = 0
    /// Whether the next control is to be assigned.
    var isLearning = false
    /// Events that were read in search of urgent ones, and wait for `nextEvent`.
    var passed: [FeedEvent] = []
    /// Whether events are being read, until there is none: what is urgent among them keeps its order then.
    var isReading = false
  }

  private let state: Mutex<State>

  /// How many messages are kept free for what is urgent.
  private static let urgentRoom = 16
  /// The most events that wait for `nextEvent` beside the engine's own queue.
  private static let mostPassed = 4_096

  init(_ engine: consuming sending EngineControl, clock: ClockSetup, input: InputMap) {
    state = Mutex(
      State(
        engine: engine, clock: clock, reader: ControlReader(input),
        hasUrgentControls: input.hasUrgentControls))
  }

  /// Asks for `message`; false when the engine takes no more.
  func send(_ message: EngineMessage) -> Bool {
    state.withLock { state in
      guard state.engine.send(message) else { return false }
      if message.mayMove { state.move = state.engine.sent }
      return true
    }
  }

  /// Asks for `message`; throws when the engine takes no more.
  func ask(_ message: EngineMessage) throws(CommandError) {
    guard send(message) else { throw Self.busy }
  }

  /// Why nothing more is asked for.
  static let busy = CommandError("the engine takes no more for now: try again")

  /// Whether the engine takes all that a command may ask of it, but for what is urgent.
  var hasRoom: Bool {
    state.withLock { $0.engine.room } >= Self.mostMessages + Self.urgentRoom
  }

  /// The most messages that one command sends: tempo, program, the end of a fill, metronome and a Program
  /// Change, and one to spare.
  private static let mostMessages = 6

  /// Messages it was asked for so far.
  var sent: Int64 { state.withLock { $0.engine.sent } }

  /// Whether everything asked for so far was carried out.
  func isCaughtUp() -> Bool { state.withLock { $0.engine.isCaughtUp() } }

  /// Waits until the engine has moved the song as it was asked to last; once, for an engine may stand still.
  func settleMove() async {
    let isMoving = state.withLock { state in
      defer { state.move = 0 }
      return state.engine.status().messagesDone < state.move
    }
    if isMoving { await settle() }
  }

  /// Waits until the engine has done what it was asked for, half a second at most.
  func settle() async {
    for _ in 0..<100 where !isCaughtUp() {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// What is left of `patience` where room is to be waited for; nil where there is room, or will be none.
  func awaitsRoom(_ patience: RoomPatience) -> RoomPatience? {
    guard !hasRoom else { return nil }
    collect()
    var left = patience
    return left.lasts(as: status().messagesDone) ? left : nil
  }

  /// Asks for another program.
  func publish(_ program: Program, at moment: SwitchMoment, shift: ProgramShift) -> Bool {
    state.withLock { $0.engine.publish(program, at: moment, shift: shift) }
  }

  /// How the engine stood after its latest block.
  func status() -> EngineStatus { state.withLock { $0.engine.status() } }

  /// The oldest thing that happened and was not read yet.
  func nextEvent() -> FeedEvent? {
    state.withLock { state in
      let event: FeedEvent? =
        state.passed.isEmpty ? state.engine.nextEvent() : state.passed.removeFirst()
      state.isReading = event != nil
      return event
    }
  }

  /// Frees the programs the engine has done with.
  func collect() { state.withLock { $0.engine.collect() } }

  /// Who leads, and what is followed and sent.
  var clock: ClockSetup { state.withLock { $0.clock } }

  func setClock(_ clock: ClockSetup) { state.withLock { $0.clock = clock } }

  /// What notes and controllers mean from now on.
  func setInput(_ input: InputMap) {
    let isUrgent = input.hasUrgentControls
    state.withLock { state in
      state.reader.input = input
      state.hasUrgentControls = isUrgent
    }
  }

  /// Whether a control is assigned to something urgent, besides those that work from the beginning.
  var hasUrgentControls: Bool { state.withLock { $0.hasUrgentControls } }

  /// Another patch is played: faders do nothing until they pass what they set.
  func patchWasLoaded() { state.withLock { $0.reader.patchWasLoaded() } }

  /// A control has got its assignment by being moved: what it sends next sets.
  func controlWasLearned(_ assignment: ControlAssignment) {
    state.withLock { $0.reader.wasLearned(assignment) }
  }

  /// A device has gone that may have held switches.
  func releaseSwitches() { state.withLock { $0.reader.releaseAll() } }

  /// Whether an event releases a switch that is held.
  func isRelease(_ event: FeedEvent) -> Bool { state.withLock { $0.reader.isRelease(event) } }

  /// The commands that end switches which are held by nothing any more.
  func endsOfSwitches() -> [Command] {
    state.withLock { $0.reader.takeEnds() }.compactMap { try? CommandTable.command(ofControl: $0) }
  }

  /// What controllers asked for was carried out.
  func settleControls() { state.withLock { $0.reader.settle() } }

  /// Reports every control and note instead of playing it, or no longer; false when the engine takes no
  /// more.
  func learn(_ isLearning: Bool) -> Bool {
    state.withLock { state in
      guard state.engine.send(.learn(isLearning)) else { return false }
      state.isLearning = isLearning
      return true
    }
  }

  /// The command that something that happened asks for; throws where it is none. `value` gives the value
  /// of the setting that words without their last one set.
  func command(
    for event: FeedEvent, value: ([String]) -> Double?
  ) throws(CommandError) -> Command? {
    let words = state.withLock { $0.reader.words(for: event, value: value) }
    guard let words else { return nil }
    return try CommandTable.command(ofControl: words)
  }

  /// The urgent commands of controllers that were not read yet; everything else stays for
  /// `nextEvent`. None while that is called for one event after the other.
  func takeUrgentCommands() -> [Command] {
    state.withLock { state in
      var urgent: [Command] = []
      // What is asked for after a jump is asked for at its place.
      let waitsForJump = state.passed.contains { state.isJump($0) }
      guard !state.isReading, !waitsForJump else { return urgent }
      while state.passed.count < Self.mostPassed, let event = state.engine.nextEvent() {
        if state.isUrgent(event), let words = state.reader.words(for: event, value: { _ in nil }),
          let command = try? CommandTable.command(ofControl: words), command.spec.isUrgent
        {
          urgent.append(command)
        } else {
          state.passed.append(event)
          if state.isJump(event) { break }
        }
      }
      return urgent
    }
  }
}

extension EngineLink.State {
  /// Whether an event may ask for an urgent command; the reader takes no notice of it here.
  fileprivate func isUrgent(_ event: FeedEvent) -> Bool {
    !isLearning && reader.assignment(of: event)?.action.mayBeUrgent == true
  }

  /// Whether an event may move the song and is not urgent.
  fileprivate func isJump(_ event: FeedEvent) -> Bool {
    !isLearning && reader.assignment(of: event)?.action.mayJump == true
  }
}

extension EngineMessage {
  /// Whether the song may be elsewhere afterwards, or go by another clock.
  fileprivate var mayMove: Bool {
    switch self {
    case .play, .toggle, .continue, .stop, .locate, .clock: true
    default: false
    }
  }
}

extension InputMap {
  /// Whether what it assigns, besides what every patch does, may ask for an urgent command.
  fileprivate var hasUrgentControls: Bool {
    controls.contains { $0.action.mayBeUrgent && !Self.standard.controls.contains($0) }
  }
}

extension ControlAction {
  /// Whether it may ask for an urgent command.
  fileprivate var mayBeUrgent: Bool {
    guard let path = CommandTable.path(in: words)?.path else { return false }
    return CommandTable.rows(of: path).contains(where: \.isUrgent)
  }

  /// Whether it may move the song and is not urgent.
  fileprivate var mayJump: Bool {
    guard let path = CommandTable.path(in: words)?.path else { return false }
    return CommandTable.rows(of: path).contains { !$0.isUrgent && $0.touches.contains(.transport) }
  }
}
