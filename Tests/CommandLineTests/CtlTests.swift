import Commands
import Control
import ControlSocket
import Foundation
import GhostnoteTesting
import Testing

/// The real daemon by its control socket, without devices.
@Suite struct CtlTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private var environment: [(name: String, value: String)] { [("XDG_RUNTIME_DIR", place.path)] }

  private var folder: SocketFolder { SocketFolder(path: "\(place.path)/ghostnote") }

  private func session(_ arguments: String..., audio: String = "silent") throws -> Session {
    let session = try Session(
      ["--audio", audio, "--midi", "none"] + arguments, environment: environment)
    try #require(session.isReady(), "\(session.program.errors)")
    return session
  }

  private func ctl(_ arguments: String..., script: String? = nil) throws -> Spawned.Outcome {
    let program = try GhostnoteProgram.start(["ctl"] + arguments, environment: environment)
    if let script { program.type(script) }
    program.closeInput()
    return program.finish()
  }

  private func client(_ name: String? = nil) throws -> ControlClient {
    try ControlClient(name: name, in: folder)
  }

  @Test func `relative paths are those of the folder that ctl is started in`() throws {
    let session = try session()
    let folder = "\(place.path)/a folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func ctl(_ line: String) throws -> Spawned.Outcome {
      let script = "cd '\(folder)' && exec \(GhostnoteProgram.path) ctl '\(line)'"
      return try Spawned("/bin/sh", ["-c", script], environment: environment).finish()
    }
    let saved = try ctl("tempo 97; save out.json")
    #expect(saved.output.contains("\(folder)/out.json"), "\(saved)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/out.json"))
    #expect(try ctl("tempo 120; load out.json; status").output.contains("97 bpm"))
    #expect(try ctl("export ./out.mid loops 2").status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(folder)/out.mid"))
    #expect(try ctl("load rock").status == 0)
    #expect(session.end().status == 0)
  }

  @Test func `relative paths in a file that is sourced are those of the file's folder`() throws {
    let session = try session()
    let folder = "\(place.path)/sets"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try place.write("sets/set.txt", "tempo 97; source tempo.txt\nsave out.json\n")
    _ = try place.write("sets/tempo.txt", "tempo 98\n")
    let script = "cd '\(folder)' && exec \(GhostnoteProgram.path) ctl 'source set.txt'"
    let outcome = try Spawned("/bin/sh", ["-c", script], environment: environment).finish()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/out.json"))
    #expect(session.status { $0.tempoBPM == 98 } != nil)
    // The session's own terminal reads the same file alike.
    try FileManager.default.removeItem(atPath: "\(folder)/out.json")
    session.type("source '\(folder)/set.txt'")
    #expect(eventually { FileManager.default.fileExists(atPath: "\(folder)/out.json") })
    #expect(session.end().status == 0)
  }

  @Test func `exit in a file that is sourced ends its lines and leaves the session`() throws {
    let session = try session("rock")
    let file = try place.write("set.txt", "tempo 97\nexit\ntempo 98\n")
    let outcome = try ctl("source '\(file)'; level -3")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(session.status { $0.tempoBPM == 97 } != nil)
    #expect(try ctl("level").output.contains("-3"))
    session.type("tempo 90")
    session.type("source '\(file)'")
    #expect(session.status { $0.tempoBPM == 97 } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `a patch whose name has a dot in it is saved and loaded by that name`() throws {
    let data = [(name: "XDG_DATA_HOME", value: "\(place.path)/data")]
    let session = try Session(
      ["--audio", "silent", "--midi", "none"], environment: environment + data)
    try #require(session.isReady(), "\(session.program.errors)")
    #expect(try ctl("tempo 97; save \"Mr. Funk\"").status == 0)
    let outcome = try ctl("tempo 120; load \"Mr. Funk\"; status")
    #expect(outcome.output.contains("97 bpm"), "\(outcome)")
    #expect(session.end().status == 0)
  }

  @Test func `while a long line is carried out others are answered, and what they change waits`()
    throws
  {
    let session = try session("rock")
    let steps = (1...4_000).map { "step kick \($0 % 16 + 1) \($0 % 100 + 20)\n" }.joined()
    let file = try place.write("long.txt", "tempo 71\n\(steps)tempo 72\nstep kick 1 50\n")
    let (long, other) = (try client(), try client())
    long.send("source '\(file)'")
    func tempo() -> String {
      if case .ok(_, let json)? = other.request("tempo") { json } else { "none" }
    }
    // In the middle of it.
    #expect(eventually { tempo().contains("71") })
    #expect(other.request("tempo 99") == .ok(tag: nil, ""))
    #expect(tempo().contains("99"))
    guard case .ok(_, let replies)? = long.nextLine(within: 1_000) else {
      Issue.record("no reply")
      return
    }
    #expect(replies.components(separatedBy: "done").count == 4_004)
    #expect(other.request("undo") != nil && tempo().contains("72"))
    #expect(session.end().status == 0)
  }

  @Test func `help and JSON are given wherever they are asked for`() throws {
    #expect(try ctl("--help").output.contains("USAGE: ghostnote ctl"))
    #expect(try ctl("--version").output.first?.isNumber == true)
    let session = try session()
    #expect(try ctl("status", "--json").output.first == "{")
    #expect(try ctl("--", "status", "--json").output.first == "{")
    #expect(try ctl("clock status --json").output.first == "{")
    #expect(try ctl("clock status").output.first != "{")
    let other = try ctl("--name", "Other", "status").errors
    #expect(other.contains("no session is called “Other”; choose with --name: Ghostnote"))
    #expect(session.end().status == 0)
  }

  @Test func `a word that the shell was given in quotes is one word`() throws {
    let session = try session("rock")
    let file = "\(place.path)/my set; tempo 222.json"
    #expect(try ctl("tempo", "97;", "save", file).status == 0)
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try ctl("tempo", "98", ";", "load", file).status == 0)
    #expect(session.status { $0.tempoBPM == 97 } != nil)
    #expect(try ctl("paste", "kick: X..X").status == 0)
    #expect(try ctl("text").output.contains(/kick: +X\.\.X X\.\.X/))
    #expect(session.end().status == 0)
  }

  @Test func `a script pastes lines as a session does, and exit leaves the session playing`() throws
  {
    let session = try session()
    let script = "paste\nkick: X...\nsnare: ..x.\n\nplay\nexit\ntempo 99\n"
    let outcome = try ctl(script: script)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try ctl("text").output
    #expect(
      text.contains(/kick: +X\.\.\. X\.\.\./) && text.contains(/snare: +\.\.x\. \.\.x\./), "\(text)"
    )
    #expect(session.status { $0.isRolling && $0.tempoBPM != 99 } != nil)
    #expect(try ctl("exit").status == 0)
    #expect(try ctl(script: "paste\nkick: XX..\n").status == 0)
    #expect(try ctl("text").output.contains(/kick: +XX\.\. XX\.\./))
    let remarks = "paste pattern\n# verse\ngrid: 4/4\nkick: .x.. ; # soft\n # a; b\nsnare: ...x\n\n"
    #expect(try ctl(script: remarks).status == 0)
    #expect(try ctl("text line").output.contains(/kick: +\.x\.\.; snare: +\.\.\.x/))
    let empty = try ctl(script: "paste pattern\n# verse\n\n")
    #expect(empty.status == 64 && empty.errors.contains("a pattern is missing"), "\(empty)")
    #expect(session.end().status == 0)
  }

  @Test func `commands are carried out one after the other, and replies are shown`() throws {
    let session = try session("rock")
    let outcome = try ctl("tempo 96; play")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(session.status { $0.isRolling && $0.tempoBPM == 96 } != nil)
    #expect(try ctl("status").output.contains("rolling at 96 bpm"))
    #expect(try ctl("stop").status == 0)
    #expect(session.status { !$0.isRolling } != nil)
    #expect(try ctl("quit").status == 0)
    #expect(session.program.finish().status == 0)
    #expect(folder.names == [], "its socket goes with it")
  }

  @Test func `the exit status says what went wrong, and the rest is not done`() throws {
    let session = try session("rock")
    let wrong = try ctl("tmepo 96; tempo 97")
    #expect(wrong.status == 64)
    #expect(wrong.errors.hasPrefix("ghostnote: error: "))
    let failed = try ctl("load nowhere; tempo 97")
    #expect(failed.status == 1)
    #expect(session.status()?.tempoBPM == 116)
    #expect(try ctl("--jason", "status").status == 64)
    #expect(try ctl("--name", "Other", "status").status == 1)
    #expect(session.end().status == 0)
    let gone = try ctl("status")
    #expect(gone.status == 1)
    #expect(gone.errors.contains("start it with `ghostnote run`"))
  }

  @Test func `a script is carried out line by line, up to the first that fails`() throws {
    let session = try session("rock")
    let outcome = try ctl(script: "# a remark\ntempo 96; level -3\n\ntempo 301\ntempo 97")
    #expect(outcome.status == 64 || outcome.status == 1)
    #expect(outcome.errors.contains("line 4: "), "\(outcome.errors)")
    #expect(session.status { $0.tempoBPM == 96 } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `replies as JSON are an object a line`() throws {
    let session = try session("rock")
    let lines = try ctl("--json", "status; show").output.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, key) in zip(lines, ["status", "text"]) {
      guard case .object(let members)? = JSONNode(parsing: String(line)) else {
        Issue.record("\(line)")
        continue
      }
      #expect(members.keys.first == key)
    }
    let failure = try ctl("--json", "tempo 301").errors
    #expect(failure.hasPrefix(#"{"message":"#))
    #expect(session.end().status == 0)
  }

  @Test(arguments: [["--json", "status"], ["status", "--json"], ["status --json"]])
  func `that no session runs is JSON too where that is wanted`(words: [String]) throws {
    let program = try GhostnoteProgram.start(["ctl"] + words, environment: environment)
    let outcome = program.finish()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == #"{"message":"no session runs here; start it with `ghostnote run`"}"# + "\n")
  }

  @Test func `where standard output cannot be written that is said, and the status is 1`() throws {
    let session = try session("rock")
    for words in ["text", "watch state", "listen"] {
      let script = "exec \(GhostnoteProgram.path) ctl \(words) > /dev/full"
      let outcome = try Spawned("/bin/sh", ["-c", script], environment: environment).finish()
      #expect(outcome.status == 1, "\(words)")
      #expect(outcome.errorLines.count == 1, "\(words): \(outcome.errors)")
      #expect(outcome.errors.contains("the disk is full"), "\(words): \(outcome.errors)")
    }
    #expect(session.end().status == 0)
  }

  @Test func `two daemons of one name have sockets of their own`() throws {
    let (first, second) = (try session("rock"), try session("funk"))
    #expect(folder.names == ["Ghostnote", "Ghostnote-2"])
    #expect(try ctl("status").output.contains("Rock"))
    #expect(try ctl("--name", "Ghostnote-2", "status").output.contains("Funk"))
    for session in [first, second] { #expect(session.end().status == 0) }
  }

  @Test func `a daemon that was killed is replaced by the next of its name`() throws {
    let first = try session("rock")
    first.program.signal(SIGKILL)
    _ = first.program.finish()
    #expect(try ctl("status").status == 1)
    let second = try session("funk")
    #expect(folder.names == ["Ghostnote"])
    #expect(try ctl("status").output.contains("Funk"))
    #expect(second.end().status == 0)
  }

  @Test func `what concerns a connection stands alone in its line, and is not the terminal's`()
    throws
  {
    let session = try session("rock")
    let client = try client()
    let file = try place.write("watching.txt", "tempo 97\nwatch hits\n")
    let alone = "expected a line of its own, found 2 commands"
    let refused = "only a client of the control socket can ask for it, in a line of its own"
    for (line, reason) in [
      ("tempo 97; watch hits", "watch: \(alone)"), ("listen; tempo 97", "listen: \(alone)"),
      ("oneshot kick 9; tempo 97", "oneshot: \(alone)"),
      ("source \(file)", ", line 2: watch: \(refused)"),
      ("assign cc 20 watch", "watch: \(refused)"), ("listen now", "listen: unexpected"),
    ] {
      guard case .error(_, let json)? = client.request(line, within: 20_000) else {
        Issue.record("not refused: \(line)")
        continue
      }
      #expect(json.contains(reason), "\(json)")
      #expect(json.contains(#""usage":true"#), "\(json)")
    }
    session.type("tempo 97; watch hits")
    #expect(session.says("watch: \(refused)"))
    // None of a line is done where it is refused.
    #expect(session.status().map { $0.tempoBPM != 97 } == true)
    #expect(client.request("Watch HITS", within: 20_000) == .ok(tag: nil, ""))
    #expect(session.end().status == 0)
  }

  @Test func `differences lead to the state that a later client is sent`() throws {
    let session = try session("rock")
    let watcher = try client()
    #expect(watcher.request("watch state", within: 20_000) == .ok(tag: nil, ""))
    let commander = try client()
    for line in ["tempo 97", "step kick 3 X", "level snare -6", "pattern new Other", "mute kick"] {
      _ = commander.request(line, within: 20_000)
    }
    // The engine takes a tempo with its next block, which may come after the reply.
    var wanted = JSONNode.null
    let isTaken = eventually {
      wanted = (try? client()).flatMap { seed(of: $0) } ?? .null
      guard case .object(let members) = wanted, case .object(let transport)? = members["transport"]
      else { return false }
      return transport["tempo"] == .integer(97)
    }
    #expect(isTaken, "\(wanted.text)")
    var state = JSONNode.null
    var revision = -1
    let isSame = eventually {
      guard case .event(let text)? = watcher.nextLine(within: 100),
        case .object(let event)? = JSONNode(parsing: text),
        case .object(let members)? = event["state"],
        case .number(let number)? = members["revision"]
      else { return state == wanted }
      if let seed = members["seed"] {
        state = seed
      } else if case .array(let changes)? = members["changes"] {
        #expect(Int(number) == revision + 1)
        state = state.patched(by: changes) ?? .null
      }
      revision = Int(number) ?? -1
      return state == wanted
    }
    #expect(isSame, "\(state.differences(to: wanted).map(\.text))")
    guard case .object(let members) = state, case .object(let transport)? = members["transport"]
    else {
      Issue.record("\(state.text)")
      return
    }
    #expect(transport["tempo"] == .integer(97))
    #expect(transport["rolling"] == .bool(false))
    #expect(state.text.contains(#""name":"Rock""#))
    #expect(session.end().status == 0)
  }

  private func seed(of client: ControlClient) -> JSONNode? {
    guard client.request("watch state", within: 20_000) != nil,
      case .event(let text)? = client.nextLine(within: 20_000),
      case .object(let event)? = JSONNode(parsing: text),
      case .object(let members)? = event["state"]
    else { return nil }
    return members["seed"]
  }

  @Test func `a select that one client writes wrongly refuses its own edits, and no other's`()
    throws
  {
    let session = try session(try place.patch("beat.json", tempo: 120, ["kick": "x... x..."]))
    let (one, other) = (try client(), try client())
    func takes(_ line: String, from client: ControlClient) -> Bool {
      if case .ok? = client.request(line, within: 20_000) { true } else { false }
    }
    #expect(takes("select hits all", from: other))
    #expect(!takes("select 1-", from: one))
    #expect(takes("hits velocity +5", from: other))
    #expect(!takes("hits velocity +5", from: one))
    #expect(takes("select none", from: one) && takes("rotate 1", from: one))
    #expect(session.end().status == 0)
  }

  @Test func `hits come with beats, and times that keep the tempo`() throws {
    let file = try place.patch("beat.json", tempo: 240, ["kick": "x... x... x... x..."])
    let session = try session(file)
    let watcher = try client()
    #expect(watcher.request("watch hits levels", within: 20_000) == .ok(tag: nil, ""))
    #expect(try client().request("play", within: 20_000) == .ok(tag: nil, ""))
    #expect(try client().request("hit snare 90", within: 20_000) == .ok(tag: nil, ""))
    var hits: [(beat: Double, time: Double)] = []
    var (heardSnare, loudest) = (false, 0.0)
    let isEnough = eventually {
      guard case .event(let text)? = watcher.nextLine(within: 100),
        case .object(let event)? = JSONNode(parsing: text)
      else { return false }
      if case .array(let found)? = event["hits"] {
        for case .object(let hit) in found {
          guard case .number(let beat)? = hit["beat"], case .number(let time)? = hit["time"] else {
            continue
          }
          if hit["drum"] == .string("snare") { heardSnare = hit["by"] == .string("command") }
          guard hit["by"] == .string("pattern") else { continue }
          hits.append((Double(beat) ?? -1, Double(time) ?? -1))
        }
      }
      if case .object(let levels)? = event["levels"], case .object(let left)? = levels["left"],
        case .number(let peak)? = left["peak"]
      {
        loudest = max(loudest, Double(peak) ?? 0)
      }
      return hits.count >= 12
    }
    #expect(isEnough && heardSnare)
    #expect(loudest > 0.01 && loudest < 2)
    #expect(hits.map(\.beat) == hits.indices.map(Double.init))
    let gaps = zip(hits, hits.dropFirst()).map { $1.time - $0.time }.sorted()
    // A quarter of a second a beat; where the machine pauses, a silent session's clock does too.
    #expect(gaps.allSatisfy { $0 > 249_900_000 }, "\(gaps)")
    #expect(gaps[gaps.count / 2] < 250_100_000, "\(gaps)")
    #expect(session.end().status == 0)
  }

  @Test func `listen is sample for sample what is recorded`() throws {
    let recording = "\(place.path)/take.wav"
    let session = try session("rock", "--play", audio: "wav:\(recording)")
    let listener = try client()
    #expect(
      listener.request("listen", within: 20_000)
        == .ok(tag: nil, #"{"listen":{"channels":2,"format":"s16le","rate":48000}}"#))
    let bytes = listener.bytes(4 * 24_000)
    #expect(bytes.count == 4 * 24_000)
    let heard = stride(from: 0, to: bytes.count, by: 4).map { place in
      Int(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
    }
    #expect(session.end().status == 0)
    let left = try WAVReader(try place.read("take.wav")).channels[0].map {
      Int(($0 * 32_767).rounded())
    }
    // A piece without a late cycle: a loaded machine may pause between others.
    let pieces = stride(from: 0, to: heard.count, by: 2_400).map { Array(heard[$0..<$0 + 2_400]) }
    let found = pieces.filter { Self.offset(of: $0, in: left) != nil }
    #expect(!found.isEmpty, "none of \(pieces.count) pieces is in the recording")
  }

  @Test func `at another rate listen is still 48 kHz, and as fast`() throws {
    let file = try place.patch("beat.json", tempo: 240, ["sidestick": "X... X... X... X..."])
    let session = try session(file, "--play", "--rate", "44100")
    let listener = try client()
    #expect(listener.request("listen", within: 20_000) != nil)
    let bytes = listener.bytes(4 * 96_000)
    let level = stride(from: 0, to: bytes.count, by: 4).map { place in
      abs(Int(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)))
    }
    var onsets: [Int] = []
    for frame in level.indices.dropFirst(2_000) where level[frame] > 1_500 {
      let isFirst = level[frame - 2_000..<frame].allSatisfy { $0 <= 1_500 }
      if isFirst { onsets.append(frame) }
    }
    #expect(onsets.count >= 5, "\(onsets)")
    for (one, next) in zip(onsets, onsets.dropFirst()) {
      // A quarter of a second; FluidSynth begins with its next block of 64 frames.
      #expect(abs(next - one - 12_000) <= 80, "\(onsets)")
    }
    #expect(session.end().status == 0)
  }

  /// Where `part` stands in `whole`, to within one step of 16 bits.
  private static func offset(of part: [Int], in whole: [Int]) -> Int? {
    guard let loud = part.firstIndex(where: { abs($0) > 1_000 }), whole.count >= part.count else {
      return nil
    }
    return (0...whole.count - part.count).first { offset in
      guard abs(whole[offset + loud] - part[loud]) <= 1 else { return false }
      return part.indices.allSatisfy { abs(whole[offset + $0] - part[$0]) <= 1 }
    }
  }

  @Test func `a log line is passed on, and ctl watch shows what comes`() throws {
    let session = try session("rock")
    let watcher = try GhostnoteProgram.start(
      ["ctl", "watch", "log", "state"], environment: environment)
    #expect(eventually { watcher.output.contains(#""seed""#) })
    session.type("nonsense")
    #expect(eventually { watcher.output.contains(#"{"log":{"level":"error","message":"line 1: "#) })
    #expect(session.end().status == 0)
    #expect(watcher.finish().status == 0, "it ends with the daemon")
  }

  @Test func `the drummer's bars are seen before they are heard`() throws {
    let session = try session("--drummer", "funk", "--play")
    let watcher = try client()
    #expect(watcher.request("watch ahead hits", within: 20_000) == .ok(tag: nil, ""))
    var foreseen: Set<String> = []
    var struck = 0
    let isEnough = eventually {
      guard case .event(let text)? = watcher.nextLine(within: 100),
        case .object(let event)? = JSONNode(parsing: text)
      else { return false }
      if case .object(let ahead)? = event["ahead"], case .array(let bars)? = ahead["bars"] {
        for case .object(let bar) in bars {
          guard case .array(let hits)? = bar["hits"] else { continue }
          for case .object(let hit) in hits { foreseen.insert(Self.place(hit)) }
        }
      }
      if case .array(let hits)? = event["hits"] {
        for case .object(let hit) in hits where hit["by"] == .string("drummer") {
          // What is a little early at the song's beginning comes with its first beat.
          if hit["beat"] != .integer(0) { #expect(foreseen.contains(Self.place(hit))) }
          struck += 1
        }
      }
      return struck > 20
    }
    #expect(isEnough)
    #expect(session.end().status == 0)
  }

  private static func place(_ hit: [String: JSONNode]) -> String {
    "\(hit["drum"]?.text ?? "") \(hit["beat"]?.text ?? "")"
  }

  @Test func `eight clients watch everything while one floods and one stalls`() throws {
    let session = try session("rock", "--play")
    let watchers = try (0..<8).map { _ in try client() }
    for watcher in watchers {
      #expect(watcher.request("watch state hits levels ahead log", within: 20_000) != nil)
    }
    let (flooder, stalled) = (try client(), try client())
    _ = stalled.request("watch state hits levels", within: 20_000)
    let flood = Array(String(repeating: "help\n", count: 10_000).utf8)
    _ = unsafe send(flooder.file, flood, flood.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    for (number, watcher) in watchers.enumerated() {
      let reply = watcher.request("tempo \(100 + number)", tag: "x", within: 20_000)
      #expect(reply == .ok(tag: "x", ""))
    }
    #expect(session.status { $0.isRolling && $0.tempoBPM == 107 } != nil)
    #expect(session.end().status == 0)
  }

  /// What systemd hears of a service with `Type=notify`: at a path, and by an abstract name.
  @Test(arguments: [false, true])
  func `a service manager is notified of the beginning and the end`(isAbstract: Bool) throws {
    let path = isAbstract ? "@ghostnote-\(place.path)" : "\(place.path)/notify"
    let manager = try NotifySocket(path)
    let session = try Session(
      ["--audio", "silent", "--midi", "none"],
      environment: environment + [("NOTIFY_SOCKET", path)])
    #expect(manager.next() == "READY=1")
    #expect(session.isReady())
    #expect(session.end().status == 0)
    #expect(manager.next() == "STOPPING=1")
  }
}

/// The socket at which a service manager listens.
private final class NotifySocket {
  private let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

  init(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = path.hasPrefix("@")
    let name = (isAbstract ? [0] : []) + Array(path.utf8.dropFirst(isAbstract ? 1 : 0))
    try #require(name.count < 108)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let size = isAbstract ? 2 + name.count : MemoryLayout<sockaddr_un>.size
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(file, $0, socklen_t(size))
      }
    }
    try #require(status == 0)
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    unsafe setsockopt(
      file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(file) }

  /// The next notification; nil after a minute.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe recv(file, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
