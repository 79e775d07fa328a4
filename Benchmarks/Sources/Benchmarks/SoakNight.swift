import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import Shell

/// The daemon on a server of its own, disturbed for a while in every way there is.
final class SoakNight {
  /// What was counted.
  struct Tally: Sendable {
    var stuck = 0
    /// Rests whose end JACK did not see.
    var unjudged = 0
    var notes = 0
    var deaths = 0
    var clients = 0
    var hangUps = 0
    var lines = 0
    var droppedHits: Int64 = 0
    var droppedMessages: Int64 = 0
    var droppedCues: Int64 = 0
    var starvedBars = 0
    /// Deadlines and cycles missed, in words.
    var losses = ""
    var endsWell = false
    /// Resident memory of its own at each rest after the settling time, in MB: without files, and without
    /// what it shares with the server, whose ports alone are 105.
    var resident: [Double] = []
  }

  /// Seconds between two deaths of the server.
  private static let lives = 100.0...200.0

  private let stage: Stage
  private let session: Session
  private var lines: SoakLines
  private var dice: SplitMix64
  private var tally = Tally()
  private var conductor: Running?
  private var pads: Running?
  /// What else plays, listens or ticks, for as long as the server lives.
  private var clients: [Running] = []
  private let began = ContinuousClock.now

  init(seed: UInt64) throws {
    dice = SplitMix64(seed: seed)
    lines = SoakLines(seed: dice.next())
    stage = try Stage()
    let program = try Spawned(
      "\(Places.root.path)/\(Places.ghostnote)",
      [
        "run", "rock", "--play", "--audio", "jack", "--midi", "jack", "--control", "stdin",
        "--drummer", "funk",
      ],
      environment: [
        ("JACK_DEFAULT_SERVER", stage.server.name), ("JACK_NO_START_SERVER", "1"),
        ("XDG_STATE_HOME", "\(Places.scratch.path)/state"), ("XDG_DATA_HOME", "/nonexistent"),
      ])
    session = Session(program: program)
    guard session.isReady() else { throw Failure("no daemon: \(program.errors.suffix(300))") }
  }

  /// Plays for `minutes`; what fills up fills in the first sixth of them.
  func play(minutes: Double) throws -> Tally {
    while seconds < minutes * 60 {
      guard session.says("audio: JACK client ghostnote,", times: tally.deaths + 1) else {
        throw Failure("the daemon is not back on JACK: \(session.program.errors.suffix(300))")
      }
      let left = minutes * 60 - seconds
      try live(seconds: min(.random(in: Self.lives, using: &dice), left), settling: minutes * 10)
      if seconds < minutes * 60 { try killServer() }
    }
    try finish()
    return tally
  }

  private var seconds: Double { began.duration(to: .now) / .seconds(1) }

  /// A life of the server, from when we are on it to a rest at which nothing may hang.
  private func live(seconds length: Double, settling: Double) throws {
    let recorder = try listen(to: "midi_out")
    conductor = try stage.start(Places.judge("jack_conductor"), [])
    clients.append(
      try stage.start("/usr/bin/jack_midi_clock", ["-b", "133", "-J", "10", "ghostnote:clock_in"]))
    pads = try stage.start(
      Places.judge("jack_flood"),
      ["--to", "ghostnote:midi_in", "--rate", "30", "--seconds", "100000"])
    let end = seconds + length
    while seconds < end {
      try act()
      let pause: ClosedRange<UInt32> = seconds < settling ? 10_000...80_000 : 100_000...1_200_000
      usleep(.random(in: pause, using: &dice))
    }
    rest()
    try judge(recorder)
    if seconds > settling { try note() }
  }

  private func act() throws {
    switch Int.random(in: 0..<60, using: &dice) {
    case 0 where dice.once(in: 4):
      session.program.signal(SIGHUP)
      tally.hangUps += 1
    case 1 where clients.count < 6:
      clients.append(try listen(to: dice.once(in: 2) ? "clock_out" : "midi_out"))
      tally.clients += 1
    case 2 where clients.count > 1:
      let client = clients.remove(at: Int.random(in: 1..<clients.count, using: &dice))
      // It leaves in good order, or as one that crashed.
      if dice.once(in: 2) { kill(client.id, SIGKILL) }
      client.end()
    case 3: try? conductor?.say("roll")
    case 4: try? conductor?.say(dice.once(in: 2) ? "stop" : "locate 96000")
    case 5: type("clock source \(["midi", "auto", "jack"].randomElement(using: &dice) ?? "midi")")
    case 6: type("clock source internal")
    case 7, 8: type("play")
    case 9: type("continue")
    default: type(lines.next())
    }
  }

