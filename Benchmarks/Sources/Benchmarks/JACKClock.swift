import Foundation

/// Ten minutes of our clock on JACK at 123.45 bpm, compared with exact times, in frames.
enum JACKClock {
  private static let tempo = 123.45
  /// Ten minutes at 24 per beat, and the Start.
  private static let count = 29_629

  static func measure() throws -> [Figure] {
    let stage = try Stage()
    let daemon = try stage.daemon(["--bpm", "\(tempo)", "--no-autoconnect"])
    let judge = try stage.start(
      Places.judge("jack_ticks"),
      [
        "--from", "ghostnote:clock_out", "--count", "\(count)", "--clock", "\(tempo)",
        "--seconds", "300", "--quiet", "--freewheel",
      ])
    usleep(500_000)
    try daemon.say("play")
    let ours = try judge.finished()
    daemon.end()
    let peer = try self.peer()
    let worst = try ours.number("worst")
    let drift = try ours.number("drift")
    return [
      Figure(
        what: "clock on JACK at \(tempo) bpm, \(Int(try ours.number("ticks"))) ticks: worst "
          + "(rms; last tick) in frames",
        bar: "≤ 1, no drift", ours: try words(ours), peer: try peer.map(words) ?? "–",
        passes: worst.magnitude <= 1 && drift.magnitude <= 1)
    ] + (try heard())
  }

  /// The tempo measured by jack_mclk_dump in five seconds of real time, if it is installed. If a
  /// server misses a deadline it skips frames, which looks like a tempo change: hence the median.
  private static func heard() throws -> [Figure] {
    let path = "/usr/bin/jack_mclk_dump"
    guard FileManager.default.isExecutableFile(atPath: path) else { return [] }
    let stage = try Stage()
    let daemon = try stage.daemon(["--bpm", "\(tempo)", "--no-autoconnect"])
    // Line-buffered, which is not its default when writing to a file.
    let dump = try stage.start("/usr/bin/stdbuf", ["-oL", path, "-n", "ghostnote:clock_out"])
    usleep(500_000)
    try daemon.say("play")
    usleep(5_500_000)
    dump.end()
    daemon.end()
    let tempi = dump.output.split(separator: "flt:").dropFirst(24).compactMap {
      $0.split(separator: "[").first.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    }.sorted()
    guard tempi.count > 100 else { throw Failure("jack_mclk_dump: \(dump.output.suffix(300))") }
    let median = tempi[tempi.count / 2]
    return [
      Figure(
        what: "jack_mclk_dump on our clock of \(tempo) bpm, \(tempi.count) ticks: its DLL's tempo",
        bar: "± 0.02", ours: "\(median.digits(2)) bpm",
        passes: (median - tempo).magnitude < 0.02)
    ]
  }

  private static func words(_ report: Report) throws -> String {
    "\(try report.word("worst")) (\(try report.word("rms")), \(try report.word("drift")))"
  }

  /// jack_midi_clock measured in the same way, if it is installed.
  private static func peer() throws -> Report? {
    let path = "/usr/bin/jack_midi_clock"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let stage = try Stage()
    let clock = try stage.start(path, ["-b", "\(tempo)", "-d", "0"])
    defer { clock.end() }
    let transport = try stage.start("/usr/bin/jack_transport", [])
    try transport.say("play")
    return try stage.start(
      Places.judge("jack_ticks"),
      [
        "--from", "jack_midi_clock:mclk_out", "--count", "\(count)", "--clock", "\(tempo)",
        "--seconds", "300", "--quiet", "--freewheel",
      ]
    ).finished(accepting: [0, 1])
  }
}
