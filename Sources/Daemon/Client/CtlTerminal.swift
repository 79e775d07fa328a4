import CommandText
import Commands
public import ControlSocket
import Drummer
import Foundation
import LineEditing
import PatchFiles
import RealTime
import Shell
import Synchronization

/// `ghostnote ctl` on a terminal: lines are edited at the bottom, replies and what is watched stand above.
/// Where the session ends it waits for one to come back.
public final class CtlTerminal: Sendable {
  /// The session's name; nil where the connection was not made by one.
  private let name: String?
  private let isJSON: Bool
  private let writer: TextWriter
  private let client = Mutex<ControlClient?>(nil)
  private let lines = Mutex(ScriptLines(typed: true))
  private let isOver = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic<Bool>(false)
  private let isWatching = Atomic<Bool>(false)
  /// Whether the last command was a `quit` that was not carried out yet.
  private let asksToQuit = Atomic<Bool>(false)

  /// The tag of commands whose own words ask for JSON.
  private static let jsonTag = "json"

  /// Talks to the session that `client` is connected to.
  public init(client: ControlClient, isJSON: Bool) {
    name = client.name
    self.isJSON = isJSON
    writer = TextWriter(to: STDOUT_FILENO)
    self.client.withLock { $0 = client }
  }

  /// Reads lines until Ctrl-D, `exit`, or the terminal is gone; false, with signals as they were, where no line can
  /// be edited here.
  public func run() -> Bool {
    // Before there is an editor, so that none of them ends the program with the terminal as that has set it.
    let ending = [SIGTERM, SIGHUP, SIGQUIT].map { number in
      (number, signal(number) { _ in isEndAsked.store(true, ordering: .relaxed) })
    }
    let ignored = [SIGPIPE, SIGTTIN, SIGTTOU].map { ($0, signal($0, SIG_IGN)) }
    let configuration = LineEditor.Configuration(
      history: LineHistoryFile.path, takesInterrupts: true,
      completions: { [name] in LineCompletion(session: name).candidates(for: $0) })
    let editor = LineEditor(configuration, writer: writer) { [self] in take($0) }
    guard let editor else {
      for (number, handler) in ending + ignored { signal(number, handler) }
      return false
    }
    if !NamedThread.start("ghostnote-read", { [self] in read() }) {
      say(NamedThread.noneLeft)
      isOver.signal()
    }
    while isOver.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isEndAsked.load(ordering: .relaxed) { break }
    }
    hasEnded.store(true, ordering: .relaxed)
    editor.finish()
    return true
  }

  private func take(_ event: LineEditor.Event) {
    switch event {
    case .line(let line): take(line)
    case .interrupted:
      // What was pasted so far is forgotten with the line.
      _ = lines.withLock { $0.end() }
      if isWatching.exchange(false, ordering: .relaxed) {
        client.withLock { _ = $0?.send(ConnectionRequest.watch([]).line) }
      }
    case .endOfFile:
      if let pasted = lines.withLock({ $0.end() }) { perform(pasted) } else { isOver.signal() }
    case .hungUp: isOver.signal()
    }
  }

  private func take(_ written: String) {
    switch lines.withLock({ $0.take(written) }) {
    case .wait(let words): if let words { writer.write(words + "\n") }
    case .carryOut(let line): perform(line)
    }
  }

  private func perform(_ line: String) {
    for sentence in CommandReader.sentences(line) {
      let wasAsked = asksToQuit.exchange(false, ordering: .relaxed)
      if CommandReader.isExit(sentence) {
        isOver.signal()
        return
      }
      let request = CommandReader.connectionRequest(sentence)
      switch CtlSession.verb(of: sentence) {
      case "quit" where !wasAsked:
        asksToQuit.store(true, ordering: .relaxed)
        say("quit ends the session and its music: again to do so; exit or Ctrl-D leaves it playing")
      case _ where request == .listen:
        say("listen writes sound: `ghostnote ctl listen | aplay -q -t raw -f S16_LE -r 48000 -c 2`")
      default:
        if case .watch(let channels) = request {
          isWatching.store(!channels.isEmpty, ordering: .relaxed)
        }
        let line = CtlSession.request(sentence)
        let tag = CtlSession.wantsJSON(sentence) ? Self.jsonTag : nil
        let isSent = client.withLock { $0?.send(line, tag: tag) } ?? false
        if !isSent { say("no session: waiting for one") }
        if wasAsked, CtlSession.verb(of: sentence) == "quit" { isOver.signal() }
      }
    }
  }

  /// Shows what comes from the session, and connects again where it ended.
  private func read() {
    while !hasEnded.load(ordering: .relaxed) {
      guard let client = client.withLock({ $0 }) else {
        reconnect()
        continue
      }
      if let line = client.nextLine(within: 500) {
        show(line)
      } else if client.isGone {
        self.client.withLock { $0 = nil }
        let next = name.map { "the next called \($0); `exit` leaves" } ?? "it to come back"
        say("the session has ended; waiting for \(next)")
      }
    }
  }

  private func reconnect() {
    usleep(300_000)
    guard let found = try? ControlClient(name: name) else { return }
    client.withLock { $0 = found }
    say("connected again")
  }

  private func show(_ line: ControlClient.Line) {
    switch line {
    case .ok(let tag, let json):
      let text = isJSON || tag == Self.jsonTag ? json : Reply.text(ofSocketJSON: json) ?? json
      if !text.isEmpty { writer.write(text.printable + "\n") }
    case .error(let tag, let json):
      let wantsJSON = isJSON || tag == Self.jsonTag
      let text = wantsJSON ? json : "error: " + (SocketFailure(json: json)?.message ?? json)
      writer.write(text.printable + "\n")
    case .event(let text): writer.write(text.printable + "\n")
    }
  }

  private func say(_ text: String) { writer.write("ghostnote: \(text)\n") }
}

private let isEndAsked = Atomic<Bool>(false)

/// Where typed lines are kept.
enum LineHistoryFile {
  /// `$XDG_STATE_HOME/ghostnote/history`, or in the home folder; nil where neither variable says.
  static var path: String? { RecoveryWriter.folder().map { "\($0)/history" } }
}
