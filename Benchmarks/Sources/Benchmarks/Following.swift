import Foundation

/// The distance of our hits from the beats of a real master, in frames.
enum Following {
  private static let port = "jack_midi_clock:mclk_out"
  private static let count = 500

  static func measure() throws -> [Figure] {
    try [
      figure("jack_midi_clock", clock: ["-b", "120", "-d", "0"]),
      figure("jack_midi_clock -J 10", clock: ["-b", "120", "-d", "0", "-J", "10"]),
      figure("jack_midi_clock -J 20", clock: ["-b", "120", "-d", "0", "-J", "20"]),
      figure("JACK transport", clock: nil),
    ].compactMap(\.self)
  }

  /// Follows for `count` beats, of which the first eight are ignored; nil if the master is not
  /// installed.
  private static func figure(_ master: String, clock: [String]?) throws -> Figure? {
    let path = "/usr/bin/jack_midi_clock"
    if clock != nil, !FileManager.default.isExecutableFile(atPath: path) { return nil }
    let stage = try Stage()
    let daemon = try stage.daemon(
      ["--no-autoconnect", "--clock", clock == nil ? "jack" : port])
    for step in [1, 5, 9, 13] { try daemon.say("step kick \(step) 127") }
    let sender = try clock.map { try stage.start(path, $0) }
    defer { sender?.end() }
    if sender != nil { try daemon.waits(for: "connected \(port)", seconds: 10) }
    let report = try stage.start(
      Places.judge("jack_onsets"),
      [
        "--from", "ghostnote:out_left", "--bpm", "120", "--count", "\(count)", "--skip", "8",
        "--freewheel", "--roll",
      ] + (clock == nil ? [] : ["--clock", port])
    ).finished()
    daemon.end()
    let missed = try report.number("missed") + report.number("doubled")
    return Figure(
      what: "following \(master) at 120 bpm, \(count) beats, onset against its beat: mean ± std "
        + "(earliest…latest) in frames",
      bar: "none lost or doubled",
      ours: "\(try report.word("mean")) ± \(try report.word("std")) "
        + "(\(try report.word("earliest"))…\(try report.word("latest")))",
      passes: missed == 0)
  }
}