  /// Stops, and waits until the longest note is over and replaced kits have rung out.
  private func rest() {
    try? conductor?.say("stop")
    // With notes in hand, which nobody lets go of but the daemon.
    pads?.end()
    for line in ["clock source internal", "play"] { type(line) }
    sleep(2)
    type("stop")
    // A server that waits for a client that was killed stands still for up to ten seconds.
    sleep(15)
  }

  /// Whether what the recorder has heard is over.
  private func judge(_ recorder: Running) throws {
    recorder.end()
    if let pause = recorder.output.firstMatch(of: /stood still until ([0-9.]+) s/),
      let seconds = Double(pause.1), seconds < 4
    {
      tally.unjudged += 1
      return complain("JACK stood still until \(seconds) s before the end of this rest: not judged")
    }
    var balance = NoteBalance()
    for line in recorder.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, words[1].count == 6, let bytes = UInt32(words[1], radix: 16) else {
        continue
      }
      let message = ShortMessage(
        status: UInt8(bytes >> 16), data1: UInt8(bytes >> 8 & 0x7F), data2: UInt8(bytes & 0x7F))
      if message.kind == 0x90 { tally.notes += 1 }
      balance.read(message)
    }
    tally.stuck += balance.stuck.count
    guard !balance.stuck.isEmpty else { return }
    complain("notes \(balance.stuck) hang")
  }

  private func note() throws {
    let report = try String(
      contentsOfFile: "/proc/\(session.program.process.id)/status", encoding: .utf8)
    tally.resident.append(try Report(report).number("RssAnon:") * 1_024 / 1_000_000)
    let line =
      "soak-real: \((seconds / 60).digits(1)) min, "
      + "\(tally.resident.last?.digits(2) ?? "?") MB resident of its own, stuck \(tally.stuck), "
      + "deaths \(tally.deaths), lines \(tally.lines)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private func complain(_ words: String) {
    let line = "soak-real: at \((seconds / 60).digits(1)) min: \(words)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private func killServer() throws {
    tally.deaths += 1
    // They lose their server as well, and libjack may leave them hanging.
    for client in everybody { kill(client.id, SIGKILL) }
    clients = []
    (conductor, pads) = (nil, nil)
    if dice.once(in: 2) { stage.server.kill() } else { stage.server.stop() }
    type("play")
    for _ in 0..<Int.random(in: 5...40, using: &dice) {
      type(lines.next())
      usleep(100_000)
    }
    try stage.server.start(rate: [48_000, 44_100, 96_000].randomElement(using: &dice) ?? 48_000)
  }

  private func finish() throws {
    for client in everybody { kill(client.id, SIGKILL) }
    guard let status = session.status() else {
      throw Failure("no status: \(session.program.errors.suffix(300))")
    }
    tally.droppedHits = status.droppedHits
    tally.droppedMessages = status.droppedMessages
    tally.droppedCues = status.droppedCues
    tally.starvedBars = Int(status.drummer.starvedBars)
    tally.losses =
      [status.devices["audio"], status.devices["JACK"]].compactMap(\.self).joined(separator: "; ")
    let outcome = session.end()
    // 1 where a line was refused.
    tally.endsWell = [0, 1].contains(outcome.status) && outcome.errors.contains("stopped cleanly")
  }

  private var everybody: [Running] { clients + [conductor, pads].compactMap(\.self) }

  private func listen(to port: String) throws -> Running {
    try stage.start(
      Places.judge("jack_ticks"),
      ["--from", "ghostnote:\(port)", "--count", "1000000", "--seconds", "100000"])
  }

  private func type(_ line: String) {
    session.type(line)
    tally.lines += 1
  }
}
