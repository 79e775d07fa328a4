import Foundation

/// Counts forbidden calls on the audio thread during 10 busy minutes of sound.
enum Interposer {
  static func measure() throws -> [Figure] {
    try measure("release", Places.ghostnote) + measure("debug", Places.debugGhostnote)
  }

  private static func measure(_ name: String, _ program: String) throws -> [Figure] {
    let file = Places.scratch.appending(path: "interposer-\(name)").path
    let stage = try Stage()
    let daemon = try stage.daemon(
      ["Patches/rock.json", "--play", "--no-autoconnect"] + drummer, program: program,
      environment: [
        "INTERPOSE_REPORT": file,
        "LD_PRELOAD": Places.root.appending(
          path: Places.judge("libinterpose.so")
        ).path,
      ])
    let clock = try clock(on: stage)
    defer { clock?.end() }
    let minutes = try notes(on: stage)
    try disturb(daemon, while: minutes)
    daemon.end()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let report = Report(text)
    let offences = try report.number("offences")
    let seconds = try report.number("frames") / 48_000
    return [
      Figure(
        what: "malloc, free, mutex, write on the audio thread, \(name), "
          + "\((seconds / 60).digits(1)) busy minutes",
        bar: "0", ours: offences == 0 ? "0" : try counts(text),
        passes: offences == 0 && seconds >= 600)
    ]
  }

  /// The option for the model, if one is available.
  private static var drummer: [String] { (try? DrummerLive.model()).map { ["--model", $0] } ?? [] }

  /// A clock with jitter that is followed at times, if it is available.
  private static func clock(on stage: Stage) throws -> Running? {
    let path = "/usr/bin/jack_midi_clock"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    return try stage.start(path, ["-b", "133", "-d", "0", "-J", "10", "ghostnote:clock_in"])
  }

  /// Random notes for ten minutes of the server's time, in freewheel mode.
  private static func notes(on stage: Stage) throws -> Running {
    let notes = (35...60).flatMap { ["--note", "\($0)"] }
    return try stage.start(
      Places.judge("jack_latency"),
      [
        "--to", "ghostnote:midi_in", "--from", "ghostnote:out_left", "--freewheel", "--hits",
        "27500", "--gap-ms", "2:42",
      ] + notes)
  }

  /// Commands of every kind in the meantime.
  private static func disturb(_ daemon: Running, while busy: Running) throws {
    let lines = [
      "tempo 174.5", "step kick 5 100", "hit crash 120", "kit 0", "panic", "stop", "play",
      "tempo 61", "level snare -3", "load funk", "mute kick on", "locate 3", "load rock",
      "pan tom1 -0.5", "continue", "loop off", "loop on", "decay crash 0.3", "play", "choke kick 3",
      "clock source jack", "play", "clock send timebase on", "tempo 99", "locate 9",
      "clock source midi", "clock offset 3.5", "clock send stopped on", "stop", "play",
      "clock lost stop", "clock source auto", "clock send off", "clock send on",
      "clock send timebase off", "clock source internal", "clock send stopped off",
      "drummer on", "play", "drummer style jazz", "drummer fill", "drummer listen 0.5", "locate 41",
      "drummer lock", "drummer answer 1", "drummer release", "drummer seed 5", "drummer off",
    ]
    var next = 0
    while busy.isAlive {
      try daemon.say(lines[next % lines.count])
      next += 1
      usleep(20_000)
    }
    // It hears many notes at once and cannot separate their onsets; that does not matter here.
    try busy.finished(accepting: [0, 1])
  }

  private static func counts(_ text: String) throws -> String {
    text.split(separator: "\n").filter { line in
      let words = line.split(separator: " ")
      return words.count == 2 && !["callbacks", "frames"].contains(words[0]) && words[1] != "0"
        && Int(words[1]) != nil
    }.joined(separator: ", ")
  }
}
