import CommandText
import Commands
public import ControlSocket
import Files
import Foundation
import Shell

/// What `ghostnote ctl` does with commands: sends them one by one and shows the replies.
public struct CtlSession: Sendable {
  /// How a session ended, as the exit status says it.
  public enum Outcome: Int32, Sendable {
    case done = 0
    /// A command was not carried out, or the daemon has gone.
    case failed = 1
    /// A command's words were wrong.
    case usage = 64
  }

  private let client: ControlClient
  private let name: String
  private let isJSON: Bool
  private let show: @Sendable (String) -> Bool
  private let complain: @Sendable (String) -> Void
  private let soundIsLost: @Sendable (Int32) -> Void

  /// Talks to `client`, the session called `name`; nil stands for the name that a session has without one.
  ///
  /// - Parameters:
  ///   - show: shows a reply as text, or as JSON, or an event; false where standard output takes no more.
  ///   - complain: shows a failure, as a sentence or as JSON.
  ///   - soundIsLost: called with `errno` where standard output does not take sound.
  public init(
    _ client: ControlClient, name: String? = nil, isJSON: Bool = false,
    show: @escaping @Sendable (String) -> Bool, complain: @escaping @Sendable (String) -> Void,
    soundIsLost: @escaping @Sendable (Int32) -> Void
  ) {
    self.client = client
    self.name = name ?? DaemonOptions.standardName
    self.isJSON = isJSON
    self.show = show
    self.complain = complain
    self.soundIsLost = soundIsLost
  }

  /// Carries out the commands of `line`, and stops at the first that fails, or at `exit`, which leaves the
  /// session as it is; `place` begins what is said of a failure.
  public func perform(_ line: String, place: String = "") -> Outcome {
    for sentence in CommandReader.sentences(line) {
      if CommandReader.isExit(sentence) { return .done }
      let wantsJSON = isJSON || Self.wantsJSON(sentence)
      let reply = client.request(Self.request(sentence), tag: "ctl") { _ = show($0) }
      guard let reply else {
        let option = NameOption.words(for: name)
        let problem = "\(place)the session has ended; start it with `ghostnote run\(option)`"
        complain(Self.failure(problem, asJSON: wantsJSON))
        return .failed
      }
      if let failure = take(reply, asJSON: wantsJSON, place) { return failure }
      switch CommandReader.connectionRequest(sentence) {
      case .watch(let channels) where !channels.isEmpty: if !watch() { return .failed }
      case .listen: if !listen() { return .failed }
      case .watch, .oneShot, nil: break
      }
    }
    return .done
  }

  /// What to say where something was not done: a sentence after the program's name, or JSON.
  public static func failure(_ problem: String, asJSON: Bool) -> String {
    asJSON ? SocketFailure(message: problem).lineJSON : "ghostnote: error: \(problem)"
  }

  /// Shows a reply; says how it failed, where it did.
  private func take(
    _ reply: ControlClient.Line, asJSON wantsJSON: Bool, _ place: String
  ) -> Outcome? {
    switch reply {
    case .ok(_, let json):
      let text = wantsJSON ? json : Reply.text(ofSocketJSON: json) ?? json
      if !text.isEmpty { _ = show(text) }
      return nil
    case .error(_, let json):
      let failure = SocketFailure(json: json)
      let sentence = Self.failure(place + (failure?.message ?? json), asJSON: false)
      complain(wantsJSON ? json : sentence)
      return failure?.usage == true ? .usage : .failed
    case .event(let text):
      _ = show(text)
      return nil
    }
  }

  /// Shows what is watched until the daemon ends; false where standard output takes no more.
  private func watch() -> Bool {
    while let line = client.nextLine() {
      if case .event(let text) = line, !show(text) { return false }
    }
    return true
  }

  /// Writes sound to standard output until the daemon ends or its reader does; false where standard output takes
  /// no more for another reason.
  private func listen() -> Bool {
    while true {
      let bytes = client.bytes(1_920)
      guard !bytes.isEmpty else { return true }
      let code = StandardStreams.write(bytes, to: STDOUT_FILENO)
      guard code == 0 else {
        soundIsLost(code)
        return code == EPIPE
      }
    }
  }

  /// A command as the session is sent it: on one line, and with relative paths that are those of this
  /// process's folder, not of the session's.
  static func request(_ sentence: String) -> String {
    CommandReader.rooted(
      CommandReader.onOneLine(sentence), at: FileManager.default.currentDirectoryPath
    ) { FolderListing.holdsFile($0) }
  }

  /// Whether a command's own words ask for its reply as JSON.
  public static func wantsJSON(_ sentence: String) -> Bool {
    sentence.split(whereSeparator: \.isWhitespace).last == "--json"
  }

  /// The first word of a command.
  static func verb(of sentence: String) -> String {
    String(sentence.prefix { !$0.isWhitespace }).lowercased()
  }
}

extension SocketFailure {
  /// What the client itself finds, in the session's form.
  fileprivate init(message: String) {
    self.message = message
    usage = nil
  }
}
