import CommandText
import Commands
import Control
import ControlSocket

/// A line whose commands are being carried out.
struct LineUnderway {
  /// Who asked for it.
  enum Asker {
    case console
    case surface
    case client(ControlRequest)

    /// Whom its commands come from.
    var origin: CommandOrigin {
      switch self {
      case .console: .console
      case .surface: .surfaces
      case .client(let request): .client(request.client.number)
      }
    }

    fileprivate var gesture: String? {
      switch self {
      case .console, .surface: nil
      case .client(let request): request.gesture
      }
    }
  }

  /// For so long commands are carried out, or wait for room in the engine, before others' questions are answered.
  static let piece = Duration.milliseconds(20)

  let asker: Asker
  private let commands: [Command]
  private var done = 0
  /// The replies to a client, which come together.
  private(set) var replies: [Reply] = []
  /// Of the whole line: where the engine has stopped, each command would wait for a second otherwise.
  private var patience = RoomPatience()

  /// Nothing of it is done yet.
  init(_ commands: [Command], for asker: Asker) {
    self.commands = commands.map { $0.sent(by: asker.origin, in: asker.gesture) }
    self.asker = asker
  }

  /// The command to carry out; nil where all are done.
  var next: Command? { done < commands.count ? commands[done] : nil }

  /// Throws where a stop signal has come.
  func checkEnd() throws(CommandError) { try CommandDoor.checkEnd(done, of: commands.count) }

  /// Waits until the engine takes all that `command` may ask of it, or has carried out nothing for a second, after
  /// which the command is refused; false where there is still room to be waited for at `end`.
  mutating func waitForRoom(
    for command: Command, in machine: Machine, until end: ContinuousClock.Instant
  ) async -> Bool {
    // A question asks nothing of the engine, and goes between the pieces of a line that waits.
    guard !command.spec.isQuery else { return true }
    while let left = await machine.awaitsRoom(patience) {
      guard ContinuousClock.now < end else { return false }
      patience = left
      try? await Task.sleep(for: RoomPatience.pause)
    }
    return true
  }

  /// What to say of it where the session ends before it does.
  var leftOut: CommandError { CommandDoor.leftOut(done, of: commands.count) }

  /// The next command was carried out.
  mutating func note(_ reply: Reply) {
    done += 1
    if case .client = asker { replies.append(reply) }
  }
}

/// Which events are attended to while a line is carried out in pieces.
///
/// Of commands only questions go between, since all commands share the pattern that is played, what is selected in it
/// and what undo takes back: a change in the middle of a line would turn its edits to something else, and its edits
/// that change. What happens to devices goes between too: while the engine has no driver, it takes nothing of the line.
struct LineTurns {
  private var underway: LineUnderway?
  private var held: [DaemonEvent] = []

  /// Whether a line waits to be gone on with.
  var isUnderway: Bool { underway != nil }

  /// Whether the event is attended to now; if not, it is held until the line is done.
  mutating func admits(_ event: DaemonEvent) -> Bool {
    guard isUnderway, !event.goesBetween else { return true }
    held.append(event)
    return false
  }

  /// Leaves a line for later.
  mutating func leave(_ line: LineUnderway) { underway = line }

  /// Takes the line to go on with.
  mutating func take() -> LineUnderway? {
    defer { underway = nil }
    return underway
  }

  /// The events that were held, once no line is underway; the first of them.
  mutating func nextHeld() -> DaemonEvent? {
    isUnderway || held.isEmpty ? nil : held.removeFirst()
  }
}

extension DaemonEvent {
  /// Whether it changes nothing that the commands of a line depend on.
  fileprivate var goesBetween: Bool {
    switch self {
    case .goOn, .back, .quit, .jack, .sequencer, .pcm: true
    case .request(let request): Self.onlyAsks(request.line)
    case .tick, .line, .surface, .left, .endlessLine, .endOfFileTyped, .endOfLines, .hangUp,
      .terminalGone, .session:
      false
    }
  }

  /// Whether a client's line asks for nothing but a reply, or for what it watches.
  static func onlyAsks(_ line: String) -> Bool {
    let commands = (try? CommandReader.commands(line)) ?? []
    return !commands.isEmpty && commands.allSatisfy(\.spec.isQuery)
  }
}
