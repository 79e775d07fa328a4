import CommandText
import Commands
public import ControlSocket
import Foundation

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
  private let isJSON: Bool
  private let show: @Sendable (String) -> Void
  private let complain: @Sendable (String) -> Void

  /// Talks to `client`: replies go to `show` as text, or as JSON, and failures to `complain`.
  public init(
    _ client: ControlClient, isJSON: Bool = false, show: @escaping @Sendable (String) -> Void,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.client = client
    self.isJSON = isJSON
    self.show = show
    self.complain = complain
  }

  /// Carries out the commands of `line`, and stops at the first that fails, or at `exit`, which leaves the
  /// session as it is; `place` begins what is said of a failure.
  public func perform(_ line: String, place: String = "") -> Outcome {
    for sentence in CommandReader.sentences(line) {
      if Self.verb(of: sentence) == "exit" { return .done }
      guard let reply = client.request(Self.request(sentence), tag: "ctl", event: show) else {
        complain("\(place)the session has ended; start it with `ghostnote run`")
        return .failed
      }
      let wantsJSON = isJSON || Self.wantsJSON(sentence)
      if let failure = take(reply, asJSON: wantsJSON, place) { return failure }
      switch CommandReader.connectionRequest(sentence) {
      case .watch: watch()
      case .listen: listen()
      case .oneShot, nil: break
      }
    }
    return .done
  }

  /// Shows a reply; says how it failed, where it did.
  private func take(
    _ reply: ControlClient.Line, asJSON wantsJSON: Bool, _ place: String
  ) -> Outcome? {
    switch reply {
    case .ok(_, let json):
      let text = wantsJSON ? json : Reply.text(ofSocketJSON: json) ?? json
      if !text.isEmpty { show(text) }
      return nil
    case .error(_, let json):
      let failure = SocketFailure(json: json)
      complain(wantsJSON ? json : place + (failure?.message ?? json))
      return failure?.usage == true ? .usage : .failed
    case .event(let text):
      show(text)
      return nil
    }
  }

  /// Shows what is watched until the daemon ends.
  private func watch() {
    while let line = client.nextLine() { if case .event(let text) = line { show(text) } }
  }

  /// Writes sound to standard output until the daemon ends or its reader does.
  private func listen() {
    while true {
      let bytes = client.bytes(1_920)
      guard !bytes.isEmpty else { return }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
        }
        guard count > 0 || errno == EINTR else { return }
        rest = rest.dropFirst(max(count, 0))
      }
    }
  }

  /// A command as the session is sent it: on one line, and with relative paths that are those of this
  /// process's folder, not of the session's.
  static func request(_ sentence: String) -> String {
    CommandReader.rooted(
      CommandReader.onOneLine(sentence), at: FileManager.default.currentDirectoryPath
    ) { FileManager.default.fileExists(atPath: $0) }
  }

  /// Whether a command's own words ask for its reply as JSON.
  static func wantsJSON(_ sentence: String) -> Bool {
    sentence.split(whereSeparator: \.isWhitespace).last == "--json"
  }

  /// The first word of a command.
  public static func verb(of sentence: String) -> String {
    String(sentence.prefix { !$0.isWhitespace }).lowercased()
  }
}
